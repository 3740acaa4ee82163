/** The body of every answer that is not 2xx, of the API and of the pages' own routes. */
export interface ErrorBody {
  /** For programs, e.g. `invalid_state`. */
  readonly code: string
  /** One sentence a person can act on. */
  readonly message: string
  readonly request_id: string
  /** With `validation_failed`: every fault, named by the path of its field, e.g. `routing_number`. */
  readonly errors?: readonly FieldError[]
  /** With a duplicate: the id of the resource that exists already. */
  readonly existing_id?: string
  /** With `incorrect_answer` and `incorrect_code`. At 0 the invite is dead, or a new code must be sent. */
  readonly attempts_left?: number
  readonly failed_commits?: number
  /** With `scope_missing`: the scope that the API key needs. */
  readonly scope?: string
  /** With `limit_exceeded`: the limit, what is used and left of it, and when it is free again. */
  readonly limit?: ExceededLimit
  /** With `card_declined`: the card network's own code. */
  readonly decline_code?: string
  /** Every refused entry of a batch of payouts. */
  readonly details?: readonly BatchError[]
}

export interface ExceededLimit {
  readonly scope: string
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

export interface FieldError {
  readonly param: string
  readonly code: string
  readonly message: string
}

export interface BatchError {
  readonly index: number
  readonly code: string
  readonly message: string
  readonly request: unknown
}
