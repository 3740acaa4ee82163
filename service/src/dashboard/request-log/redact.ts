/** Fields that hold a secret, whatever they hold. */
const SECRET =
  /secret|password|token|answer|account_number|routing_number|ssn|tax_id|cvc|cvv|embed_url|receipt_pdf_url|payment_instrument_id|basic_user|^number$|^html$|^text$/

const REDACTED = '[redacted]'
const DEPTH_MAX = 24

const KEYS = /\b(sk_(?:live|sandbox)_|whsec_)[A-Za-z0-9+/=_-]+/g
/** Long unguessable parts of an address, and whatever stands in its query. */
const TOKENS = /(https?:\/\/[^\s"?#]*?\/)[A-Za-z0-9_-]{24,}(?=[\s"/?#]|$)/g
const QUERIES = /(https?:\/\/[^\s"?#]*)\?[^\s"#]*/g
const DIGITS = /\b\d(?:[ -]?\d){12,18}\b/g

/** The check digit of card numbers. */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** What may stand anywhere in a text. */
export const redactText = (text: string): string =>
  text
    .replace(KEYS, `$1${REDACTED}`)
    .replace(QUERIES, `$1?${REDACTED}`)
    .replace(TOKENS, `$1${REDACTED}`)
    .replace(DIGITS, (found) => (isCard(found) ? REDACTED : found))

/** A code that somebody was sent; error codes and return codes are words. */
const isCode = (name: string, value: unknown): boolean => name === 'code' && /^\d+$/.test(String(value))

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number' && isCardNumber(value)) return REDACTED
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return REDACTED
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const secret = inner !== null && (SECRET.test(name.toLowerCase()) || isCode(name, inner))
      return [redactText(name), secret ? REDACTED : redactValue(inner, depth + 1)]
    }),
  )
}

const isCardNumber = (value: number): boolean => value >= 1e12 && Number.isSafeInteger(value) && isCard(String(value))

/** A body as it may be kept and shown: no secret of the enterprise, of a creator or of a buyer. */
export const redact = (value: unknown): string => JSON.stringify(redactValue(value, 0))

/** The same of a body that was sent as text. */
export function redactSent(text: string): string {
  try {
    return redact(JSON.parse(text))
  } catch {
    return redact(text)
  }
}
