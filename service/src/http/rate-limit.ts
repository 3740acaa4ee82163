import { type Problem, problem } from '../kernel/errors.ts'
import { ownTokens, type TakeToken } from '../platform/token-buckets.ts'
import type { Caller } from './caller.ts'

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

/** Takes a token for each request and says how many are left; refuses a request that finds none. */
export function createRateLimit(
  defaultPerSecond: number,
  take: TakeToken = ownTokens(),
  countedBy: keyof typeof SENDERS = 'key',
): (sender: LimitedSender) => RateLimitHeaders | Promise<RateLimitHeaders> {
  const policies = new Map<number, string>()

  function policyOf(perSecond: number): string {
    const known = policies.get(perSecond)
    if (known !== undefined) return known
    const policy = `"${countedBy}";q=${perSecond};w=1`
    policies.set(perSecond, policy)
    return policy
  }

  // The bucket is full again within a second, whatever is left in it.
  const headersOf = (keyId: string, perSecond: number): RateLimitHeaders => ({
    'ratelimit-policy': policyOf(perSecond),
    ratelimit: `"${countedBy}";r=${take.left(keyId)};t=1`,
  })

  const refusal = (keyId: string, perSecond: number): Problem =>
    problem('rate_limited', {
      message: `More than ${perSecond} requests a second ${SENDERS[countedBy]}; wait a second and retry.`,
      headers: { 'retry-after': '1', ...headersOf(keyId, perSecond) },
    })

  return ({ keyId, rateLimitPerSecond }) => {
    const perSecond = rateLimitPerSecond ?? defaultPerSecond
    const judge = (isTaken: boolean): RateLimitHeaders => {
      if (!isTaken) throw refusal(keyId, perSecond)
      return headersOf(keyId, perSecond)
    }
    const taken = take(keyId, perSecond)
    return typeof taken === 'boolean' ? judge(taken) : taken.then(judge)
  }
}
