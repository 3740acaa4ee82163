import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SPLIT_CASES } from '../../../test/support/split-cases.ts'
import { AMOUNT_MAX, cents } from '../../kernel/money.ts'
import { percentOf, ppmOf, type SplitTerms, shareOf, splitDeposit, WHOLE_PPM } from './split.ts'

const seed = Number(process.env.FC_SEED ?? 20_261_115)
const property = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => void): void => {
  process.stdout.write(`split: repeat with FC_SEED=${seed}\n`)
  fc.assert(fc.property(arbitrary, holds), { seed, numRuns: 2_000 })
}

describe('percent', () => {
  it.each([
    [0, 0],
    [100, WHOLE_PPM],
    [0.0001, 1],
    [12.5, 125_000],
    [33.3333, 333_333],
    [99.9999, 999_999],
    [0.07, 700],
    [1e-4, 1],
  ])('%d is read from its digits as %i parts per million, and shown as it came', (percent, ppm) => {
    expect(ppmOf(percent)).toBe(ppm)
    expect(percentOf(ppm)).toBe(percent)
  })

  it.each([0.00001, 1e-7, 12.34567, 33.333333, -1, 1e21])('%d has no such parts', (percent) => {
    expect(ppmOf(percent)).toBeUndefined()
  })

  it('comes back as it was written, for every one there is', () => {
    for (let ppm = 0; ppm <= WHOLE_PPM; ppm += 7) expect(ppmOf(percentOf(ppm))).toBe(ppm)
  })
})

describe('splitDeposit', () => {
  it.each(SPLIT_CASES)('$what', ({ deposit, contracts, shares }) => {
    const result = splitDeposit(cents(deposit), contracts)
    expect(
      contracts.map((contract) => result.shares.find((share) => share.contract === contract)?.amount ?? 0),
    ).toEqual(shares)
    expect(result.left).toBe(deposit - shares.reduce((sum, share) => sum + share, 0))
  })

  const amount = fc.integer({ min: 0, max: AMOUNT_MAX }).map(cents)
  const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
  const terms: fc.Arbitrary<SplitTerms> = fc
    .record({
      deposit_minimum_in_cents: amount,
      deposit_maximum_in_cents: orNull(amount),
      ppm: fc.integer({ min: 0, max: WHOLE_PPM }),
      fixed: amount,
      byPercent: fc.boolean(),
      split_amount_max_in_cents: orNull(amount),
    })
    .map(({ ppm, fixed, byPercent, ...rest }) => ({
      ...rest,
      split_ppm: byPercent ? ppm : null,
      split_fixed_amount_in_cents: byPercent ? null : fixed,
    }))

  it('never takes more than the deposit, never less than nothing, and loses no cent', () => {
    property(fc.tuple(amount, fc.array(terms, { maxLength: 8 })), ([deposit, contracts]) => {
      const { shares, left } = splitDeposit(deposit, contracts)
      for (const share of shares) expect(share.amount).toBeGreaterThan(0)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(shares.reduce((sum, share) => sum + share.amount, 0) + left).toBe(deposit)
      for (const { contract, amount: share } of shares) {
        expect(deposit).toBeGreaterThanOrEqual(contract.deposit_minimum_in_cents)
        expect(deposit).toBeLessThanOrEqual(contract.deposit_maximum_in_cents ?? AMOUNT_MAX)
        expect(share).toBeLessThanOrEqual(contract.split_amount_max_in_cents ?? AMOUNT_MAX)
      }
    })
  })

  it('rounds to the nearest cent, half down', () => {
    property(fc.tuple(amount, fc.integer({ min: 0, max: WHOLE_PPM })), ([deposit, ppm]) => {
      const share = shareOf(
        {
          deposit_minimum_in_cents: cents(0),
          deposit_maximum_in_cents: null,
          split_ppm: ppm,
          split_fixed_amount_in_cents: null,
          split_amount_max_in_cents: null,
        },
        deposit,
      )
      // Twice the distance from the exact share, in millionths of a cent: at most half a cent below, less than half above.
      const off = 2n * (BigInt(share) * BigInt(WHOLE_PPM) - BigInt(deposit) * BigInt(ppm))
      expect(off >= -BigInt(WHOLE_PPM) && off < BigInt(WHOLE_PPM)).toBe(true)
    })
  })
})
