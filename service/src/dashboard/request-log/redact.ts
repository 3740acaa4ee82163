/** Fields that hold a secret, whatever they hold: `accountNumber`, `account-number` and `account_number` are one name. */
const SECRET = new RegExp(
  [
    'secret|passw(or)?d|passphrase|pwd|token|answer|authorization|api_?key|basic_?user',
    'acc(oun)?t_?(number|num|no|nr)$|account_?number|routing|iban|social|^ssn|_ssn|ssn$|tax_?id|street',
    'card_?(number|num|no|nr)$|security_?code|cvc|cvv|(^|_)(pan|pin|t?otp)(_|$)|pin_?code',
    'embed_?url|receipt_?pdf_?url|payment_?instrument_?id|^number$|^html$|^text$',
  ].join('|'),
)

const looksSecret = (name: string): boolean =>
  SECRET.test(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toLowerCase(),
  )

/** Names that were judged before: nearly all are fields of ours. */
const judged = new Map<string, boolean>()
const JUDGED_MAX = 1_000
const JUDGED_LENGTH_MAX = 64

function isSecret(name: string): boolean {
  const known = judged.get(name)
  if (known !== undefined) return known
  const secret = looksSecret(name)
  if (name.length <= JUDGED_LENGTH_MAX && judged.size < JUDGED_MAX) judged.set(name, secret)
  return secret
}

const REDACTED = '[redacted]'
const DEPTH_MAX = 24

/*
 * A body of 32 KiB is searched on the event loop, so every expression below is linear: a position in the middle of a run
 * of characters is no new start, and whatever a start has consumed is consumed by the match.
 */
const KEYS = /\b(sk_(?:live|sandbox)_|whsec_)[A-Za-z0-9+/=_-]+/g
const ADDRESS = /https?:\/\/[^\s"]*/g
/** Digits and what stands between them: what people write, and what cannot be seen where a text was copied. */
const DIGITS = /\d(?:[\s.+_\u00AD\u200B-\u200D\u2010-\u2015\u2060-]{0,3}\d){12,}/g
const CARD_MIN = 13
const CARD_MAX = 19
const RUN_MAX = 64
const SSN = /(?<!\d)\d{3}([-\s.+\u2010-\u2015])\d{2}\1\d{4}(?!\d)/g
const CREDENTIALS = /\b([Bb]asic|BASIC|[Bb]earer|BEARER)\s+(?=\S*(?:[0-9=]|[a-z][A-Z]))[A-Za-z0-9+/=._~-]{8,}/g
/** `account number: 000123`, as people write it. */
const LABELLED =
  /\b((?:acct|account|routing|aba|iban|ssn|cvc|cvv|pin)\b\W{0,3}(?:(?:number|num|no|nr|is)\b\W{0,3}){0,4})(?=[A-Z]{0,2}\d)[A-Z]{0,2}[\d -]*\d/gi
/** `name=value`, as forms and queries are written. */
const PAIRS = /(?<![\w.-])([\w.-]+)=([^\s&;"]+)/g
/** A name in a pair begins with a letter; what stands before it is not its part. */
const BEFORE_NAME = /^[\d_.-]+/

/** Redacts the query of an address and each long unguessable step of its path. */
function redactAddress(address: string): string {
  const path = address.slice(address.indexOf('//') + 2).search(/[/?#]/)
  if (path < 0) return address
  const host = address.slice(0, address.indexOf('//') + 2 + path)
  const rest = address.slice(host.length).replace(/\?[^#]*/g, `?${REDACTED}`)
  return host + rest.replace(/(?<=[/#])[A-Za-z0-9_-]{24,}(?=[/?#]|$)/g, REDACTED)
}

/**
 * Whether a card number stands anywhere in a run of digits: before it may stand a count, after it the date or the code.
 * A run that is too long to be searched holds one by chance alone.
 */
function holdsCard(run: string): boolean {
  const digits = run.replace(/\D/g, '')
  if (digits.length > RUN_MAX) return true
  const sums = checkSums(digits)
  if (digits.length <= CARD_MAX && isCard(sums, 0, digits.length)) return true
  for (let from = 0; from + CARD_MIN <= digits.length; from++) {
    // Cards begin with 2 to 6; of a number inside of others nothing else tells it from chance.
    const first = digits.charCodeAt(from) - ZERO
    if (first < 2 || first > 6) continue
    for (let to = from + CARD_MIN; to <= Math.min(digits.length, from + CARD_MAX); to++) {
      if (isCard(sums, from, to)) return true
    }
  }
  return false
}

const ZERO = '0'.charCodeAt(0)
/** The sum of the digits of a doubled digit. */
const doubled = (digit: number): number => (digit > 4 ? 2 * digit - 9 : 2 * digit)

/** Running totals of the digits, with those at even places doubled and with those at odd places doubled. */
function checkSums(digits: string): readonly [number[], number[]] {
  const [even, odd] = [[0], [0]] as [number[], number[]]
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(at) - ZERO
    even.push((even[at] as number) + (at % 2 === 0 ? doubled(digit) : digit))
    odd.push((odd[at] as number) + (at % 2 === 0 ? digit : doubled(digit)))
  }
  return [even, odd]
}

/** The check digit of card numbers: every second digit counts doubled, and the last one never does. */
function isCard([even, odd]: readonly [number[], number[]], from: number, to: number): boolean {
  const sums = to % 2 === 0 ? even : odd
  return ((sums[to] as number) - (sums[from] as number)) % 10 === 0
}

/** Each secret that is found in a text has one of these. Most names and texts have none, and are searched only once. */
const MAY_HOLD_SECRET = /[\d=]|:\/\/|sk_|whsec_|basic|bearer/i

const MAY_HOLD_KEY = /sk_|whsec_/
const MAY_HOLD_CREDENTIALS = /basic|bearer/i
const HOLDS_DIGIT = /\d/
const HOLDS_LABEL = /acct|account|routing|aba|iban|ssn|cvc|cvv|pin/i
/** A time as we write it, of which the answer about a payout has seven. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Redacts secrets that may stand anywhere in a text. Each is looked for only where the text has what it cannot be without. */
export function redactText(text: string): string {
  if (!MAY_HOLD_SECRET.test(text) || TIME.test(text)) return text
  let kept = text
  if (MAY_HOLD_KEY.test(kept)) kept = kept.replace(KEYS, `$1${REDACTED}`)
  if (kept.includes('://')) kept = kept.replace(ADDRESS, redactAddress)
  if (MAY_HOLD_CREDENTIALS.test(kept)) kept = kept.replace(CREDENTIALS, `$1 ${REDACTED}`)
  if (kept.includes('=')) kept = kept.replace(PAIRS, redactPair)
  if (!HOLDS_DIGIT.test(kept)) return kept
  kept = kept.replace(DIGITS, (found) => (holdsCard(found) ? REDACTED : found)).replace(SSN, REDACTED)
  return HOLDS_LABEL.test(kept) ? kept.replace(LABELLED, `$1${REDACTED}`) : kept
}

function redactPair(found: string, before: string): string {
  const name = before.replace(BEFORE_NAME, '')
  return name !== '' && isSecret(name) ? `${before}=${REDACTED}` : found
}

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

/** How many more values of a body are looked at. A body of 32 KiB has more only where somebody wants to keep us busy. */
interface Budget {
  values: number
}

const VALUES_MAX = 2_000
const LEFT_OUT = '[left out]'

function redactValue(value: unknown, depth: number, budget: Budget): unknown {
  budget.values--
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'number' && value >= 1e12 && isCardNumber(value)) return REDACTED
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_MAX) return REDACTED
  return Array.isArray(value) ? redactEntries(value, depth, budget) : redactMembers(value, depth, budget)
}

function redactEntries(entries: readonly unknown[], depth: number, budget: Budget): unknown[] {
  const kept: unknown[] = []
  for (const entry of entries) {
    if (budget.values <= 0) return [...kept, LEFT_OUT]
    kept.push(redactValue(entry, depth + 1, budget))
  }
  return kept
}

function redactMembers(members: object, depth: number, budget: Budget): object {
  const kept: [string, unknown][] = []
  for (const [name, inner] of Object.entries(members)) {
    if (budget.values <= 0) {
      kept.push(['…', LEFT_OUT])
      break
    }
    const secret = inner !== null && (isSecret(name) || isCode(name, inner))
    kept.push([redactText(name), secret ? REDACTED : redactValue(inner, depth + 1, budget)])
    if (secret) budget.values--
  }
  return Object.fromEntries(kept)
}

/** Digits of a larger number were lost when it was read; the first of them may still be a card's. */
const isCardNumber = (value: number): boolean => !Number.isSafeInteger(value) || holdsCard(String(value))

/** A body as it may be kept and shown: no secret of the enterprise, of a creator or of a buyer. */
export const redact = (value: unknown): string => JSON.stringify(redactValue(value, 0, { values: VALUES_MAX }))

/** Redacts a body that was sent as text. */
export function redactSent(text: string): string {
  try {
    return redact(JSON.parse(text))
  } catch {
    return redact(text)
  }
}
