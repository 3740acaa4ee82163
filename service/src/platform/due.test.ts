import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { type CallingKind, runNextDue, turnEnd } from './due.ts'

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

describe('a step', () => {
  const kind = (at: number, moves: number): CallingKind => ({
    name: 'calls',
    stepMs: () => 2_000,
    tenants: async () => [],
    next: async () => new Date(at),
    call: async () => moves,
  })
  const step = (now: number, ...kinds: CallingKind[]) =>
    runNextDue({} as never, kinds, 1 as TenantId, new Date(now), { slackMs: 1_000, isBesideRequests: true })

  it('leaves nothing that was due when it took fewer rows than it may, up to now, and no other kind was due', async () => {
    expect(await step(1_500, kind(1_000, 3), kind(1_600, 1))).toEqual({ moved: 3, mayLeaveSome: false })
    expect(await step(500, kind(1_000, 3))).toBeUndefined()
  })

  it.each([
    ['it took as many as it may', [1_500, kind(1_000, 500)]],
    ['its turn ended before now', [9_000, kind(1_000, 3)]],
    ['another kind was due', [1_500, kind(1_000, 3), kind(1_400, 1)]],
  ] as const)('may leave some when %s', async (_, [now, ...kinds]) => {
    expect(await step(now, ...kinds)).toMatchObject({ mayLeaveSome: true })
  })
})
