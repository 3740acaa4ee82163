import { type Problem, problem } from '../kernel/errors.ts'
import { ownTokens, type TakeToken } from '../platform/token-buckets.ts'
import type { Caller } from './caller.ts'

/** The sender that requests are counted for: an API key, or an address. */
interface LimitedSender {
  readonly keyId: string
  readonly rateLimitPerSecond: Caller['rateLimitPerSecond']
}

/** Takes a token for each request, and refuses one that finds none. */
export function createRateLimit(
  defaultPerSecond: number,
  take: TakeToken = ownTokens(),
  senderInWords = 'with this key',
): (sender: LimitedSender) => void | Promise<void> {
  const refusal = (perSecond: number): Problem =>
    problem('rate_limited', {
      message: `More than ${perSecond} requests a second ${senderInWords}; wait a second and retry.`,
      headers: { 'retry-after': '1' },
    })

  return ({ keyId, rateLimitPerSecond }) => {
    const perSecond = rateLimitPerSecond ?? defaultPerSecond
    const taken = take(keyId, perSecond)
    if (taken === true) return
    if (taken === false) throw refusal(perSecond)
    return taken.then((isTaken) => {
      if (!isTaken) throw refusal(perSecond)
    })
  }
}
