import type { BatchFault, ErrorCode, Fault, LimitFigures } from './generated/api.ts'

/** The base of every error that this library throws on its own account. */
export class TributaryError extends Error {
  override name = 'TributaryError'
}

/** The fields that an error body may carry beside `message`, `code` and `request_id`. */
export interface ErrorFields {
  readonly errors?: readonly Fault[] | undefined
  readonly details?: readonly BatchFault[] | undefined
  readonly existing_id?: string | undefined
  readonly failed_commits?: number | undefined
  readonly attempts_left?: number | undefined
  readonly decline_code?: string | undefined
  readonly scope?: string | undefined
  readonly limit?: LimitFigures | undefined
}

/** The fields that are always there with a code. `error.is(code)` makes them known to the compiler. */
interface FieldsByCode {
  validation_failed: { readonly errors: readonly Fault[] }
  batch_invalid: { readonly details: readonly BatchFault[] }
  external_id_taken: { readonly existing_id: string }
  webhook_exists: { readonly existing_id: string }
  embed_origin_exists: { readonly existing_id: string }
  incorrect_code: { readonly failed_commits: number; readonly attempts_left: number }
  scope_missing: { readonly scope: string }
  limit_exceeded: { readonly limit: LimitFigures }
}

type FieldsOf<Code> = Code extends keyof FieldsByCode ? FieldsByCode[Code] : unknown

export interface ErrorBody extends ErrorFields {
  readonly message: string
  readonly code: ErrorCode
  readonly request_id: string
}

/** The service answered, and its answer is an error. */
export class ApiError extends TributaryError {
  override name = 'ApiError'
  readonly status: number
  /** For programs; `message` is for people. A later version of the service may know more codes than this type. */
  readonly code: ErrorCode
  /** Names the request in the service's logs. */
  readonly requestId: string
  /** How often the call was sent. More than once: an earlier attempt whose answer was lost may have succeeded. */
  readonly attempts: number
  /** Everything else that the error body says. */
  readonly fields: ErrorFields

  constructor(status: number, { message, code, request_id, ...fields }: ErrorBody, attempts: number) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = request_id
    this.attempts = attempts
    this.fields = fields
  }

  /** Whether the error has this code: `if (error.is('webhook_exists')) use(error.fields.existing_id)`. */
  is<const Code extends ErrorCode>(
    ...codes: readonly Code[]
  ): this is ApiError & { readonly code: Code; readonly fields: FieldsOf<Code> } {
    return (codes as readonly string[]).includes(this.code)
  }
}

/** No answer came: the service could not be reached, or the connection broke. `cause` is the runtime's own error. */
export class ConnectionError extends TributaryError {
  override name = 'ConnectionError'
  readonly attempts: number

  constructor(message: string, attempts: number, options?: ErrorOptions) {
    super(message, options)
    this.attempts = attempts
  }
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}

/** An answer of HTTP, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Reads an error body. An answer that is none of the service's (a proxy's page) becomes an error of the same kind. */
export function toApiError({ status, headers, text }: Answer, attempts: number): ApiError {
  const body = parseErrorBody(text)
  if (body) return new ApiError(status, body, attempts)
  const message = `The answer, with status ${status}, is not one of Tributary's; something in between may have made it.`
  const code: ErrorCode = status === 429 ? 'rate_limited' : status >= 500 ? 'unavailable' : 'malformed_request'
  return new ApiError(status, { message, code, request_id: headers.get('request-id') ?? '' }, attempts)
}

function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text)
    return typeof body?.message === 'string' && typeof body.code === 'string' ? body : undefined
  } catch {
    return undefined
  }
}
