export interface LoggedRequest {
  readonly request_id: string
  readonly at: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly duration_ms: number
  readonly api_key?: string | null
}

export interface RequestDetail extends LoggedRequest {
  readonly request_body: unknown
  readonly response_body: unknown
}

export interface RequestPage {
  readonly data: readonly LoggedRequest[]
  readonly has_more: boolean
  readonly next_before: string | null
}

export const took = ({ duration_ms }: LoggedRequest): string =>
  `${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms).toLocaleString('en-US')} ms`
