import type { Brand } from './brand.ts'

/** An amount of money: a safe integer of cents, never a float. */
export type Cents = Brand<number, 'Cents'>

/** The largest amount that an ACH entry can carry: ten digits of cents. */
export const AMOUNT_MAX = 9_999_999_999 as Cents

export const ZERO = 0 as Cents

export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`)
  return value as Cents
}

export const add = (a: Cents, b: Cents): Cents => cents(a + b)
export const subtract = (a: Cents, b: Cents): Cents => cents(a - b)

/** `100000` → `$1,000.00`, for people; the API itself speaks cents. */
export function dollars(amount: Cents): string {
  const whole = grouped(Math.trunc(Math.abs(amount) / 100))
  const rest = String(Math.abs(amount) % 100).padStart(2, '0')
  return `${amount < 0 ? '-' : ''}$${whole}.${rest}`
}

/** `1234567` → `1,234,567`. Most amounts have nothing to group, and `toLocaleString` costs forty times `String`. */
const grouped = (whole: number): string => (whole < 1_000 ? String(whole) : whole.toLocaleString('en-US'))

/** `1,234.5`, `$12`, `12.50` → cents, without a float; undefined when the text is not an amount of dollars. */
export function parseDollars(text: string): Cents | undefined {
  const match = /^\$? ?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const value = Number(whole.replaceAll(',', '') + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(value) ? (value as Cents) : undefined
}
