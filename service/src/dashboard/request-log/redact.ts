/** Fields that hold a secret, whatever they hold: `accountNumber`, `account-number` and `account_number` are one name. */
const SECRET = new RegExp(
  [
    'secret|passw(or)?d|passphrase|pwd|token|answer|authorization|api_?key|basic_?user',
    'acc(oun)?t_?(number|num|no|nr)$|account_?number|routing|iban|social|^ssn|_ssn|ssn$|tax_?id|street',
    'card_?(number|num|no|nr)$|security_?code|cvc|cvv|(^|_)(pan|pin|t?otp)(_|$)|pin_?code',
    'embed_?url|receipt_?pdf_?url|payment_?instrument_?id|^number$|^html$|^text$',
  ].join('|'),
)

const isSecret = (name: string): boolean =>
  SECRET.test(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toLowerCase(),
  )

const REDACTED = '[redacted]'
const DEPTH_MAX = 24

const KEYS = /\b(sk_(?:live|sandbox)_|whsec_)[A-Za-z0-9+/=_-]+/g
/** Long unguessable parts of an address, and whatever stands in its query. */
const TOKENS = /(https?:\/\/[^\s"?#]*?\/)[A-Za-z0-9_-]{24,}(?=[\s"/?#]|$)/g
const QUERIES = /(https?:\/\/[^\s"?#]*)\?[^\s"#]*/g
/** Digits and what people write between them. */
const DIGITS = /\d(?:[\s.+_\u2010-\u2015-]{0,3}\d){12,}/g
const CARD_MIN = 13
const CARD_MAX = 19
const SSN = /(?<!\d)\d{3}([- .+])\d{2}\1\d{4}(?!\d)/g
const CREDENTIALS = /\b([Bb]asic|BASIC|[Bb]earer|BEARER)\s+(?=\S*(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9+/=._~-]{8,}/g
/** `account number: 000123`, as people write it. */
const LABELLED =
  /\b((?:acct|account|routing|aba|iban|ssn|cvc|cvv|pin)\b\W{0,3}(?:(?:number|num|no|nr|is)\b\W{0,3})*)(?=[A-Z]{0,2}\d)[A-Z]{0,2}[\d -]*\d/gi
/** `name=value`, as forms and queries are written. */
const PAIRS = /([A-Za-z][\w.-]*)=([^\s&;"]+)/g

/** The check digit of card numbers. */
function isCard(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Whether a card number stands anywhere in a run of digits: before it may stand a count, after it the date or the code. */
function holdsCard(run: string): boolean {
  const digits = run.replace(/\D/g, '')
  if (digits.length <= CARD_MAX && isCard(digits)) return true
  for (let from = 0; from + CARD_MIN <= digits.length; from++) {
    // Cards begin with 2 to 6; of a number inside of others nothing else tells it from chance.
    if (!/[2-6]/.test(digits.charAt(from))) continue
    for (let size = CARD_MIN; size <= CARD_MAX && from + size <= digits.length; size++) {
      if (isCard(digits.slice(from, from + size))) return true
    }
  }
  return false
}

/** Redacts secrets that may stand anywhere in a text. */
export const redactText = (text: string): string =>
  text
    .replace(KEYS, `$1${REDACTED}`)
    .replace(QUERIES, `$1?${REDACTED}`)
    .replace(TOKENS, `$1${REDACTED}`)
    .replace(CREDENTIALS, `$1 ${REDACTED}`)
    .replace(PAIRS, (found, name: string) => (isSecret(name) ? `${name}=${REDACTED}` : found))
    .replace(DIGITS, (found) => (holdsCard(found) ? REDACTED : found))
    .replace(SSN, REDACTED)
    .replace(LABELLED, `$1${REDACTED}`)

/** The text as it was sent, or decoded and redacted where it holds a secret. */
function redactEncoded(text: string): string {
  const read = decoded(text.replaceAll('+', ' '))
  const kept = redactText(read)
  return kept === read ? text : kept
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A path of ours; the names in its query are judged like the fields of a body. */
export function redactUrl(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return redactEncoded(url)
  const pairs = url.slice(at + 1).split('&')
  const kept = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return value.length > 0 && isSecret(decoded(name)) ? `${name}=${REDACTED}` : redactEncoded(pair)
  })
  return `${redactEncoded(url.slice(0, at))}?${kept.join('&')}`
}

/** A code that somebody was sent; error codes and return codes are words. */
const isCode = (name: string, value: unknown): boolean => name === 'code' && /^\d+$/.test(String(value))

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number' && value >= 1e12 && isCardNumber(value)) return REDACTED
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return REDACTED
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const secret = inner !== null && (isSecret(name) || isCode(name, inner))
      return [redactText(name), secret ? REDACTED : redactValue(inner, depth + 1)]
    }),
  )
}

/** Digits of a larger number were lost when it was read; the first of them may still be a card's. */
const isCardNumber = (value: number): boolean => !Number.isSafeInteger(value) || holdsCard(String(value))

/** A body as it may be kept and shown: no secret of the enterprise, of a creator or of a buyer. */
export const redact = (value: unknown): string => JSON.stringify(redactValue(value, 0))

/** Redacts a body that was sent as text. */
export function redactSent(text: string): string {
  try {
    return redact(JSON.parse(text))
  } catch {
    return redact(text)
  }
}
