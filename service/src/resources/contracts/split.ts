import { type Cents, cents, ZERO } from '../../kernel/money.ts'

/** Percent is kept in parts per million: four decimals as a whole number. */
export const WHOLE_PPM = 1_000_000
const PPM_PER_PERCENT = 10_000
const DECIMALS = 4

/** The terms of a contract: which deposits it splits, and by a share in parts per million or a fixed amount. */
export interface SplitTerms {
  readonly deposit_minimum_in_cents: Cents
  readonly deposit_maximum_in_cents: Cents | null
  readonly split_ppm: number | null
  readonly split_fixed_amount_in_cents: Cents | null
  /** The most that one deposit is split by. */
  readonly split_amount_max_in_cents: Cents | null
}

/** `12.5` → 125,000; `undefined` for more than four decimals. Parsed from the digits: no float is multiplied. */
export function ppmOf(percent: number): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(String(percent)) ?? []
  if (whole === undefined) return undefined
  return Number(whole) * PPM_PER_PERCENT + Number(decimals.padEnd(DECIMALS, '0'))
}

export const percentOf = (ppm: number): number => ppm / PPM_PER_PERCENT

/** A share of an amount, rounded to the cent, half down. The product needs a bigint. */
function shareRounded(amount: Cents, ppm: number): Cents {
  const product = BigInt(amount) * BigInt(ppm)
  const whole = BigInt(WHOLE_PPM)
  const up = (product % whole) * 2n > whole ? 1n : 0n
  return cents(Number(product / whole + up))
}

const isEligible = ({ deposit_minimum_in_cents: least, deposit_maximum_in_cents: most }: SplitTerms, amount: Cents) =>
  amount >= least && (most === null || amount <= most)

/** The share of a contract in a deposit of which `left` is not yet split. */
export function shareOf(terms: SplitTerms, amount: Cents, left: Cents = amount): Cents {
  if (!isEligible(terms, amount)) return ZERO
  const wanted =
    terms.split_ppm === null ? (terms.split_fixed_amount_in_cents ?? ZERO) : shareRounded(amount, terms.split_ppm)
  return Math.min(wanted, terms.split_amount_max_in_cents ?? wanted, left) as Cents
}

export interface Share<C> {
  readonly contract: C
  readonly amount: Cents
}

/**
 * Splits a deposit: each contract in its turn takes its share of what those before it have left. A contract without a
 * share does not appear. Used for deposits and for their previews.
 */
export function splitDeposit<C extends SplitTerms>(
  amount: Cents,
  contracts: readonly C[],
): { readonly shares: readonly Share<C>[]; readonly left: Cents } {
  let left = amount
  const shares: Share<C>[] = []
  for (const contract of contracts) {
    const share = shareOf(contract, amount, left)
    if (share === 0) continue
    shares.push({ contract, amount: share })
    left = cents(left - share)
  }
  return { shares, left }
}
