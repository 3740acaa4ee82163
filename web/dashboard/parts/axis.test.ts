import { expect, it } from 'vitest'
import { axisMarks } from './axis.ts'

it('an axis ends at or above the largest value, in at most four round steps', () => {
  expect(axisMarks(0)).toEqual([0, 0.5, 1])
  expect(axisMarks(100)).toEqual([0, 50, 100])
  expect(axisMarks(101)).toEqual([0, 50, 100, 150])
  expect(axisMarks(1_234_567)).toEqual([0, 500_000, 1_000_000, 1_500_000])
  for (let value = 1; value < 1e12; value = Math.ceil(value * 1.7)) {
    const marks = axisMarks(value)
    expect(marks.at(-1)).toBeGreaterThanOrEqual(value)
    expect(marks.length).toBeLessThanOrEqual(5)
  }
})

it('an axis of things that are counted has whole numbers alone', () => {
  expect([0, 1, 2, 3, 5].map((largest) => axisMarks(largest, true))).toEqual([
    [0, 1],
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 2, 4, 6],
  ])
  expect(axisMarks(2)).toEqual([0, 0.5, 1, 1.5, 2])
})
