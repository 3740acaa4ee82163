import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../platform/networks.ts'
import { authenticate } from './authentication.ts'
import { type Caller, callerIfAny, type FindCaller } from './caller.ts'
import { createRateLimit } from './rate-limit.ts'
import { refuseMissingScope } from './scopes.ts'

export interface AdmissionOptions {
  readonly findCaller: FindCaller
  readonly rateLimitPerSecond: number
}

/** Requests a second from one address to the pages, and of those that are refused for want of a key, per process. */
const PER_SECOND_FROM_ADDRESS = 1_000

/** Counts a request for the address that it comes from. Throws when there are too many. */
export function createAddressLimit(): (request: FastifyRequest, reply: FastifyReply) => void {
  const limit = createRateLimit(PER_SECOND_FROM_ADDRESS, undefined, 'address')
  return ({ ip }, reply) => void reply.headers(limit({ keyId: networkOf(ip), rateLimitPerSecond: undefined }))
}

/**
 * Finds the caller of a request to the API and counts the request: for the caller, or for the address where there is no
 * valid key. Returns without a promise when the key is in the process's cache.
 */
export function createAdmission(
  options: AdmissionOptions,
): (request: FastifyRequest, reply: FastifyReply) => undefined | Promise<undefined> {
  const limit = createRateLimit(options.rateLimitPerSecond)
  const limitAddress = createAddressLimit()

  function admit(caller: Caller, request: FastifyRequest, reply: FastifyReply): undefined {
    reply.headers(limit(caller))
    refuseMissingScope(request, caller)
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): never {
    if (!callerIfAny(request)) limitAddress(request, reply)
    throw error
  }

  return (request, reply) => {
    const refused = (error: unknown): never => refuse(error, request, reply)
    try {
      const caller = authenticate(request, options.findCaller)
      if (!(caller instanceof Promise)) return admit(caller, request, reply)
      return caller.then((found) => admit(found, request, reply)).catch(refused)
    } catch (error) {
      return refused(error)
    }
  }
}
