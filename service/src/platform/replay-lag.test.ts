import { expect, it } from 'vitest'
import { ReplayLag } from './replay-lag.ts'

it('is not known before the standby has reached a place that was noted', () => {
  const lag = new ReplayLag()
  expect(lag.asOf(1_000)).toBeUndefined()
  lag.note(500, 10)
  expect(lag.asOf(499)).toBeUndefined()
  expect(lag.asOf(500)).toBe(10)
})

it('is the age of the newest place that the standby has reached', () => {
  const lag = new ReplayLag()
  lag.note(500, 10)
  lag.note(700, 20)
  lag.note(900, 30)
  expect(lag.asOf(650)).toBe(10)
  expect(lag.asOf(899)).toBe(20)
  expect(lag.asOf(5_000)).toBe(30)
})

it('does not grow while nobody writes', () => {
  const lag = new ReplayLag()
  lag.note(500, 10)
  lag.note(500, 20)
  lag.note(500, 30)
  expect(lag.asOf(500)).toBe(30)
})

it('is known as the oldest place that is remembered, however far the standby is behind', () => {
  const lag = new ReplayLag()
  for (let at = 0; at < 10_000; at += 1) lag.note(at, at)
  expect(lag.asOf(9_000)).toBeUndefined()
  expect(lag.asOf(9_500)).toBe(9_500)
})
