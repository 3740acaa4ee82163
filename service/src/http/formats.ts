/** The formats that a schema may name. `form` completes the message "must be …". */
export const FORMATS: Record<string, { test: (text: string) => boolean; form: string }> = {
  email: { test: isEmail, form: 'an e-mail address like `name@example.com`' },
  uri: { test: (text) => parseUrl(text) !== undefined, form: 'a URL like `https://example.com/path`' },
  'us-routing-number': { test: isRoutingNumber, form: 'a valid 9-digit routing number' },
  'us-state': { test: (text) => STATES.has(text), form: 'the two-letter abbreviation of a US state or territory' },
  date: { test: isDate, form: 'a date like `1990-01-31`' },
  'date-time': { test: isDateTime, form: 'an ISO 8601 date and time like `2026-11-15T01:12:00.000Z`' },
}

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const LOCAL = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const EMAIL = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+(?=[^.]{2,}$)(?=[^.]*\\p{L})${LABEL}$`, 'u')

/** A dot-atom, an @ and a dotted domain whose last label is no number. Whether the address exists is not checked. */
function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text)
}

/** An absolute http or https URL without credentials. */
export function parseUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#@\\]/i.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username || url.password ? undefined : url
}

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isDateTime(`${text}T00:00:00Z`)
}

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text)
  if (!match) return false
  const [, year, month, day] = match.map(Number) as [number, number, number, number]
  const calendar = new Date(Date.UTC(year, month - 1, day))
  if (calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return false
  // An offset may move the instant before the first or after the last one that can be stored.
  const at = Date.parse(text)
  return at >= FIRST_INSTANT && at <= LAST_INSTANT
}

/** Nine digits whose weighted sum (3, 7, 1) is a multiple of ten. */
function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false
  const sum = [...text].reduce((total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] as number), 0)
  return sum > 0 && sum % 10 === 0
}

const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
    'RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
  ).split(' '),
)
