import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { runFirst, turnEnd } from './due.ts'

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
  const calls = (rank: number, at: number, moves: number) => ({
    rank,
    at: new Date(at),
    kind: {
      name: 'calls',
      stepMs: () => 2_000,
      tenantsStatement: () => expect.unreachable(),
      nextStatement: () => expect.unreachable(),
      call: async () => moves,
    },
  })
  const step = (now: number, ...due: ReturnType<typeof calls>[]) =>
    runFirst({} as never, due, 1 as TenantId, new Date(now), { slackMs: 1_000, isBesideRequests: true })

  it('leaves nothing that was due when it took fewer rows than it may, up to now, and no other kind was due', async () => {
    expect(await step(1_500, calls(0, 1_000, 3))).toEqual({ moved: 3, mayLeaveSome: false })
    expect(await step(500)).toBeUndefined()
  })

  it('is of the kind that is due first, and of the first in the list where two are due at once', async () => {
    expect(await step(1_500, calls(0, 1_400, 3), calls(1, 1_000, 4))).toMatchObject({ moved: 4 })
    expect(await step(1_500, calls(1, 1_000, 3), calls(0, 1_000, 4))).toMatchObject({ moved: 4 })
  })

  it.each([
    ['it took as many as it may', [1_500, calls(0, 1_000, 500)]],
    ['its turn ended before now', [9_000, calls(0, 1_000, 3)]],
    ['another kind was due', [1_500, calls(0, 1_000, 3), calls(1, 1_400, 1)]],
  ] as const)('may leave some when %s', async (_, [now, ...due]) => {
    expect(await step(now, ...due)).toMatchObject({ mayLeaveSome: true })
  })
})
