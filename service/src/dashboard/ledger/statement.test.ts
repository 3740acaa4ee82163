import { describe, expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { PeriodDay } from '../../ledger/index.ts'
import { placeOf } from './statement.ts'

const day = (date: number, transfers: number, amount: number): PeriodDay => ({
  day: `2031-03-${String(date).padStart(2, '0')}`,
  transfers,
  amount: cents(amount),
  first: null,
  last: null,
})

const period = { opening: cents(1_000), days: [day(1, 3, 30), day(2, 1, -500), day(4, 10, 7)] }
const place = (page: number, pageSize: number) => {
  const { days, opening, skip } = placeOf(period, { page, pageSize })
  return [days.map((one) => Number(one.day.slice(-2))), opening, skip]
}

describe('the place of a page in a statement', () => {
  it('takes as many days as it needs and no more', () => {
    expect(place(1, 3)).toEqual([[1], 1_000, 0])
    expect(place(1, 4)).toEqual([[1, 2], 1_000, 0])
    expect(place(1, 50)).toEqual([[1, 2, 4], 1_000, 0])
  })

  it('begins inside a day where the page before it ended', () => {
    expect(place(2, 2)).toEqual([[1, 2], 1_000, 2])
    expect(place(3, 2)).toEqual([[4], 530, 0])
    expect(place(4, 3)).toEqual([[4], 530, 5])
  })

  it('has no days past the end', () => {
    expect(place(8, 2)).toEqual([[], 537, 0])
    expect(placeOf({ opening: cents(5), days: [] }, { page: 1, pageSize: 10 })).toEqual({
      days: [],
      opening: 5,
      skip: 0,
    })
  })
})
