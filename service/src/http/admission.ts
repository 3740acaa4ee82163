import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../kernel/environment.ts'
import { networkOf } from '../platform/networks.ts'
import type { TakeToken } from '../platform/token-buckets.ts'
import { authenticate } from './authentication.ts'
import type { Caller, FindCaller } from './caller.ts'
import { createRateLimit, type RateLimitHeaders } from './rate-limit.ts'
import { refuseMissingScope } from './scopes.ts'

export interface AdmissionOptions {
  readonly environment: Environment
  readonly findCaller: FindCaller
  readonly rateLimitPerSecond: number
  /** Where rate limits take their tokens, when they are shared with other processes. */
  readonly tokensOf?: ((scope: string) => TakeToken) | undefined
  /** Called with a request that is refused for its key, before the answer. */
  readonly onRefused?: ((request: FastifyRequest) => Promise<void> | undefined) | undefined
}

/** Requests a second from one address to the pages, and of those that are refused for want of a key. */
const PER_SECOND_FROM_ADDRESS = 1_000

/** Counts a request for the address that it comes from. Throws, or rejects, when there are too many. */
export function createAddressLimit({
  environment,
  tokensOf,
}: Pick<AdmissionOptions, 'environment' | 'tokensOf'>): (
  request: FastifyRequest,
  reply: FastifyReply,
) => void | Promise<void> {
  const limit = createRateLimit(PER_SECOND_FROM_ADDRESS, tokensOf?.(`${environment} addresses`), 'address')
  return ({ ip }, reply) => {
    const counted = limit({ keyId: networkOf(ip), rateLimitPerSecond: undefined })
    return counted instanceof Promise
      ? counted.then((headers) => void reply.headers(headers))
      : void reply.headers(counted)
  }
}

/**
 * Finds the caller of a request to the API and counts the request: for the caller, or for the address where there is no
 * valid key. Returns without a promise when the key is in the process's cache and its limit has a token in hand.
 */
export function createAdmission(
  options: AdmissionOptions,
): (request: FastifyRequest, reply: FastifyReply) => undefined | Promise<undefined> {
  const { environment, tokensOf } = options
  const limit = createRateLimit(options.rateLimitPerSecond, tokensOf?.(`${environment} keys`))
  const limitAddress = createAddressLimit(options)

  function admit(caller: Caller, request: FastifyRequest, reply: FastifyReply): undefined | Promise<undefined> {
    const accept = (headers: RateLimitHeaders): undefined => {
      reply.headers(headers)
      refuseMissingScope(request, caller)
    }
    const counted = limit(caller)
    return counted instanceof Promise ? counted.then(accept) : accept(counted)
  }

  /** Also where it is known whose key it was: an expired key, or one from another network, must not be a way around limits. */
  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<never> {
    await limitAddress(request, reply)
    await options.onRefused?.(request)
    throw error
  }

  return (request, reply) => {
    const refused = (error: unknown): Promise<never> => refuse(error, request, reply)
    let caller: Caller | Promise<Caller>
    try {
      caller = authenticate(request, options.findCaller)
    } catch (error) {
      return refused(error)
    }
    if (!(caller instanceof Promise)) return admit(caller, request, reply)
    return caller.then((found) => admit(found, request, reply), refused)
  }
}
