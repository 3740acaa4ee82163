import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TenantId } from '../kernel/ids.ts'
import { BASE_PATH } from './base-path.ts'
import { callerIfAny, type Delegate, delegateOf } from './caller.ts'

/** By their names in lower case. */
export type LoggedHeaders = Readonly<Record<string, string>>

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
  readonly requestHeaders: LoggedHeaders
  readonly responseHeaders: LoggedHeaders
  readonly requestBody: unknown
  readonly responseBody: string | undefined
}

/** Stores answered requests. Both methods run within every request, so they must neither wait nor throw. */
export interface RequestLog {
  /** Whether a request with this status would be kept. */
  wants(status: number): boolean
  add(request: AnsweredRequest): void
}

/** Bodies wait in memory until they are written. A longer body is replaced by its size. */
const BODY_MAX = 32_768

const omitted = (size: number | undefined) => ({ omitted: size === undefined ? 'a stream' : `${size} bytes` })

/** Headers that explain a request. No other is kept: of those nobody knows what they hold. */
const REQUEST_HEADERS = ['accept', 'content-length', 'content-type', 'idempotency-key', 'traceparent', 'user-agent']
const RESPONSE_HEADERS = ['content-type', 'deprecation', 'idempotent-replayed', 'request-id', 'retry-after', 'sunset']

const HEADER_MAX = 300

function chosenHeaders(headers: Readonly<Record<string, unknown>>, names: readonly string[]): LoggedHeaders {
  const chosen: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) chosen[name] = String(value).slice(0, HEADER_MAX)
  }
  return chosen
}

const ANSWER = Symbol('answer')

interface WithAnswer {
  [ANSWER]?: string | undefined
}

const IS_READ = Symbol('is read')

interface WithIsRead {
  [IS_READ]?(): boolean
}

/** Whether the text of the answer is wanted before it is sent: by a delegate, for the log, or by hooks that are not ours. */
export const isAnswerRead = (reply: FastifyReply): boolean => (reply as WithIsRead)[IS_READ]?.() ?? true

const belowBase = (url: string): string => (url.startsWith(BASE_PATH) ? url.slice(BASE_PATH.length) : url)

/**
 * Adds requests made with an API key to the log. For a signed-in person's request, tells the delegate of the answer.
 */
export function recordAnswers(
  api: Pick<FastifyInstance, 'addHook' | 'decorateRequest' | 'decorateReply'>,
  log: RequestLog | undefined,
): void {
  api.decorateRequest(ANSWER, undefined)
  api.decorateRequest(NOTIFIED, undefined)
  const isLogged = (request: FastifyRequest, status: number): boolean =>
    log !== undefined && callerIfAny(request) !== undefined && log.wants(status)
  api.decorateReply(IS_READ, function isRead(this: FastifyReply) {
    return delegateOf(this.request.raw) !== undefined || isLogged(this.request, this.statusCode)
  })
  // One hook for both, because each hook costs every request. It is not called where `isRead` says that nobody reads.
  api.addHook('onSend', (request, reply, payload, done) => {
    const delegate = delegateOf(request.raw)
    if (delegate) return notifyDelegate(delegate, request, { status: reply.statusCode, payload }, done)
    if (isLogged(request, reply.statusCode)) (request as WithAnswer)[ANSWER] = loggedAnswer(payload, reply)
    done()
  })
  api.addHook('preValidation', (request, _reply, done) => {
    const delegate = delegateOf(request.raw)
    if (!delegate) return done()
    delegate.attempted(request.body).then(() => done(), done)
  })
  if (!log) return
  api.addHook('onResponse', (request, reply, done) => {
    const answer = (request as WithAnswer)[ANSWER]
    if (answer !== undefined) log.add(answered(request, reply, answer))
    done()
  })
}

const NOTIFIED = Symbol('notified')

interface WithNotified {
  [NOTIFIED]?: boolean
}

/**
 * Holds the answer back until the delegate has recorded it. If the handler returns in the meantime, Fastify believes that
 * nothing was sent and sends a second, empty answer: that one never continues from here.
 */
function notifyDelegate(
  delegate: Delegate,
  request: FastifyRequest,
  { status, payload }: { readonly status: number; readonly payload: unknown },
  done: (error?: Error) => void,
): void {
  const notified = request as WithNotified
  if (notified[NOTIFIED]) return
  notified[NOTIFIED] = true
  delegate.answered(status, payload).then(
    () => done(),
    (error: Error) => {
      // The answer becomes an error, which the delegate has to be told of, too.
      notified[NOTIFIED] = false
      done(error)
    },
  )
}

/** A large page is sent as bytes; other bytes are files. */
function loggedAnswer(payload: unknown, reply: FastifyReply): string {
  if (typeof payload === 'string') return loggedText(payload)
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
  if (!Buffer.isBuffer(payload) || !isJson) return ''
  return payload.length > BODY_MAX ? JSON.stringify(omitted(payload.length)) : payload.toString()
}

const loggedText = (text: string): string => (text.length > BODY_MAX ? JSON.stringify(omitted(text.length)) : text)

function loggedBody({ body, headers }: FastifyRequest): unknown {
  if (body === undefined) return undefined
  const size = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  return size !== undefined && size <= BODY_MAX ? body : omitted(size)
}

function answered(request: FastifyRequest, reply: FastifyReply, answer: string): AnsweredRequest {
  const { tenant, keyId } = callerIfAny(request) as NonNullable<ReturnType<typeof callerIfAny>>
  return {
    tenant,
    keyId,
    id: request.id,
    method: request.method,
    url: belowBase(request.url),
    route: request.routeOptions.url && belowBase(request.routeOptions.url),
    status: reply.statusCode,
    ms: reply.elapsedTime,
    requestHeaders: chosenHeaders(request.headers, REQUEST_HEADERS),
    responseHeaders: chosenHeaders(reply.getHeaders(), RESPONSE_HEADERS),
    requestBody: loggedBody(request),
    responseBody: answer === '' ? undefined : answer,
  }
}
