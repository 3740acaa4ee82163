export interface ApiKey {
  readonly id: string
  readonly name: string
  /** The beginning of the key: enough to recognise it, not to use it. */
  readonly prefix: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  /** When the key came over plain HTTP; it should be replaced. */
  readonly sent_in_plain_text_at: string | null
}

/** The only answer that holds the key itself. */
export interface ApiKeyCreated {
  readonly id: string
  readonly name: string
  readonly key: string
}

export interface LoggedRequest {
  readonly request_id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly route: string | null
  readonly status: number
  readonly duration_ms: number
  readonly api_key: string | null
  readonly api_key_name: string | null
}

export interface LoggedRequestPage {
  readonly data: readonly LoggedRequest[]
  readonly has_more: boolean
  readonly next_before: string | null
}

export interface LoggedRequestDetail extends LoggedRequest {
  readonly request_body: unknown
  readonly response_body: unknown
}
