import type { Brand, CardDetails, CardFault } from './port.ts'

interface BrandRule {
  readonly brand: Brand
  readonly prefix: RegExp
  readonly lengths: readonly number[]
  readonly cvcLength: number
}

/** The number ranges that the networks publish. The first rule that fits applies. */
const RULES: readonly BrandRule[] = [
  { brand: 'AMERICAN_EXPRESS', prefix: /^3[47]/, lengths: [15], cvcLength: 4 },
  { brand: 'DINERS_CLUB', prefix: /^3(?:0[0-5]|095|[689])/, lengths: [14, 15, 16, 17, 18, 19], cvcLength: 3 },
  { brand: 'JCB', prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19], cvcLength: 3 },
  { brand: 'VISA', prefix: /^4/, lengths: [13, 16, 19], cvcLength: 3 },
  {
    brand: 'MASTERCARD',
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    cvcLength: 3,
  },
  { brand: 'DISCOVER', prefix: /^6(?:011|4[4-9]|5)/, lengths: [16, 17, 18, 19], cvcLength: 3 },
  { brand: 'UNION_PAY', prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19], cvcLength: 3 },
]

const ruleOf = (digits: string): BrandRule | undefined => RULES.find(({ prefix }) => prefix.test(digits))

export const brandOf = (digits: string): Brand | undefined => ruleOf(digits)?.brand

/** The Luhn check: with every second digit from the right doubled, the sum of digits is a multiple of ten. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const YEARS_AHEAD_MAX = 50

/** The invalid fields of the card data that a buyer typed. Messages never repeat a value. */
export function faultsOf(card: CardDetails, now: Date): CardFault[] {
  const faults: CardFault[] = []
  const rule = /^\d{12,19}$/.test(card.number) ? ruleOf(card.number) : undefined
  if (!rule?.lengths.includes(card.number.length) || !passesLuhn(card.number)) {
    faults.push({ param: 'number', code: 'invalid_number', message: 'must be a valid card number' })
  }
  const year = now.getUTCFullYear()
  const latest = year + YEARS_AHEAD_MAX
  if (card.expirationYear > latest) {
    faults.push({ param: 'expiration_year', code: 'out_of_range', message: `must be at most ${latest}` })
  } else if (card.expirationYear < year) {
    faults.push({ param: 'expiration_year', code: 'expired', message: 'must not be in the past: the card has expired' })
  } else if (card.expirationYear === year && card.expirationMonth < now.getUTCMonth() + 1) {
    faults.push({
      param: 'expiration_month',
      code: 'expired',
      message: 'must not be in the past: the card has expired',
    })
  }
  if (card.cvc !== undefined && rule && card.cvc.length !== rule.cvcLength) {
    faults.push({ param: 'cvc', code: 'invalid_cvc', message: `must be the ${rule.cvcLength} digits on the card` })
  }
  return faults
}
