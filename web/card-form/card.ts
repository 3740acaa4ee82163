import type { CardBrand } from '../../contracts/purchases.ts'
import type { Rule } from '../forms/rules.ts'
import { digitsOnly } from '../forms/rules.ts'
import { t } from '../ui/words/current.ts'

/** A card network, recognised by the first digits of a number. */
export interface Network {
  readonly brand: CardBrand
  readonly prefix: RegExp
  readonly lengths: readonly number[]
  /** Lengths of the groups of digits, as printed on the card. */
  readonly groups: readonly number[]
  readonly cvcLength: number
}

const FOURS = [4, 4, 4, 4, 3]

const NETWORKS: readonly Network[] = [
  {
    brand: 'AMERICAN_EXPRESS',
    prefix: /^3[47]/,
    lengths: [15],
    groups: [4, 6, 5],
    cvcLength: 4,
  },
  {
    brand: 'DINERS_CLUB',
    prefix: /^3(?:0[0-5]|095|[689])/,
    lengths: [14, 15, 16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
  { brand: 'JCB', prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19], groups: FOURS, cvcLength: 3 },
  { brand: 'VISA', prefix: /^4/, lengths: [13, 16, 19], groups: FOURS, cvcLength: 3 },
  {
    brand: 'MASTERCARD',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    brand: 'DISCOVER',
    prefix: /^6(?:011|4[4-9]|5)/,
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
  {
    brand: 'UNION_PAY',
    prefix: /^(?:62|81)/,
    lengths: [16, 17, 18, 19],
    groups: FOURS,
    cvcLength: 3,
  },
]

const DIGITS_MAX = 19

export const digits = (typed: string): string => digitsOnly(typed, DIGITS_MAX)

export const networkOf = (typed: string): Network | undefined =>
  NETWORKS.find(({ prefix }) => prefix.test(digits(typed)))

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function groupNumber(typed: string): string {
  const network = networkOf(typed)
  const most = Math.max(...(network?.lengths ?? [DIGITS_MAX]))
  const all = digits(typed).slice(0, most)
  const groups = []
  let at = 0
  for (const size of network?.groups ?? FOURS) {
    groups.push(all.slice(at, at + size))
    at += size
  }
  return groups.filter((group) => group !== '').join(' ')
}

/** `1230` → `12 / 30`; a month of one digit gets its zero. */
export function shapeExpiry(typed: string): string {
  const [month = '', year] = typed.split('/').map((part) => digitsOnly(part, 6))
  const padded = /^[2-9]$/.test(month) || (month === '1' && year !== undefined) ? `0${month}` : month
  const all = padded + (year ?? '')
  // Deleting the slash also deletes the space after it, so that the month can be corrected.
  if (all.length <= 2 && !(year === undefined && all.length === 2 && !typed.endsWith(' '))) return all
  return all.length < 2 ? all : `${all.slice(0, 2)} / ${all.slice(2, 6)}`
}

/** Reads month and year; the year may have two digits or four. */
export function readExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(\d{2}) ?\/ ?(\d{2}|\d{4})$/.exec(text.trim())
  if (!match) return undefined
  const year = Number(match[2])
  return { month: Number(match[1]), year: year < 100 ? 2000 + year : year }
}

/** Every second digit from the right is doubled; the sum of all digits is a multiple of ten. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

export const numberRule: Rule = (typed) => {
  const number = digits(typed)
  if (number === '') return t('card.enterNumber')
  const network = networkOf(number)
  const whole = network?.lengths.includes(number.length) && passesLuhn(number)
  return whole ? undefined : t('card.badNumber')
}

export const expiryRule =
  (now: Date): Rule =>
  (typed) => {
    const expiry = readExpiry(typed)
    if (!expiry || expiry.month < 1 || expiry.month > 12) return t('card.enterExpiry')
    const past =
      expiry.year < now.getFullYear() || (expiry.year === now.getFullYear() && expiry.month < now.getMonth() + 1)
    return past ? t('card.hasExpired') : undefined
  }

/** The message for an expiry date that only the service refused. */
export const expiryRefused = (code: string): string => (code === 'expired' ? t('card.hasExpired') : t('rule.year'))

/** For a security code whose card number is not known yet. */
export const anyCvcRule: Rule = (typed) => (/^\d{3,4}$/.test(typed) ? undefined : t('card.anyCvc'))

export const cvcRule =
  (number: string): Rule =>
  (typed) => {
    const length = networkOf(number)?.cvcLength ?? 3
    return new RegExp(`^\\d{${length}}$`).test(typed) ? undefined : t('card.cvcLength', { length })
  }

export const postalRule: Rule = (typed) =>
  /^[0-9A-Za-z][0-9A-Za-z -]{1,9}$/.test(typed.trim()) ? undefined : t('card.enterPostal')
