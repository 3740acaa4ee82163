import type { FastifyRequest } from 'fastify'
import type { Id, TenantId } from '../kernel/ids.ts'

/** Whom a valid key speaks for. */
export interface Caller {
  readonly tenant: TenantId
  readonly keyId: Id<'apiKey'>
  readonly rateLimitPerSecond: number | undefined
}

export type KeyRejection = 'unknown' | 'revoked' | 'other_environment'

/** Finds the caller of an API key; implemented by tenants/, which this layer does not know. */
export type FindCaller = (key: string) => Promise<Caller | KeyRejection> | Caller

const callers = new WeakMap<FastifyRequest, Caller>()

export function setCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

export function callerIfAny(request: FastifyRequest): Caller | undefined {
  return callers.get(request)
}

export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Error('a handler ran without authentication')
  return caller
}
