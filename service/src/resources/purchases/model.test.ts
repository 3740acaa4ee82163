import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { at, purchase } from '../../../test/support/purchase-row.ts'
import { Problem } from '../../kernel/errors.ts'
import { AMOUNT_MAX, type Cents, cents } from '../../kernel/money.ts'
import type { PurchaseTerms } from '../../tenants/index.ts'
import { feeOf, type Item, inFraudWindow, shares, totalOf } from './model.ts'

const terms = (basisPoints: number, fixed: number): PurchaseTerms => ({
  environment: 'sandbox',
  enterprise_name: 'Acme',
  approval_rules: null,
  approval_expires_after_hours: 168,
  fee_purchase_fixed_in_cents: cents(fixed),
  fee_purchase_basis_points: basisPoints,
  fraud_refund_window_hours: 72,
  now: at,
})

describe('totals and fees', () => {
  it.each([
    [[[100, 1]], 100],
    [
      [
        [100, 3],
        [-50, 2],
      ],
      200,
    ],
    [
      [
        [0, 1],
        [1, 1],
      ],
      1,
    ],
    [[[AMOUNT_MAX, 1]], AMOUNT_MAX],
    [
      [
        [9_999, 1_000_000],
        [-9_998, 1_000_000],
      ],
      1_000_000,
    ],
  ] as [[number, number][], number][])('%j come to %i', (pairs, total) => {
    const items = pairs.map(([amount_in_cents, quantity]) => ({ name: 'x', amount_in_cents, quantity }))
    expect(totalOf(items)).toBe(total)
  })

  it.each([
    [[[0, 1]]],
    [[[-1, 1]]],
    [
      [
        [100, 1],
        [-50, 2],
      ],
    ],
    [[[AMOUNT_MAX, 2]]],
    [[[AMOUNT_MAX, 1_000_000]]],
    [
      [
        [AMOUNT_MAX, 1],
        [1, 1],
        [-1, 1],
      ],
    ],
  ] as [[number, number][]][])('%j is refused', (pairs) => {
    const items = pairs.map(([amount_in_cents, quantity]) => ({ name: 'x', amount_in_cents, quantity }))
    expect(totalOf(items)).toBeInstanceOf(Problem)
  })

  it('a line that is larger than any payment is refused by its place, whatever the others take off', () => {
    const line = (amount_in_cents: number, quantity: number) => ({ name: 'x', amount_in_cents, quantity })
    const refused = totalOf([line(AMOUNT_MAX, 1_000_000), line(100, 1), line(-AMOUNT_MAX, 1_000_000)])
    expect(refused).toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ param: 'items.0' }, { param: 'items.2' }] },
    })
  })

  // 2.9 % rounded half up, plus 30 cents.
  it.each([
    [1, 1],
    [30, 30],
    [31, 31],
    [32, 31],
    [50, 31],
    [100, 33],
    [500, 45],
    [10_000, 320],
    [517, 45],
    [518, 45],
    [AMOUNT_MAX, 290_000_030],
  ])('a total of %i costs %i', (total, fee) => {
    expect(feeOf(total as Cents, terms(290, 30))).toBe(fee)
  })

  it('half a cent is rounded up', () => {
    expect(feeOf(cents(50), terms(100, 0))).toBe(1)
    expect(feeOf(cents(49), terms(100, 0))).toBe(0)
    expect(feeOf(cents(150), terms(100, 0))).toBe(2)
  })

  it('the parts come to the whole, for any items and any fee', () => {
    const item = fc.record({
      name: fc.constant('x'),
      amount_in_cents: fc.oneof(
        fc.integer({ min: -1_000, max: 100_000 }),
        fc.integer({ min: -AMOUNT_MAX, max: AMOUNT_MAX }),
      ),
      quantity: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1_000_000 })),
    })
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 1, maxLength: 100 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (items: Item[], basisPoints, fixed) => {
          const total = totalOf(items)
          const lines = items.map((one) => BigInt(one.amount_in_cents) * BigInt(one.quantity))
          const sum = lines.reduce((all, line) => all + line, 0n)
          const charged = lines.reduce((all, line) => (line > 0n ? all + line : all), 0n)
          const max = BigInt(AMOUNT_MAX)
          if (total instanceof Problem) return sum < 1n || charged > max || lines.some((line) => line < -max)
          const fee = feeOf(total, terms(basisPoints, fixed))
          const { net } = shares(purchase('pending', 'captured', { total_in_cents: total, fee_in_cents: fee }))
          return BigInt(total) === sum && fee >= 0 && fee <= total && net >= 0 && fee + net === total
        },
      ),
      { numRuns: 2_000, verbose: true },
    )
  })

  it('small totals, one by one: the parts come to the whole', () => {
    for (let total = 1; total <= 20_000; total++) {
      const fee = feeOf(total as Cents, terms(290, 30))
      const exact = Math.min(total, Math.floor((total * 290 + 5_000) / 10_000) + 30)
      if (fee !== exact) expect([total, fee]).toEqual([total, exact])
    }
  })

  it.each([
    ['created', 'none', 320, 9_680],
    ['pending', 'captured', 320, 9_680],
    ['completed', 'settled', 320, 9_680],
    ['completed', 'none', 0, 0],
    ['canceled', 'none', 0, 0],
    ['canceled', 'voided', 0, 0],
    ['error', 'voided', 0, 0],
    ['reversed', 'returned', 320, 9_680],
    ['refunded', 'settled', 320, 9_680],
  ] as const)('%s with its charge %s costs %i and brings %i', (status, charge, fee, net) => {
    expect(shares(purchase(status, charge))).toEqual({ fee, net })
  })
})

it('the fraud refund window is open from the payment on, for its hours and no longer', () => {
  const paid = purchase('completed', 'settled')
  const later = (ms: number) => new Date(at.getTime() + ms)
  expect(inFraudWindow(paid, 72, later(0))).toBe(true)
  expect(inFraudWindow(paid, 72, later(72 * 3_600_000))).toBe(true)
  expect(inFraudWindow(paid, 72, later(72 * 3_600_000 + 1))).toBe(false)
  expect(inFraudWindow(purchase('created', 'none', { paid_at: null }), 72, at)).toBe(false)
})
