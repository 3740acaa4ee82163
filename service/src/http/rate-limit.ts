import { problem } from '../kernel/errors.ts'
import type { Caller } from './caller.ts'

interface Bucket {
  tokens: number
  filledAt: number
}

const KEYS_MAX = 10_000

/** Whose requests are counted: a key's, or an address's. */
interface Counted {
  readonly keyId: string
  readonly rateLimitPerSecond: Caller['rateLimitPerSecond']
}

/**
 * A token bucket per API key, in this process: a second's worth of requests at once, refilled evenly. It measures a
 * span with the monotonic clock and asks no clock for the time.
 */
export function createRateLimit(
  defaultPerSecond: number,
  now = () => performance.now(),
  whose = 'with this key',
): (caller: Counted) => void {
  const buckets = new Map<string, Bucket>()

  return (caller) => {
    const perSecond = caller.rateLimitPerSecond ?? defaultPerSecond
    const at = now()
    let bucket = buckets.get(caller.keyId)
    if (!bucket) {
      // The oldest entry goes; with more keys than this at once, a limit is the least of the worries.
      if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value as string)
      bucket = { tokens: perSecond, filledAt: at }
      buckets.set(caller.keyId, bucket)
    }
    bucket.tokens = Math.min(perSecond, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond)
    bucket.filledAt = at
    if (bucket.tokens < 1) {
      throw problem('rate_limited', {
        message: `More than ${perSecond} requests a second ${whose}; wait a second and retry.`,
        headers: { 'retry-after': '1' },
      })
    }
    bucket.tokens -= 1
  }
}
