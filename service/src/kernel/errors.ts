/**
 * The catalogue of every error that the API can answer. Domain code throws `problem('not_found', …)`; http/problems.ts
 * turns it into a response; the OpenAPI document lists this table.
 *
 * Precedence when several apply: transport (431, 408, 413, 415, 400), credential (401, then 403 `network_not_allowed`),
 * limits (429), route (404, 405), the key's scope (403 `scope_missing`), then those of the command: validation, existence,
 * permission, state, money.
 */
export const CATALOGUE = {
  malformed_request: { status: 400, means: 'The request is not well-formed HTTP; check its request line and headers.' },
  malformed_json: { status: 400, means: 'The body is not valid JSON; send one JSON object in UTF-8.' },
  validation_failed: {
    status: 400,
    means:
      'A parameter is missing, unknown, of the wrong type or out of range; `errors` names each one and the value it must have.',
  },
  batch_invalid: {
    status: 400,
    means: 'At least one entry of the batch is invalid, so nothing was created; `details` lists each invalid entry.',
  },
  incorrect_answer: {
    status: 400,
    means: 'The answer to the verification prompt is wrong; `attempts_left` is the number of tries that remain.',
  },
  incorrect_code: {
    status: 400,
    means:
      'The verification code is wrong; `failed_commits` counts the wrong codes, `attempts_left` the tries that remain.',
  },
  incorrect_credentials: { status: 400, means: 'The e-mail address or the password is wrong.' },
  unauthorized: {
    status: 401,
    means: 'The credential is missing, malformed, unknown, revoked or belongs to the other environment.',
  },
  key_expired: { status: 401, means: 'The API key has expired; create another one.' },
  insufficient_funds: {
    status: 402,
    means: 'The balance of the operating account is too low; add funds or lower the amount.',
  },
  card_declined: {
    status: 402,
    means: 'The card was declined and nothing was charged; the purchase stays `created`, and `decline_code` says why.',
  },
  permission_not_granted: { status: 403, means: 'The creator has not granted the permission that this request needs.' },
  scope_missing: {
    status: 403,
    means: 'The API key lacks the scope that this request needs; `scope` names it.',
  },
  network_not_allowed: {
    status: 403,
    means: 'The API key may not be used from the network that the request came from.',
  },
  https_required: {
    status: 403,
    means: 'The request came over plain HTTP; use HTTPS, and replace the API key that was sent.',
  },
  forbidden: { status: 403, means: 'Your role does not allow this; ask an administrator of your enterprise.' },
  foreign_origin: {
    status: 403,
    means: 'The request came from a page of another origin; send it from a page of this address.',
  },
  approval_not_allowed: {
    status: 403,
    means: 'You asked for this yourself, or your role or API key is not among those that may approve it.',
  },
  limit_exceeded: {
    status: 403,
    means:
      'The payout would exceed a limit of your enterprise, so nothing was created; `limit` says which, what is used and left of it, and when it is free again.',
  },
  enterprise_suspended: {
    status: 403,
    means:
      'Your provider has suspended your enterprise: no new money moves out. Reading, refunds and returns go on; ask your provider.',
  },
  fresh_sign_in_required: { status: 403, means: 'This needs your password again; confirm it, then retry.' },
  second_factor_required: {
    status: 403,
    means: 'Your enterprise or your role needs a second factor; set one up at the dashboard, then retry.',
  },
  sign_in_required: { status: 403, means: 'The creator of this connection must be signed in.' },
  not_found: { status: 404, means: 'No resource of your enterprise has this id, or the path does not exist.' },
  method_not_allowed: {
    status: 405,
    means: 'The path does not accept this method; the `Allow` header lists those it accepts.',
  },
  request_timeout: { status: 408, means: 'The request did not arrive in time; send it again.' },
  invalid_state: {
    status: 409,
    means: 'The status of the resource does not allow this; read the resource to see its status.',
  },
  p2p_expired: {
    status: 409,
    means: 'The P2P payment has expired after ten minutes or three wrong codes; create a new one.',
  },
  external_id_taken: {
    status: 409,
    means: 'Another resource of this type has this `external_id`; `existing_id` is its id.',
  },
  webhook_exists: { status: 409, means: 'There is a webhook for this event already; `existing_id` is its id.' },
  embed_origin_exists: { status: 409, means: 'This origin is registered already; `existing_id` is its id.' },
  file_paid_before: {
    status: 409,
    means: 'A file with the same contents was confirmed before; set `again` to pay it once more.',
  },
  link_unusable: { status: 409, means: 'The link or invite was used, has expired or was revoked; ask for a new one.' },
  email_taken: { status: 409, means: 'There is a login with this e-mail address already; sign in instead.' },
  idempotency_key_reused: {
    status: 409,
    means: 'This `Idempotency-Key` was used before with another body; send a new key, or the first body again.',
  },
  idempotency_in_progress: {
    status: 409,
    means: 'The first request with this `Idempotency-Key` is still being processed; retry after `Retry-After` seconds.',
  },
  body_too_large: { status: 413, means: 'The body is larger than this path accepts; send a smaller one.' },
  unsupported_media_type: {
    status: 415,
    means: 'The body is not JSON; send `Content-Type: application/json` without compression.',
  },
  rate_limited: { status: 429, means: 'Too many requests or too many wrong tries; retry after `Retry-After` seconds.' },
  headers_too_large: {
    status: 431,
    means: 'The request headers are larger than 16 KiB; send fewer or shorter headers.',
  },
  internal_error: { status: 500, means: 'Something went wrong on our side; it is logged under `request_id`.' },
  unavailable: {
    status: 503,
    means:
      'The service is shutting down or overloaded, or its database is away or has no disk space left; retry after `Retry-After` seconds.',
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

/** A limit that a request would exceed. */
export interface ExceededLimit {
  readonly scope: string
  /** The API key, role or account connection; absent for the whole enterprise. */
  readonly of?: string
  readonly per: string
  readonly max_in_cents?: number
  readonly max_count?: number
  readonly used_in_cents?: number
  readonly used_count?: number
  readonly left_in_cents?: number
  readonly left_count?: number
  readonly frees_at?: string
}

export interface ProblemDetails {
  /** One sentence a person can act on. */
  readonly message: string
  readonly errors?: readonly Fault[]
  readonly existing_id?: string
  /** The number of wrong verification codes so far. */
  readonly failed_commits?: number
  readonly attempts_left?: number
  /** The scope that the API key lacks. */
  readonly scope?: string
  /** The limit that the request would exceed, with `limit_exceeded`. */
  readonly limit?: ExceededLimit
  /** The card network's own code, with `card_declined`. */
  readonly decline_code?: string
  readonly details?: readonly BatchFault[]
  readonly headers?: Readonly<Record<string, string>>
  /** A secret that the caller may be guessing, e.g. `API key`. Written to the log, never answered. */
  readonly guessing?: string
  /** The caller has asked for this failure, in sandbox: no fault of ours is logged. */
  readonly isSimulated?: boolean
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
