import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TenantId } from '../kernel/ids.ts'

/** Whom a valid key, or a person who is signed in, speaks for. */
export interface Caller {
  readonly tenant: TenantId
  /** The key's id, or the person's: whose requests are counted and logged. */
  readonly keyId: string
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

/** Somebody who speaks for a tenant without a key, as whoever lets them in has found out. */
export interface Delegate {
  readonly caller: Caller
  /** Before anything is done: throws when this caller may not. The route is the pattern that was found. */
  permit(method: string, route: string, requestId: string): Promise<void>
  /** After it was done, or refused, and before the answer goes out. */
  answered(status: number): Promise<void>
}

const DELEGATE = Symbol('delegate')

interface WithDelegate {
  [DELEGATE]?: Delegate
}

/** On the raw request, which nothing from outside can reach: a request that carries one needs no key. */
export function setDelegate(raw: IncomingMessage, delegate: Delegate): void {
  ;(raw as WithDelegate)[DELEGATE] = delegate
}

export const delegateOf = (raw: IncomingMessage): Delegate | undefined => (raw as WithDelegate)[DELEGATE]
