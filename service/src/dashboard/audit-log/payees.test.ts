import { describe, expect, it } from 'vitest'
import { inParts, PAYEES_MAX } from './payees.ts'

const ENTRY = { action: 'payments.make', subject: 'file_1', details: { amount_in_cents: 5 } }
const payees = (count: number) => Array.from({ length: count }, (_none, nth) => ({ account_connection: `acon_${nth}` }))
const namedIn = (entries: readonly { details?: object }[]) =>
  entries.flatMap(({ details }) => (details as { payees?: object[] }).payees ?? [])

describe('the entries of several payouts', () => {
  it('are the one entry, as it is, where no payee is named', () => {
    expect(inParts(ENTRY, [])).toEqual([ENTRY])
  })

  it('are one while its payees fit', () => {
    const [entry, ...further] = inParts(ENTRY, payees(PAYEES_MAX))
    expect(further).toEqual([])
    expect(entry).toEqual({ ...ENTRY, details: { amount_in_cents: 5, payees: payees(PAYEES_MAX) } })
  })

  it.each([PAYEES_MAX + 1, 3 * PAYEES_MAX, 10_000])(
    'name each of %i once, in order, a bounded number in each',
    (count) => {
      const entries = inParts(ENTRY, payees(count))
      expect(namedIn(entries)).toEqual(payees(count))
      expect(Math.max(...entries.map((entry) => namedIn([entry]).length))).toBe(PAYEES_MAX)
      const parts = Math.ceil(count / PAYEES_MAX)
      expect(entries.map(({ details }) => details)).toMatchObject(
        Array.from({ length: parts }, (_none, nth) => ({ part: nth + 1, parts })),
      )
      expect(entries.filter(({ action, subject }) => action !== ENTRY.action || subject !== ENTRY.subject)).toEqual([])
      // The sum stands once, so that it is not added up with itself.
      expect(entries.filter(({ details }) => 'amount_in_cents' in details)).toHaveLength(1)
    },
  )
})
