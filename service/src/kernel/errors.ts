/**
 * The catalogue: every error the API can answer, once. Domain code throws `problem('not_found', …)`;
 * one mapper in http/ turns it into a response; the OpenAPI document lists the same table.
 *
 * Precedence when several apply: transport (431, 408, 413, 415, 400), credential (401), limits (429), route (404, 405),
 * then the command's own: validation, existence, permission, state, money.
 */
export const CATALOGUE = {
  malformed_request: { status: 400, means: 'The request is not well-formed HTTP.' },
  malformed_json: { status: 400, means: 'The body is not JSON.' },
  validation_failed: {
    status: 400,
    means: 'A parameter is missing, of the wrong type, out of range or unknown; `errors` lists every fault.',
  },
  batch_invalid: {
    status: 400,
    means: 'At least one entry of the batch fails; `details` lists each. Nothing was created.',
  },
  incorrect_answer: { status: 400, means: 'The answer to the verification prompt is wrong; see `attempts_left`.' },
  incorrect_code: {
    status: 400,
    means: 'The verification code is wrong; `failed_commits` and `attempts_left` count the tries.',
  },
  incorrect_credentials: { status: 400, means: 'The e-mail address or the password is wrong.' },
  unauthorized: {
    status: 401,
    means: 'The credential is missing, malformed, unknown, revoked or of the other environment.',
  },
  insufficient_funds: { status: 402, means: 'The operating account does not hold enough.' },
  card_declined: { status: 402, means: 'The card was declined; the purchase stays `created`.' },
  permission_not_granted: { status: 403, means: 'The creator has not granted the permission this needs.' },
  https_required: { status: 403, means: 'The request came over plain HTTP; the key that it carried is flagged.' },
  forbidden: { status: 403, means: 'Your role does not allow this.' },
  foreign_origin: { status: 403, means: 'The request did not come from a page of this address.' },
  fresh_sign_in_required: { status: 403, means: 'This needs your password again: confirm it, then retry.' },
  sign_in_required: { status: 403, means: 'The creator of this connection must be signed in.' },
  not_found: { status: 404, means: 'Nothing of this enterprise has that id, or the path does not exist.' },
  method_not_allowed: { status: 405, means: 'The path exists, but not with this method; see `Allow`.' },
  request_timeout: { status: 408, means: 'The request did not arrive in time.' },
  invalid_state: { status: 409, means: 'The resource is not in a state that allows this.' },
  p2p_expired: {
    status: 409,
    means: 'The P2P payment has expired: ten minutes have passed, or three codes were wrong.',
  },
  external_id_taken: { status: 409, means: 'Another resource of this kind has that `external_id`; see `existing_id`.' },
  webhook_exists: { status: 409, means: 'This event has a webhook already; see `existing_id`.' },
  embed_origin_exists: { status: 409, means: 'This origin is registered already; see `existing_id`.' },
  file_paid_before: {
    status: 409,
    means: 'A file that says the same was confirmed before; `again` pays it once more.',
  },
  link_unusable: { status: 409, means: 'The link or invite was used, has expired or is dead.' },
  email_taken: { status: 409, means: 'There is a login with this e-mail address.' },
  idempotency_key_reused: { status: 409, means: 'The `Idempotency-Key` was used before with another body.' },
  idempotency_in_progress: {
    status: 409,
    means:
      'The first request with this `Idempotency-Key` still waits for an outside party; retry after `Retry-After` seconds.',
  },
  body_too_large: { status: 413, means: 'The body is larger than this path accepts.' },
  unsupported_media_type: { status: 415, means: 'The body is not `application/json` by its `Content-Type`.' },
  rate_limited: { status: 429, means: 'Too many requests, or too many tries; retry after `Retry-After` seconds.' },
  headers_too_large: { status: 431, means: 'The request headers are larger than 16 KiB.' },
  internal_error: { status: 500, means: 'Our fault. It is logged under `request_id`.' },
  unavailable: {
    status: 503,
    means: 'Shutting down, overloaded or the database is away; retry after `Retry-After` seconds.',
  },
} as const

export type ProblemCode = keyof typeof CATALOGUE

/** One invalid parameter. `message` continues a sentence that begins with the parameter's name. */
export interface Fault {
  readonly param: string
  readonly code: string
  readonly message: string
}

/** One invalid entry of a batch. */
export interface BatchFault {
  readonly index: number
  readonly code: string
  readonly message: string
  readonly request: unknown
}

export interface ProblemDetails {
  /** One sentence a person can act on. */
  readonly message: string
  readonly errors?: readonly Fault[]
  readonly existing_id?: string
  /** The number of wrong verification codes so far. */
  readonly failed_commits?: number
  readonly attempts_left?: number
  readonly details?: readonly BatchFault[]
  readonly headers?: Readonly<Record<string, string>>
  /** A secret that the caller may be guessing, e.g. `API key`. Written to the log, never answered. */
  readonly guessing?: string
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails, options?: ErrorOptions) {
    super(details.message, options)
    this.name = 'Problem'
    this.code = code
    this.details = details
  }

  get status(): number {
    return CATALOGUE[this.code].status
  }
}

/** `options.cause` is written to the log and never answered. */
export function problem(code: ProblemCode, details: ProblemDetails | string, options?: ErrorOptions): Problem {
  return new Problem(code, typeof details === 'string' ? { message: details } : details, options)
}

export function validationFailed(errors: readonly Fault[]): Problem {
  const [first] = errors
  const rest = errors.length - 1
  const message = first
    ? `${first.param ? `\`${first.param}\` ` : ''}${first.message}${rest > 0 ? `, and ${rest} more ${rest === 1 ? 'fault' : 'faults'}` : ''}.`
    : 'The request is not valid.'
  return problem('validation_failed', { message: message.charAt(0).toUpperCase() + message.slice(1), errors })
}

export const unavailable = (message: string, options?: ErrorOptions): Problem =>
  problem('unavailable', { message, headers: { 'retry-after': '1' } }, options)
