import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { type Caller, setCaller } from './caller.ts'
import { createLargePageLimit } from './large-page-limit.ts'

const LONG_MS = 600_000

/** A request that is under way until its reply closes. */
function asking(limit: ReturnType<typeof createLargePageLimit>, tenant: number | undefined, page_size?: number) {
  const request = { query: { page_size } } as FastifyRequest
  if (tenant !== undefined) setCaller(request, { tenant: tenant as TenantId } as Caller)
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  const done = vi.fn<(error?: Error) => void>()
  limit(request, { raw } as unknown as FastifyReply, done)
  return { done, close: () => raw.emit('close') }
}

type Asked = ReturnType<typeof asking>
const isTaken = ({ done }: Asked) => done.mock.calls.length === 1 && done.mock.calls[0]?.[0] === undefined
const waits = ({ done }: Asked) => done.mock.calls.length === 0

describe('large pages of one tenant', () => {
  it('are ten at a time; others wait, and are taken in their order as those are with their receivers', () => {
    const limit = createLargePageLimit(LONG_MS)
    const ten = Array.from({ length: 10 }, () => asking(limit, 1, 1_000))
    expect(ten.every(isTaken)).toBe(true)
    const next = asking(limit, 1, 101)
    const last = asking(limit, 1, 1_000)
    expect([waits(next), waits(last)]).toEqual([true, true])
    expect(isTaken(asking(limit, 2, 1_000))).toBe(true)
    ten[0]?.close()
    expect([isTaken(next), waits(last)]).toEqual([true, true])
    next.close()
    expect(isTaken(last)).toBe(true)
    for (const one of [...ten.slice(1), last]) one.close()
    const again = Array.from({ length: 10 }, () => asking(limit, 1, 1_000))
    expect(again.every(isTaken)).toBe(true)
    const over = asking(limit, 1, 1_000)
    expect(waits(over)).toBe(true)
    over.close()
  })

  it('are refused once they have waited for too long, and their place is not lost', async () => {
    const limit = createLargePageLimit(1)
    const ten = Array.from({ length: 10 }, () => asking(limit, 1, 1_000))
    const refused = asking(limit, 1, 1_000)
    await expect.poll(() => refused.done.mock.calls[0]?.[0]).toMatchObject({ code: 'rate_limited', status: 429 })
    for (const one of ten) one.close()
    refused.close()
    expect(isTaken(asking(limit, 1, 1_000))).toBe(true)
  })

  it('are given up by callers who leave while they wait', () => {
    const limit = createLargePageLimit(LONG_MS)
    const [first] = Array.from({ length: 10 }, () => asking(limit, 1, 1_000))
    const left = asking(limit, 1, 1_000)
    const next = asking(limit, 1, 1_000)
    left.close()
    expect(left.done).toHaveBeenCalledOnce()
    first?.close()
    expect(isTaken(next)).toBe(true)
  })

  it('are forgotten once they are closed', () => {
    const limit = createLargePageLimit(LONG_MS)
    for (let nth = 0; nth < 100; nth++) {
      const page = asking(limit, 1, 1_000)
      expect(isTaken(page)).toBe(true)
      page.close()
    }
  })

  it('do not count small pages, pages of the usual size, and those of operators', () => {
    const limit = createLargePageLimit(LONG_MS)
    for (let nth = 0; nth < 50; nth++) {
      expect(isTaken(asking(limit, 1, 100))).toBe(true)
      expect(isTaken(asking(limit, 1))).toBe(true)
      expect(isTaken(asking(limit, undefined, 1_000))).toBe(true)
    }
  })
})
