import { expect, it } from 'vitest'
import { gains, priced } from './bounds.ts'
import { compare } from './compare.ts'
import { holds } from './report.ts'

const line = (name: string, value: number) => ({ name, value, unit: 'µs' })

it('a payout has a price, and what has none is only told', () => {
  const [sent, wal] = priced([line('send a payout: CPU of both', 91), line('send a payout: WAL', 3_700)])
  expect(sent).toEqual({ name: 'send a payout: CPU of both', value: 91, unit: 'µs', atMost: 90 })
  expect(wal).toEqual({ name: 'send a payout: WAL', value: 3_700, unit: 'µs' })
})

it.each([
  ['POST /payout, everything running: rate', 2_000, 1_000, true],
  ['POST /payout, everything running: rate', 1_999, 1_000, false],
  ['POST /payout, everything running: p99', 25, 100, true],
  ['POST /payout, everything running: p99', 26, 100, false],
  ['GET /payout/:id: rate', 3_000, 1_000, true],
  ['GET /payout/:id: rate', 2_999, 1_000, false],
  ['create a payout: CPU of both', 68, 100, true],
  ['create a payout: CPU of both', 69, 100, false],
  ['send a payout: CPU of both', 58, 100, true],
  ['send a payout: CPU of both', 59, 100, false],
  ["a payout's life: CPU of both", 64, 100, true],
  ["a payout's life: CPU of both", 65, 100, false],
  ['purchase, create + commit: CPU of both', 105, 100, true],
  ['purchase, create + commit: CPU of both', 106, 100, false],
])('%s of %d beside %d holds: %s', (name, ours, theirs, held) => {
  const [ratio, ...others] = gains(compare([[line(name, ours)]], [[line(name, theirs)]]))
  expect(ratio).toMatchObject({ name: `${name}, to version 0.1`, value: ours / theirs })
  expect(others).toEqual([])
  expect(ratio && holds(ratio)).toBe(held)
})
