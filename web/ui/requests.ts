import type { ErrorBody, FieldError } from '../../contracts/errors.ts'
import { spokenLanguage, textFor } from './words/current.ts'

const UNREACHABLE = 'We could not reach Tributary. Please check your connection and try again.'

/** The service writes English. In another language a page has its own sentence for the code, if it knows it. */
const inLanguage = (key: string): string | undefined => (spokenLanguage() === 'en' ? undefined : textFor(key))

function messageOf(status: number, { code, message }: Partial<ErrorBody>): string {
  const own = inLanguage(`error.${code ?? (status === 0 ? 'unreachable' : 'status')}`)?.replace(
    '{status}',
    String(status),
  )
  // A message without a code is the page's own, and in its language already.
  if (code === undefined && message !== undefined) return message
  return own ?? message ?? (status === 0 ? UNREACHABLE : `The service answered ${status}. Please try again.`)
}

/** A call that failed: an answer that is not 2xx, or none at all. */
export class RequestError extends Error {
  /** 0 when there was no answer. */
  readonly status: number
  /** As the API names it, e.g. `invalid_state`; `unreachable` when there was no answer. */
  readonly code: string
  readonly requestId: string | undefined
  /** With `validation_failed`: what is wrong, by field. */
  readonly fieldErrors: readonly FieldError[]
  readonly attemptsLeft: number | undefined

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(messageOf(status, body))
    this.status = status
    this.code = body.code ?? (status === 0 ? 'unreachable' : 'unknown')
    this.requestId = body.request_id
    this.fieldErrors = body.errors ?? []
    this.attemptsLeft = body.attempts_left
  }

  /** Whether the service has decided, so that a retry would get the same answer. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }

  /** The sentence to show beside a field. */
  fieldError(param: string): string | undefined {
    const found = this.fieldErrors.find((one) => isWithin(one.param, param))
    return found && (inLanguage(`fieldError.${found.code}`) ?? sentence(found.message))
  }

  /** Whether every message can be shown beside one of these fields. */
  isAbout(fields: readonly string[]): boolean {
    return (
      this.fieldErrors.length > 0 &&
      this.fieldErrors.every(({ param }) => fields.some((field) => isWithin(param, field)))
    )
  }
}

/** Whether a parameter is a field, or an entry of it: `items.0` is within `items`. */
const isWithin = (param: string, field: string): boolean => param === field || param.startsWith(`${field}.`)

/** Any thrown value as the error to show. */
export const asRequestError = (thrown: unknown): RequestError =>
  thrown instanceof RequestError
    ? thrown
    : new RequestError(0, { message: inLanguage('somethingWrong') ?? 'Something went wrong. Please try again.' })

/** `must be …` as a sentence, without the backticks of the API's message. */
function sentence(message: string): string {
  const plain = message.replaceAll('`', '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}${/[.!?]$/.test(plain) ? '' : '.'}`
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RequestOptions {
  readonly body?: object | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** The request goes on when the page is left. */
  readonly keepalive?: boolean
  readonly onHeaders?: (headers: Headers) => void
}

export async function request<Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  const { body, headers, signal, keepalive = false, onHeaders } = options
  const response = await fetch(path, {
    method,
    keepalive,
    headers: { accept: 'application/json', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(signal ? { signal } : {}),
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new RequestError(0)
  })
  onHeaders?.(response.headers)
  const answer: unknown = await response.json().catch(() => ({}))
  if (!response.ok) throw new RequestError(response.status, (answer ?? {}) as Partial<ErrorBody>)
  return answer as Answer
}
