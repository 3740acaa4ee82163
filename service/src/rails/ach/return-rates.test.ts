import { expect, it } from 'vitest'
import { returnRates } from './return-rates.ts'

const rate = (entries: number, returns: { code: string; count: number }[]) =>
  returnRates(entries, returns).map(({ kind, returned, isAbove }) => [kind, returned, isAbove])

it("returns are measured against each of Nacha's thresholds", () => {
  expect(rate(1_000, [{ code: 'R03', count: 30 }])).toEqual([
    ['unauthorized', 0, false],
    ['administrative', 30, false],
    ['all', 30, false],
  ])
  expect(
    rate(1_000, [
      { code: 'R02', count: 1 },
      { code: 'R03', count: 30 },
      { code: 'R10', count: 6 },
      { code: 'R01', count: 114 },
    ]),
  ).toEqual([
    ['unauthorized', 6, true],
    ['administrative', 31, true],
    ['all', 151, true],
  ])
})

it('where nothing was sent, nothing is above', () => {
  expect(returnRates(0, []).every(({ rate, isAbove }) => rate === 0 && !isAbove)).toBe(true)
})
