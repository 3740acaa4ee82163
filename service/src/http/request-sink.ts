import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TenantId } from '../kernel/ids.ts'
import { BASE_PATH } from './base-path.ts'
import { callerIfAny, type Delegate, delegateOf } from './caller.ts'

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

/** What waits to be written is held in memory: of a larger body only the size is. */
const BODY_MAX = 32_768

const omitted = (size: number | undefined) => ({ omitted: size === undefined ? 'a stream' : `${size} bytes` })

const ANSWER = Symbol('answer')

interface WithAnswer {
  [ANSWER]?: string | undefined
}

const belowBase = (url: string): string => (url.startsWith(BASE_PATH) ? url.slice(BASE_PATH.length) : url)

/** Every request made with a key is kept; that of a person is told to whoever let them in. */
export function watchAnswers(
  api: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>,
  sink: RequestSink | undefined,
): void {
  api.decorateRequest(ANSWER, undefined)
  api.decorateRequest(TOLD, undefined)
  // One hook for both: each costs every request.
  api.addHook('onSend', (request, reply, payload, done) => {
    const delegate = delegateOf(request.raw)
    if (delegate) return tell(delegate, request, reply.statusCode, done)
    if (sink && callerIfAny(request) && sink.wants(reply.statusCode)) {
      ;(request as WithAnswer)[ANSWER] = typeof payload === 'string' ? heldText(payload) : ''
    }
    done()
  })
  if (!sink) return
  api.addHook('onResponse', (request, reply, done) => {
    const answer = (request as WithAnswer)[ANSWER]
    if (answer !== undefined) sink.add(answered(request, reply.statusCode, reply.elapsedTime, answer))
    done()
  })
}

const TOLD = Symbol('told')

interface WithTold {
  [TOLD]?: boolean
}

/**
 * The answer waits until it is told. To Fastify a handler that has sent it, and ends meanwhile, has sent nothing: it sends
 * an empty one after it, which is left here.
 */
function tell(delegate: Delegate, request: FastifyRequest, status: number, done: (error?: Error) => void): void {
  const asked = request as WithTold
  if (asked[TOLD]) return
  asked[TOLD] = true
  delegate.answered(status).then(
    () => done(),
    (error: Error) => {
      // Now the answer is another one.
      asked[TOLD] = false
      done(error)
    },
  )
}

const heldText = (text: string): string => (text.length > BODY_MAX ? JSON.stringify(omitted(text.length)) : text)

function heldBody({ body, headers }: FastifyRequest): unknown {
  if (body === undefined) return undefined
  const size = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  return size !== undefined && size <= BODY_MAX ? body : omitted(size)
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
    requestBody: heldBody(request),
    responseBody: answer === '' ? undefined : answer,
  }
}
