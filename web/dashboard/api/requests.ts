/** An answer that is not 2xx, or none at all. */
export class ApiError extends Error {
  readonly status: number
  /** The API's own, e.g. `invalid_state`; `unreachable` when there was no answer. */
  readonly code: string
  readonly requestId: string | undefined
  /** With `validation_failed`: what is wrong, by field. */
  readonly faults: readonly Fault[]
  readonly existingId: string | undefined

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? (status === 0 ? UNREACHABLE : `The service answered ${status}. Please try again.`))
    this.status = status
    this.code = body.code ?? (status === 0 ? 'unreachable' : 'unknown')
    this.requestId = body.request_id
    this.faults = body.errors ?? (body.field ? [{ param: body.field, code: this.code, message: this.message }] : [])
    this.existingId = body.existing_id
  }

  /** Whether the service has decided: asking again in the same words would be answered the same. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }

  faultOf(param: string): string | undefined {
    const fault = this.faults.find((one) => one.param === param)
    return fault && sentence(fault.message)
  }
}

export interface Fault {
  readonly param: string
  readonly code: string
  readonly message: string
}

interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly request_id: string
  readonly field: string
  readonly errors: readonly Fault[]
  readonly existing_id: string
}

const UNREACHABLE = 'We could not reach Tributary. Please check your connection and try again.'

/** `must be …` beside a field: as a sentence, without the marks of code. */
const sentence = (message: string): string => {
  const plain = message.replaceAll('`', '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.!?]$/.test(plain) ? '' : '.'}`
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RequestOptions {
  readonly body?: object | undefined
  readonly signal?: AbortSignal | undefined
  /** Under one key a command happens once, however often it is sent. */
  readonly idempotencyKey?: string | undefined
}

/** Asked when an action needs a sign-in of the last minutes; true once the person has confirmed, false when they gave up. */
export type Confirm = () => Promise<boolean>
let confirm: Confirm = async () => false
let ended: () => void = () => undefined

/** The dialog and the sign-in page take their places here, because requests are sent from everywhere. */
export const onFreshSignIn = (ask: Confirm): void => {
  confirm = ask
}
export const onSessionEnd = (tell: () => void): void => {
  ended = tell
}

export async function request<Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  try {
    return await send<Answer>(method, path, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'fresh_sign_in_required' && (await confirm())) return send<Answer>(method, path, options)
    if (error.status === 401 && path.startsWith('/dashboard/api/')) ended()
    throw error
  }
}

async function send<Answer>(method: Method, path: string, options: RequestOptions): Promise<Answer> {
  const { body, signal, idempotencyKey } = options
  const headers = {
    accept: 'application/json',
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  }
  const response = await fetch(path, {
    method,
    headers,
    ...(signal ? { signal } : {}),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, {})
  })
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Partial<ErrorBody>)
  return answer as Answer
}
