import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Id, TenantId } from '../kernel/ids.ts'

/** Whom a valid key speaks for. */
export interface Caller {
  readonly tenant: TenantId
  readonly keyId: Id<'apiKey'>
  readonly rateLimitPerSecond: number | undefined
}

export type KeyRejection = 'unknown' | 'revoked' | 'other_environment'

/** Finds the caller of an API key; implemented by tenants/, which this layer does not know. `from`: who guesses too often. */
export type FindCaller = (key: string, from: { readonly ip: string }) => Promise<Caller | KeyRejection> | Caller

const CALLER = Symbol('caller')

interface WithCaller {
  [CALLER]?: Caller | undefined
}

/** Declared ahead, so that every request has one shape; a WeakMap cost 5 % of all requests here. */
export function declareCaller(app: FastifyInstance): void {
  app.decorateRequest(CALLER, undefined)
}

export function setCaller(request: FastifyRequest, caller: Caller): void {
  ;(request as WithCaller)[CALLER] = caller
}

export const callerIfAny = (request: FastifyRequest): Caller | undefined => (request as WithCaller)[CALLER]

export function callerOf(request: FastifyRequest): Caller {
  const caller = callerIfAny(request)
  if (!caller) throw new Error('a handler ran without authentication')
  return caller
}
