import { type Answer, ConnectionError, TimeoutError, toApiError } from './errors.ts'
import { VERSION } from './version.ts'

export interface CallOptions {
  /** Names the command, so that it is done once however often it is sent. Made for every POST that has none. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number | undefined
  /** How often a failed attempt is repeated. */
  readonly maxRetries?: number | undefined
  /** Further headers, such as those of a trace. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface Call {
  /** The operation's name in the API document. */
  readonly operation: string
  readonly method: string
  /** Below the base address, with its parameters and its query. */
  readonly path: string
  readonly body?: unknown
  readonly options: CallOptions
}

/** One attempt of a call, as hooks see it. It never holds the API key. */
export interface Attempt {
  readonly operation: string
  readonly method: string
  readonly url: string
  /** Counts from 1. */
  readonly attempt: number
  readonly idempotencyKey: string | undefined
}

export interface Outcome extends Attempt {
  readonly durationMs: number
  /** Absent where no answer came. */
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  /** Whether the service repeated the answer that it gave to an earlier attempt. */
  readonly replayed?: boolean | undefined
  readonly error?: unknown
}

/** Functions that are told of every attempt, for logs, metrics and traces. An error that they throw is ignored. */
export interface Hooks {
  /** `headers` may be added to, for example a `traceparent`. */
  readonly onRequest?: ((attempt: Attempt, headers: Record<string, string>) => void) | undefined
  readonly onResponse?: ((outcome: Outcome) => void) | undefined
  readonly onRetry?: ((outcome: Outcome, delayMs: number) => void) | undefined
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface TransportOptions {
  readonly apiKey: string
  readonly baseUrl: string
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly hooks: Hooks
  readonly fetch: Fetch
  readonly userAgent?: string | undefined
}

const BACKOFF_MS = 250
const BACKOFF_MAX_MS = 8_000
/** A service that wants a longer pause than this is not waited for: the caller gets its error. */
const RETRY_AFTER_MAX_MS = 60_000

const RETRIED = new Set([408, 429, 500, 502, 503, 504])

export type Send = (call: Call) => Promise<unknown>

/** Sends calls, and repeats those that failed on the way or for a moment. */
export function createTransport(transport: TransportOptions): Send {
  const authorization = `Basic ${btoa(`${transport.apiKey}:`)}`

  return async (call) => {
    const { signal, maxRetries = transport.maxRetries } = call.options
    // The same key in every attempt: the service does the command once and repeats its answer.
    const idempotencyKey = keyOf(call)
    const about = { operation: call.operation, method: call.method, url: transport.baseUrl + call.path, idempotencyKey }
    for (let attempt = 1; ; attempt++) {
      const { answer, error, outcome } = await tryOnce(transport, call, { ...about, attempt }, authorization)
      if (answer && answer.status < 400) return parse(answer)
      signal?.throwIfAborted()
      const delayMs = attempt > maxRetries ? undefined : delayBefore(attempt, answer, error)
      if (delayMs === undefined) throw answer ? toApiError(answer, attempt) : error
      tell(() => transport.hooks.onRetry?.(outcome, delayMs))
      await sleep(delayMs, signal)
    }
  }
}

const keyOf = ({ method, options }: Call): string | undefined =>
  options.idempotencyKey ?? (method === 'POST' ? crypto.randomUUID() : undefined)

const parse = ({ text }: Answer): unknown => (text === '' ? undefined : JSON.parse(text))

async function tryOnce(transport: TransportOptions, call: Call, about: Attempt, authorization: string) {
  const headers: Record<string, string> = { accept: 'application/json', ...call.options.headers }
  if (call.body !== undefined) headers['content-type'] = 'application/json'
  if (about.idempotencyKey !== undefined) headers['idempotency-key'] = about.idempotencyKey
  headers['user-agent'] = transport.userAgent ?? `tributary-typescript/${VERSION}`
  tell(() => transport.hooks.onRequest?.(about, headers))
  const startedAt = performance.now()
  let answer: Answer | undefined
  let error: unknown
  try {
    answer = await exchange(transport, call, about, { ...headers, authorization })
  } catch (thrown) {
    error = thrown
  }
  const outcome: Outcome = {
    ...about,
    durationMs: performance.now() - startedAt,
    ...(answer
      ? {
          status: answer.status,
          requestId: answer.headers.get('request-id') ?? undefined,
          replayed: answer.headers.get('idempotent-replayed') === 'true',
        }
      : { error }),
  }
  tell(() => transport.hooks.onResponse?.(outcome))
  return { answer, error, outcome }
}

async function exchange(
  transport: TransportOptions,
  { method, body, options }: Call,
  { url, attempt }: Attempt,
  headers: Record<string, string>,
): Promise<Answer> {
  const { signal, timeoutMs = transport.timeoutMs } = options
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await transport.fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    signal?.throwIfAborted()
    if (limit.aborted) throw new TimeoutError(`${url} did not answer within ${timeoutMs} ms.`, attempt, { cause })
    throw new ConnectionError(`${url} could not be reached: ${reasonOf(cause)}.`, attempt, { cause })
  }
}

/** The runtime's own reason, such as ECONNREFUSED, which fetch hides in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string }
  return cause?.code ?? cause?.message ?? message ?? 'the connection failed'
}

/** How long to wait before the next attempt; `undefined` where another one would not help. */
function delayBefore(attempt: number, answer: Answer | undefined, error: unknown): number | undefined {
  if (!answer && !(error instanceof ConnectionError)) return undefined
  if (answer && !RETRIED.has(answer.status) && !isInProgress(answer)) return undefined
  const asked = answer ? retryAfterMs(answer.headers) : undefined
  if (asked !== undefined && asked > RETRY_AFTER_MAX_MS) return undefined
  // Full jitter: callers that failed together do not come back together.
  const backoff = Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_MS * 2 ** attempt)
  return Math.max(asked ?? 0, backoff)
}

/** The first request with the key still waits for an outside party: its answer is there to be had a moment later. */
const isInProgress = ({ status, text }: Answer): boolean => status === 409 && text.includes('"idempotency_in_progress"')

function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** A payment does not fail because a log does. */
function tell(hook: () => void): void {
  try {
    hook()
  } catch {
    // The hook's own business.
  }
}
