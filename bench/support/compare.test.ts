import { expect, it } from 'vitest'
import { compare, comparisonTable } from './compare.ts'

const passes = (...values: number[]) => values.map((value) => [{ name: 'create a payout: WAL', value, unit: 'bytes' }])

it('two programs are compared by their medians, with what each has been at least and at most', () => {
  const comparisons = compare(passes(90, 300, 100), passes(210, 200, 190))
  expect(comparisons).toEqual([
    {
      name: 'create a payout: WAL',
      unit: 'bytes',
      ours: { median: 100, min: 90, max: 300 },
      theirs: { median: 200, min: 190, max: 210 },
      ratio: 0.5,
    },
  ])
  expect(comparisonTable(comparisons)[1]).toMatch(
    /^ {2}create a payout: WAL, bytes +100 \(90–300\) +200 \(190–210\) +0\.500$/,
  )
})
