import { describe, expect, it } from 'vitest'
import { centsOf } from './amounts.ts'
import { momentOf } from './filters.ts'

describe('an amount that somebody typed', () => {
  it.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12.50', 1_250],
    ['0.07', 7],
    ['$1,250.99', 125_099],
    [' 99999999999.99 ', 9_999_999_999_999],
  ])('%s is %d cents', (typed, cents) => expect(centsOf(typed)).toBe(cents))

  it.each(['', 'abc', '1.234', '-5', '1e3', '.5', '12.', '1.2.3', '123456789012', '12,5', '1,25', '$ 5'])(
    '%s is none',
    (typed) => expect(centsOf(typed)).toBeUndefined(),
  )
})

it('may be negative where a discount may stand', () => {
  expect(centsOf('-5.25', { negative: true })).toBe(-525)
})

describe('a day of a filter', () => {
  it('begins at midnight, and `until` includes it', () => {
    const from = new Date(momentOf('from', '2026-03-01') ?? '')
    const until = new Date(momentOf('until', '2026-03-01') ?? '')
    expect([from.getFullYear(), from.getMonth(), from.getDate(), from.getHours()]).toEqual([2026, 2, 1, 0])
    expect([until.getMonth(), until.getDate(), until.getHours()]).toEqual([2, 2, 0])
  })

  it.each(['', '2026', '2026-13-', 'soon'])('%s is no day', (text) => expect(momentOf('from', text)).toBeUndefined())
})
