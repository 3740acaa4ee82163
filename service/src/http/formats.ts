/** The formats a schema may name: the test, and how the value should look, for the message. */
export const FORMATS: Record<string, { test: (text: string) => boolean; form: string }> = {
  email: { test: isEmail, form: 'an e-mail address like `name@example.com`' },
  uri: { test: (text) => parseUrl(text) !== undefined, form: 'a URL like `https://example.com/path`' },
  'date-time': { test: isDateTime, form: 'an ISO 8601 date and time like `2026-11-15T01:12:00.000Z`' },
}

const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?'
const LOCAL = "[\\p{L}\\p{N}!#$%&'*+/=?^_`{|}~-]+"
const EMAIL = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+(?=[^.]{2,}$)(?=[^.]*\\p{L})${LABEL}$`, 'u')

/** A dot-atom, an @ and a dotted domain that ends in no number; whether it exists only a mail can tell. */
function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text)
}

/** An absolute http or https URL without credentials. */
export function parseUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#@\\]/i.test(text) || /[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username || url.password ? undefined : url
}

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text)
  if (!match) return false
  const [, year, month, day] = match.map(Number) as [number, number, number, number]
  const calendar = new Date(Date.UTC(year, month - 1, day))
  return (
    year > 0 && calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === day && !Number.isNaN(Date.parse(text))
  )
}
