import { problem } from '../kernel/errors.ts'
import type { Caller } from './caller.ts'

interface Bucket {
  tokens: number
  filledAt: number
  perSecond: number
  policy: string
}

const KEYS_MAX = 10_000

/** The sender that requests are counted for: an API key, or an address. */
interface LimitedSender {
  readonly keyId: string
  readonly rateLimitPerSecond: Caller['rateLimitPerSecond']
}

/** The kinds of senders that requests are counted for: the name in the policy, and how a refusal calls it. */
const SENDERS = { key: 'with this key', address: 'from this address' }

/** The fields of draft-ietf-httpapi-ratelimit-headers. */
export interface RateLimitHeaders extends Record<string, string> {
  readonly 'ratelimit-policy': string
  readonly ratelimit: string
}

/**
 * A token bucket per sender, in this process. It holds a second's worth of requests and refills evenly, by the process's
 * monotonic clock. Counts a request and says what is left; throws when nothing is.
 */
export function createRateLimit(
  defaultPerSecond: number,
  now = () => performance.now(),
  countedBy: keyof typeof SENDERS = 'key',
): (sender: LimitedSender) => RateLimitHeaders {
  const buckets = new Map<string, Bucket>()
  const policyOf = (perSecond: number): string => `"${countedBy}";q=${perSecond};w=1`
  // The bucket is full again within a second, whatever is left in it.
  const headersOf = ({ policy, tokens }: Bucket): RateLimitHeaders => ({
    'ratelimit-policy': policy,
    ratelimit: `"${countedBy}";r=${Math.floor(tokens)};t=1`,
  })

  return (sender) => {
    const perSecond = sender.rateLimitPerSecond ?? defaultPerSecond
    const at = now()
    let bucket = buckets.get(sender.keyId)
    if (!bucket) {
      // Bounds the memory. The sender that was first seen longest ago gets a new bucket with its next request.
      if (buckets.size >= KEYS_MAX) buckets.delete(buckets.keys().next().value as string)
      bucket = { tokens: perSecond, filledAt: at, perSecond, policy: policyOf(perSecond) }
      buckets.set(sender.keyId, bucket)
    } else if (bucket.perSecond !== perSecond) Object.assign(bucket, { perSecond, policy: policyOf(perSecond) })
    bucket.tokens = Math.min(perSecond, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond)
    bucket.filledAt = at
    if (bucket.tokens < 1) {
      throw problem('rate_limited', {
        message: `More than ${perSecond} requests a second ${SENDERS[countedBy]}; wait a second and retry.`,
        headers: { 'retry-after': '1', ...headersOf(bucket) },
      })
    }
    bucket.tokens -= 1
    return headersOf(bucket)
  }
}
