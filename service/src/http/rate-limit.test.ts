import { describe, expect, it } from 'vitest'
import type { Id, TenantId } from '../kernel/ids.ts'
import { ownTokens } from '../platform/token-buckets.ts'
import type { Caller } from './caller.ts'
import { createRateLimit } from './rate-limit.ts'

const caller = (key: string, rateLimitPerSecond?: number): Caller => ({
  tenant: 1 as TenantId,
  keyId: key as Id<'apiKey'>,
  rateLimitPerSecond,
  scopes: undefined,
})

function createLimit(perSecond: number) {
  const clock = { ms: 0 }
  const limit = createRateLimit(
    perSecond,
    ownTokens(() => clock.ms),
  )
  /** How many of `attempts` requests pass at this moment. */
  const passed = (from: Caller, attempts: number): number => {
    let count = 0
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        limit(from)
        count++
      } catch {}
    }
    return count
  }
  return { clock, limit, passed }
}

describe('the rate limit', () => {
  it("a second's worth of requests passes at once and the next is refused", () => {
    const { limit, passed } = createLimit(5)
    expect(passed(caller('key_a'), 5)).toBe(5)
    expect(() => limit(caller('key_a'))).toThrow(
      'More than 5 requests a second with this key; wait a second and retry.',
    )
  })

  it('a refusal is a 429 that says when to come back', () => {
    const { limit, passed } = createLimit(1)
    passed(caller('key_a'), 1)
    try {
      limit(caller('key_a'))
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited', status: 429, details: { headers: { 'retry-after': '1' } } })
    }
  })

  it('requests come back evenly, and no more than a second is saved up', () => {
    const { clock, passed } = createLimit(10)
    passed(caller('key_a'), 10)
    clock.ms += 300
    expect(passed(caller('key_a'), 10)).toBe(3)
    clock.ms += 3_600_000
    expect(passed(caller('key_a'), 100)).toBe(10)
  })

  it('who waits the second they were told to is let in', () => {
    const { clock, passed } = createLimit(1)
    expect(passed(caller('key_a'), 2)).toBe(1)
    clock.ms += 1_000
    expect(passed(caller('key_a'), 1)).toBe(1)
  })

  it('refused requests cost nothing', () => {
    const { clock, passed } = createLimit(10)
    passed(caller('key_a'), 1_000)
    clock.ms += 1_000
    expect(passed(caller('key_a'), 100)).toBe(10)
  })

  it('one key does not use up the limit of another', () => {
    const { passed } = createLimit(3)
    expect(passed(caller('key_a'), 10)).toBe(3)
    expect(passed(caller('key_b'), 10)).toBe(3)
  })

  it("a tenant's own limit takes the place of the service's", () => {
    const { passed } = createLimit(3)
    expect(passed(caller('key_a', 7), 10)).toBe(7)
    expect(passed(caller('key_b', 1), 10)).toBe(1)
  })

  it('a limit that was lowered holds from the next request on', () => {
    const { passed } = createLimit(100)
    passed(caller('key_a'), 1)
    expect(passed(caller('key_a', 2), 10)).toBe(2)
  })

  it('every answer says what the limit is and what is left of it, the refusal too', () => {
    const { clock, limit } = createLimit(2)
    expect(limit(caller('key_a'))).toEqual({ 'ratelimit-policy': '"key";q=2;w=1', ratelimit: '"key";r=1;t=1' })
    expect(limit(caller('key_a'))).toMatchObject({ ratelimit: '"key";r=0;t=1' })
    expect(() => limit(caller('key_a'))).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({
          headers: { 'retry-after': '1', 'ratelimit-policy': '"key";q=2;w=1', ratelimit: '"key";r=0;t=1' },
        }),
      }),
    )
    clock.ms += 1_000
    expect(limit(caller('key_a', 7))).toEqual({ 'ratelimit-policy': '"key";q=7;w=1', ratelimit: '"key";r=6;t=1' })
  })

  it('by address it says so', () => {
    const limit = createRateLimit(
      1,
      ownTokens(() => 0),
      'address',
    )
    const sender = { keyId: '192.0.2.7', rateLimitPerSecond: undefined }
    expect(limit(sender)).toMatchObject({ 'ratelimit-policy': '"address";q=1;w=1' })
    expect(() => limit(sender)).toThrow('from this address')
  })
})
