/** What a person writes as dollars, in cents: counted in digits, never as a fraction. */
export function centsOf(written: string, { negative = false } = {}): number | undefined {
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(written.trim())
  if (!match) return undefined
  const [, sign = '', whole = '', part = ''] = match
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
  if (sign && !negative) return undefined
  return sign ? -cents : cents
}

export function percentOf(written: string): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?\s*%?$/.exec(written.trim())
  if (!match) return undefined
  const percent = Number(`${match[1]}.${match[2] ?? '0'}`)
  return percent <= 100 ? percent : undefined
}

/** Cents as a person would write them into a field. */
export const written = (cents: number): string => {
  const whole = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}
