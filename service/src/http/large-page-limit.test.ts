import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { TenantId } from '../kernel/ids.ts'
import { type Caller, setCaller } from './caller.ts'
import { createLargePageLimit } from './large-page-limit.ts'

/** A request that is under way until its reply closes. */
function asking(limit: ReturnType<typeof createLargePageLimit>, tenant: number | undefined, page_size?: number) {
  const request = { query: { page_size } } as FastifyRequest
  if (tenant !== undefined) setCaller(request, { tenant: tenant as TenantId } as Caller)
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  let refused: Error | undefined
  limit(request, { raw } as unknown as FastifyReply, (error) => {
    refused = error
  })
  return { refused, close: () => raw.emit('close') }
}

describe('large pages of one tenant', () => {
  it('are ten at a time; the next is taken once one of them is with its receiver', () => {
    const limit = createLargePageLimit()
    const [first, ...others] = Array.from({ length: 10 }, () => asking(limit, 1, 1_000))
    for (const { refused } of others) expect(refused).toBeUndefined()
    expect(asking(limit, 1, 101).refused).toMatchObject({ code: 'rate_limited', status: 429 })
    expect(asking(limit, 2, 1_000).refused).toBeUndefined()
    first?.close()
    expect(asking(limit, 1, 1_000).refused).toBeUndefined()
    expect(asking(limit, 1, 1_000).refused).toMatchObject({ code: 'rate_limited' })
  })

  it('are forgotten once they are closed', () => {
    const limit = createLargePageLimit()
    for (let nth = 0; nth < 100; nth++) {
      const page = asking(limit, 1, 1_000)
      expect(page.refused).toBeUndefined()
      page.close()
    }
  })

  it('do not count small pages, pages of the usual size, and those of operators', () => {
    const limit = createLargePageLimit()
    for (let nth = 0; nth < 50; nth++) {
      expect(asking(limit, 1, 100).refused).toBeUndefined()
      expect(asking(limit, 1).refused).toBeUndefined()
      expect(asking(limit, undefined, 1_000).refused).toBeUndefined()
    }
  })
})
