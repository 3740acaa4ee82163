import { expect, it } from 'vitest'
import { warningsOf } from './pay-warnings.ts'

const AT = '2031-03-10T10:00:00.000Z'
const asked = { amount_in_cents: 900, type: 'direct', activity: [], created_at: AT } as const
const paid = (amount_in_cents: number, status = 'sent', created_at = '2031-03-01T10:00:00.000Z') =>
  ({ amount_in_cents, status, created_at }) as never
const warnings = (earlier: readonly never[] | undefined, more: object = {}) =>
  warningsOf({ ...asked, ...more }, earlier, (moment) => moment).map((text) => text.slice(0, 12))

it('an ordinary payment has none, and none is shown before the earlier payouts are read', () => {
  expect(warnings([paid(400), paid(500), paid(301)])).toEqual([])
  expect(warnings(undefined)).toEqual([])
})

it('an amount of three times the largest of at least three is unusual; failed ones do not count', () => {
  expect(warnings([paid(100), paid(300), paid(299)])).toEqual(['Unusually la'])
  expect(warnings([paid(100), paid(300)])).toEqual([])
  expect(warnings([paid(100), paid(300), paid(299), paid(5_000, 'returned')])).toEqual(['Unusually la'])
})

it('the same amount within a day is asked about', () => {
  expect(warnings([paid(900, 'sent', '2031-03-09T10:00:01.000Z')])).toEqual(['The same amo'])
  expect(warnings([paid(900, 'sent', '2031-03-09T09:59:59.000Z')])).toEqual([])
  expect(warnings([paid(900, 'canceled', AT)])).toEqual([])
})

it('a creator who is new or has not connected, and an approval that is needed, are said', () => {
  expect(warnings([])).toEqual(['This is the '])
  expect(warnings([paid(900)], { type: 'unclaimed' })).toEqual(['The creator '])
  const activity = [
    { entry: 'Awaits approval', date: AT, type: 'status_change', status: 'ready', code: 'awaiting_approval' },
  ]
  expect(warnings([paid(900)], { activity })).toEqual(['Others must '])
})
