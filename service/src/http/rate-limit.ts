import { problem } from '../kernel/errors.ts'
import type { Caller } from './caller.ts'

interface Bucket {
  tokens: number
  filledAt: number
}

const KEYS_MAX = 10_000

/** The sender that requests are counted for: an API key, or an address. */
interface LimitedSender {
  readonly keyId: string
  readonly rateLimitPerSecond: Caller['rateLimitPerSecond']
}

/**
 * A token bucket per sender, in this process. It holds a second's worth of requests and refills evenly, by the process's
 * monotonic clock.
 */
export function createRateLimit(
  defaultPerSecond: number,
  now = () => performance.now(),
  senderInWords = 'with this key',
): (sender: LimitedSender) => void {
  const buckets = new Map<string, Bucket>()

  return (sender) => {
    const perSecond = sender.rateLimitPerSecond ?? defaultPerSecond
    const at = now()
    let bucket = buckets.get(sender.keyId)
    if (!bucket) {
      // Bounds the memory. The sender that was first seen longest ago gets a new bucket with its next request.
      if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value as string)
      bucket = { tokens: perSecond, filledAt: at }
      buckets.set(sender.keyId, bucket)
    }
    bucket.tokens = Math.min(perSecond, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond)
    bucket.filledAt = at
    if (bucket.tokens < 1) {
      throw problem('rate_limited', {
        message: `More than ${perSecond} requests a second ${senderInWords}; wait a second and retry.`,
        headers: { 'retry-after': '1' },
      })
    }
    bucket.tokens -= 1
  }
}
