import { isEmail, isRoutingNumber, US_STATES } from '../../../contracts/formats.ts'

/** The formats that a schema may name. `form` completes the message "must be …". */
export const FORMATS: Record<string, { test: (text: string) => boolean; form: string }> = {
  email: { test: isEmail, form: 'an e-mail address like `name@example.com`' },
  uri: { test: (text) => parseUrl(text) !== undefined, form: 'a URL like `https://example.com/path`' },
  'us-routing-number': { test: isRoutingNumber, form: 'a valid 9-digit routing number' },
  'us-state': { test: (text) => STATES.has(text), form: 'the two-letter abbreviation of a US state or territory' },
  date: { test: isDate, form: 'a date like `1990-01-31`' },
  'date-time': { test: isDateTime, form: 'an ISO 8601 date and time like `2026-11-15T01:12:00.000Z`' },
}

/** An absolute http or https URL without credentials. A backslash is a slash to browsers, and none to others. */
export function parseUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#@\\]/i.test(text) || /[\s\p{Cc}\\]/u.test(text) || !URL.canParse(text)) return undefined
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

const STATES = new Set(US_STATES.map(({ abbreviation }) => abbreviation))
