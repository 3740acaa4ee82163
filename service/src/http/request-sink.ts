import type { FastifyRequest } from 'fastify'
import type { TenantId } from '../kernel/ids.ts'
import { BASE_PATH } from './base-path.ts'
import { callerIfAny, delegateOf } from './caller.ts'
import type { Api } from './server.ts'

/** A request that was answered. */
export interface AnsweredRequest {
  readonly tenant: TenantId
  readonly keyId: string
  readonly id: string
  readonly method: string
  /** Path and query, below the base address. */
  readonly url: string
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
  readonly requestBody: unknown
  readonly responseBody: string | undefined
}

/** Neither may wait or throw: they are called within every request. */
export interface RequestSink {
  /** Whether one with this status would be kept. */
  wants(status: number): boolean
  add(request: AnsweredRequest): void
}

const ANSWER = Symbol('answer')

interface WithAnswer {
  [ANSWER]?: string | undefined
}

const belowBase = (url: string): string => (url.startsWith(BASE_PATH) ? url.slice(BASE_PATH.length) : url)

/** Every request made with a key. Those of people at the dashboard are in its audit log. */
export function keepRequests(api: Api, sink: RequestSink): void {
  api.decorateRequest(ANSWER, undefined)
  api.addHook('onSend', (request, reply, payload, done) => {
    const kept = callerIfAny(request) && !delegateOf(request.raw) && sink.wants(reply.statusCode)
    if (kept) (request as WithAnswer)[ANSWER] = typeof payload === 'string' ? payload : ''
    done(null, payload)
  })
  api.addHook('onResponse', (request, reply, done) => {
    const answer = (request as WithAnswer)[ANSWER]
    if (answer !== undefined) sink.add(answered(request, reply.statusCode, reply.elapsedTime, answer))
    done()
  })
}

function answered(request: FastifyRequest, status: number, ms: number, answer: string): AnsweredRequest {
  const { tenant, keyId } = callerIfAny(request) as NonNullable<ReturnType<typeof callerIfAny>>
  return {
    tenant,
    keyId,
    id: request.id,
    method: request.method,
    url: belowBase(request.url),
    route: request.routeOptions.url && belowBase(request.routeOptions.url),
    status,
    ms,
    requestBody: request.body,
    responseBody: answer === '' ? undefined : answer,
  }
}
