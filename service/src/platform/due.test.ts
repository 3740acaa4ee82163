import { describe, expect, it } from 'vitest'
import { turnEnd } from './due.ts'

const due = (at: number, rank: number, stepMs = 2_000) => ({ at: new Date(at), rank, kind: { stepMs: () => stepMs } })

describe('the turn of a kind with something due', () => {
  it('ends when the next kind is due: that moment is whose rank is lower', () => {
    expect(turnEnd(due(1_000, 0), [due(1_500, 5)], 0)).toBe(1_500)
    expect(turnEnd(due(1_000, 5), [due(1_500, 0)], 0)).toBe(1_499)
    expect(turnEnd(due(1_000, 3), [due(1_500, 5), due(1_500, 0)], 0)).toBe(1_499)
  })

  it('ends before what follows from its own steps', () => {
    expect(turnEnd(due(1_000, 0), [], 0)).toBe(2_999)
    expect(turnEnd(due(1_000, 0), [due(9_000, 1)], 5_000)).toBe(2_999)
  })

  it('goes on as long as the order need not be exact', () => {
    expect(turnEnd(due(1_000, 0), [due(1_001, 1), due(1_002, 2)], 1_000)).toBe(2_000)
    expect(turnEnd(due(1_000, 0), [due(2_500, 1)], 1_000)).toBe(2_500)
  })
})
