/**
 * `1,250.5` as people type dollars, in cents; undefined when it is no amount. Counted in digits, without fractions on the
 * way. A comma only stands before three digits: `12,5` is no amount rather than 125 dollars.
 */
export function centsOf(typed: string, { negative = false } = {}): number | undefined {
  const parts = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d{1,11})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (!parts) return undefined
  const [, sign = '', whole = '', rest = ''] = parts
  if (sign && !negative) return undefined
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(rest.padEnd(2, '0'))
  return sign ? -cents : cents
}
