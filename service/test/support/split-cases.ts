import { cents } from '../../src/kernel/money.ts'
import type { SplitTerms } from '../../src/resources/contracts/split.ts'

/** A deposit, the active contracts of its source in the order of creation, and what each of them takes. */
export interface SplitCase {
  readonly what: string
  readonly deposit: number
  readonly contracts: readonly SplitTerms[]
  readonly shares: readonly number[]
}

interface Bounds {
  readonly least?: number
  readonly most?: number
  readonly cap?: number
}

const orNull = (value: number | undefined) => (value === undefined ? null : cents(value))

const terms = ({ least, most, cap }: Bounds, share: Pick<SplitTerms, 'split_ppm' | 'split_fixed_amount_in_cents'>) => ({
  deposit_minimum_in_cents: cents(least ?? 0),
  deposit_maximum_in_cents: orNull(most),
  split_amount_max_in_cents: orNull(cap),
  ...share,
})

const percent = (ppm: number, bounds: Bounds = {}): SplitTerms =>
  terms(bounds, { split_ppm: ppm, split_fixed_amount_in_cents: null })

const fixed = (amount: number, bounds: Bounds = {}): SplitTerms =>
  terms(bounds, { split_ppm: null, split_fixed_amount_in_cents: cents(amount) })

/** docs/ledger.md shows this very table, and the tests hold the rule to it. */
export const SPLIT_CASES: readonly SplitCase[] = [
  { what: 'ten percent', deposit: 10_000, contracts: [percent(100_000)], shares: [1_000] },
  { what: 'a half cent goes down', deposit: 101, contracts: [percent(500_000)], shares: [50] },
  { what: 'more than a half goes up', deposit: 167, contracts: [percent(10_000)], shares: [2] },
  { what: 'less than a half goes down', deposit: 149, contracts: [percent(10_000)], shares: [1] },
  { what: 'four decimals count', deposit: 100_000_000, contracts: [percent(333_333)], shares: [33_333_300] },
  { what: 'a share under half a cent is none', deposit: 100, contracts: [percent(1)], shares: [0] },
  { what: 'all of it', deposit: 9_999_999_999, contracts: [percent(1_000_000)], shares: [9_999_999_999] },
  {
    what: 'all but a millionth, beyond what a float holds',
    deposit: 9_999_999_999,
    contracts: [percent(999_999)],
    shares: [9_999_989_999],
  },
  { what: 'nothing', deposit: 10_000, contracts: [percent(0), fixed(0)], shares: [0, 0] },
  { what: 'a fixed amount', deposit: 10_000, contracts: [fixed(250)], shares: [250] },
  { what: 'a fixed amount above the deposit takes all of it', deposit: 100, contracts: [fixed(250)], shares: [100] },
  { what: 'exactly the minimum is eligible', deposit: 500, contracts: [fixed(10, { least: 500 })], shares: [10] },
  { what: 'a cent below the minimum is not', deposit: 499, contracts: [fixed(10, { least: 500 })], shares: [0] },
  { what: 'exactly the maximum is eligible', deposit: 500, contracts: [fixed(10, { most: 500 })], shares: [10] },
  { what: 'a cent above the maximum is not', deposit: 501, contracts: [fixed(10, { most: 500 })], shares: [0] },
  { what: 'the cap holds', deposit: 10_000, contracts: [percent(500_000, { cap: 1_200 })], shares: [1_200] },
  { what: 'a cap of nothing takes nothing', deposit: 10_000, contracts: [fixed(100, { cap: 0 })], shares: [0] },
  {
    what: 'each percent is of the whole deposit',
    deposit: 10_000,
    contracts: [percent(500_000), percent(300_000)],
    shares: [5_000, 3_000],
  },
  {
    what: 'later contracts get what is left',
    deposit: 10_000,
    contracts: [percent(700_000), percent(700_000), fixed(1)],
    shares: [7_000, 3_000, 0],
  },
  {
    what: 'one that is not eligible leaves its place',
    deposit: 1_000,
    contracts: [fixed(900, { least: 2_000 }), fixed(900)],
    shares: [0, 900],
  },
]
