import type { ApprovalReference } from '../resources.ts'

/** The permissions that an API key can be limited to, and what each allows. */
export const SCOPES = {
  read: 'Read and list everything except signing secrets, captured messages and the audit log',
  connections: 'Create, change and delete account connections, and send creators into Connect',
  payouts: 'Create, change and cancel payouts',
  p2p: 'Create, change and commit P2P payments',
  contracts: 'Propose and terminate contracts',
  buyers: 'Create and change buyers',
  purchases: 'Create, commit, cancel and refund purchases',
  webhooks: 'Manage webhooks, their signing secrets and their deliveries',
  embed_origins: 'Register the origins that may embed Connect and the card form',
  sandbox: 'Use the sandbox endpoints: the clock, simulations, funding, captured messages',
  audit: 'Follow the audit log',
  approvals: 'Approve and reject what other people and keys have asked for',
  withdrawals: 'Withdraw money to the bank account of the enterprise, and cancel withdrawals',
} as const

export type Scope = keyof typeof SCOPES

/**
 * The scopes of a key that names none: all that a key of version 0.1 could do. A scope that is added later is not among
 * them, so that no existing key gains a permission.
 */
export const UNNAMED_SCOPES: readonly Scope[] = [
  'read',
  'connections',
  'payouts',
  'p2p',
  'contracts',
  'buyers',
  'purchases',
  'webhooks',
  'embed_origins',
  'sandbox',
]

/** The scopes that a key has only if it names them. */
export const NAMED_SCOPES = (Object.keys(SCOPES) as Scope[]).filter((scope) => !UNNAMED_SCOPES.includes(scope))

/** The limits of an API key. `null` means that there is no such limit. */
export interface ApiKeyRestrictions {
  readonly scopes: readonly Scope[] | null
  readonly expires_at: string | null
  /** In CIDR notation: `203.0.113.0/24`, `2001:db8::/32`. */
  readonly allowed_networks: readonly string[] | null
}

export interface ApiKey extends ApiKeyRestrictions {
  readonly id: string
  readonly name: string
  /** The beginning of the key: enough to recognise it, not to use it. */
  readonly prefix: string
  readonly created_at: string
  /** Written once a minute while the key is in use. */
  readonly last_used_at: string | null
  readonly last_used_from: string | null
  readonly expired: boolean
  readonly revoked_at: string | null
  /** When the key came over plain HTTP; it should be replaced. */
  readonly sent_in_plain_text_at: string | null
  /** In the answer to a change that awaits one; the key is as before. */
  readonly approval?: ApprovalReference
}

/** `POST /dashboard/api/:environment/keys` */
export interface ApiKeyRequest extends Partial<ApiKeyRestrictions> {
  readonly name: string
}

/** `PUT /dashboard/api/:environment/keys/:id`: an absent field stays as it is. */
export type ApiKeyChange = Partial<ApiKeyRequest>

/** The only answer that holds the key itself. */
export interface ApiKeyCreated {
  readonly id: string
  readonly name: string
  readonly key: string
  /** The key is in force once it is approved. */
  readonly approval?: ApprovalReference
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

/** The spans that the figures of requests are offered for, in hours. */
export const FIGURES_HOURS = [24, 168] as const
export type FiguresHours = (typeof FIGURES_HOURS)[number]

export interface RequestPeriod {
  /** Its beginning. */
  readonly at: string
  readonly requests: number
  /** Answered with 4xx. */
  readonly refused: number
  /** Answered with 5xx. */
  readonly failed: number
  /** Absent where there was no request. */
  readonly p50_ms?: number
  readonly p95_ms?: number
}

/** `GET /dashboard/api/:environment/request-figures` */
export interface RequestFigures {
  readonly requests: number
  readonly refused: number
  readonly failed: number
  /** Whether all logged requests of the span were counted; otherwise only the newest ones. */
  readonly is_complete: boolean
  /** Oldest first, without gaps. */
  readonly periods: readonly RequestPeriod[]
}

export interface LoggedRequestDetail extends LoggedRequest {
  /** Only headers that explain the request, by their names in lower case; `Authorization` is never kept. */
  readonly request_headers: Readonly<Record<string, string>>
  readonly response_headers: Readonly<Record<string, string>>
  readonly request_body: unknown
  readonly response_body: unknown
}
