/**
 * The resources of the API as JSON: what the dashboard reads and sends. The service checks its schemas against these
 * types (`Wire` in `service/src/http/wire.ts`). Dates are UTC with milliseconds, money is a whole number of cents.
 */

export type UserData = Record<string, unknown>

export interface Resource {
  readonly id: string
  readonly user_data?: UserData
  readonly created_at: string
  readonly updated_at: string
}

/** One line of a resource's log. */
export interface ActivityEntry {
  readonly entry: string
  readonly date: string
  readonly type: 'status_change' | 'transfer' | 'error'
  readonly status: string
  readonly code?: string
}

export type ApprovalStatus = 'awaiting' | 'approved' | 'rejected' | 'expired' | 'void'

/** An approval as its subject shows it; see approvals.ts. */
export interface ApprovalReference {
  readonly id: string
  readonly status: ApprovalStatus
}

// ─── Account connections ──────────────────────────────────────────────────────────────────────────────────────────────

/** How a creator is paid. */
export type PayoutMethod = 'direct' | 'ach' | 'wallet'

/** A permission of a connection. */
export type PermissionName = 'payment.credit' | 'payment.debit'

export interface Permission {
  readonly name: PermissionName
  /** Absent: the permission does not expire. */
  readonly expires_at?: string
}

/** The bank account of a connection came back as closed, unknown or wrong. */
export interface Suspension {
  readonly code: string
  readonly reason: string
  readonly payout: string
  readonly suspended_at: string
}

export interface AccountConnectionListed extends Resource {
  /** Until the creator gives another bank account. */
  readonly suspension?: Suspension
  readonly external_id?: string
  readonly status: 'created' | 'pending' | 'active' | 'deleted'
  /** Absent until the creator has chosen a payout method. */
  readonly type?: PayoutMethod
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly business_name?: string
  readonly display_name?: string
  readonly requested_permissions: readonly PermissionName[]
  /** Absent until the creator has granted any. */
  readonly permissions?: readonly Permission[]
  readonly verification_prompt: string
  /** The last rejection in Connect; absent on an active connection. */
  readonly rejection?: Rejection
}

/** Why and when a creator was rejected. */
export interface Rejection {
  readonly code: 'identity_check_failed' | 'review_failed'
  readonly reason: string
  readonly rejected_at: string
}

export interface AccountConnection extends AccountConnectionListed {
  /** `Checking ••••6789`; left out of lists, as `activity` is. */
  readonly destination?: string
  readonly activity: readonly ActivityEntry[]
}

interface ConnectionFields {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly requested_permissions: readonly PermissionName[]
  readonly verification_prompt: string
  readonly verification_answer: string
}

interface OptionalConnectionFields {
  readonly business_name?: string | null
  readonly display_name?: string | null
  readonly legacy_payout_method?: LegacyPayoutMethod
  readonly user_data?: UserData | null
}

export interface AccountConnectionCreate extends ConnectionFields, OptionalConnectionFields {
  readonly external_id?: string | null
}

export interface AccountConnectionUpdate extends Partial<ConnectionFields>, OptionalConnectionFields {
  readonly status?: 'deleted'
  readonly external_id?: string | null
}

export interface Address {
  readonly street_line_1: string
  readonly street_line_2?: string
  readonly city: string
  /** Two letters. */
  readonly state_abbreviation: string
  /** Five digits. */
  readonly postal_code: string
}

export interface BankAccount extends Address {
  readonly name_on_account: string
  readonly account_number: string
  readonly routing_number: string
  readonly account_type: 'checking' | 'savings'
  readonly first_name: string
  readonly last_name: string
  readonly ssn: string
}

export interface LegacyPayoutMethod extends BankAccount {
  readonly type: 'ach'
}

// ─── Connect links and invites ────────────────────────────────────────────────────────────────────────────────────────

export interface ConnectLinkCreate {
  readonly account_connection: string
  readonly return_url?: string | null
}

export interface ConnectInviteCreate {
  readonly account_connection: string
  readonly send_email?: boolean
}

/** The answer to both: the address that opens Connect for the creator. */
export interface ConnectUrl {
  readonly url: string
  readonly created_at: string
  readonly expires_at: string
}

// ─── Payouts ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Payout extends Resource {
  readonly account_connection: string
  readonly amount_in_cents: number
  readonly description: string
  readonly date: string
  /** `unclaimed` until the creator activates the connection. */
  readonly type: PayoutMethod | 'unclaimed'
  readonly status: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  readonly destination?: string
  readonly fee_in_cents: number
  /** With `error` and `returned`. */
  readonly failure_code?: string
  /** Where it needed one. */
  readonly approval?: ApprovalReference
  readonly activity: readonly ActivityEntry[]
}

export interface PayoutCreate {
  readonly account_connection: string
  readonly amount_in_cents: number
  readonly description?: string | null
  readonly date?: string | null
  readonly user_data?: UserData | null
}

export interface PayoutUpdate {
  readonly status?: 'canceled'
  readonly description?: string | null
  readonly date?: string
  readonly user_data?: UserData | null
}

// ─── Withdrawals ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Withdrawal extends Resource {
  readonly amount_in_cents: number
  readonly fee_in_cents: number
  readonly description: string
  readonly status: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  /** The bank account as people see it. */
  readonly destination: string
  /** With `error` and `returned`. */
  readonly failure_code?: string
  /** Where it needed one. */
  readonly approval?: ApprovalReference
  readonly activity: readonly ActivityEntry[]
}

export interface WithdrawalCreate {
  readonly amount_in_cents: number
  readonly description?: string | null
  readonly user_data?: UserData | null
}

export interface WithdrawalUpdate {
  readonly status?: 'canceled'
  readonly description?: string | null
  readonly user_data?: UserData | null
}

// ─── P2P payments ─────────────────────────────────────────────────────────────────────────────────────────────────────

export interface P2p extends Resource {
  readonly source: string
  readonly destination: string
  readonly amount_in_cents: number
  readonly description: string
  readonly status: 'created' | 'pending' | 'sent' | 'error' | 'expired'
  readonly expires_at: string
  readonly failed_commits: number
  readonly activity: readonly ActivityEntry[]
}

export interface P2pCreate {
  readonly source: string
  readonly destination: string
  readonly amount_in_cents: number
  readonly description?: string | null
  readonly user_data?: UserData | null
}

export interface P2pCommit {
  readonly code: string
}

// ─── Contracts ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type DepositSource = 'music_distribution' | 'video_ads' | 'live_streaming'
/** The share of a deposit that a contract has split off. */
export interface Split {
  readonly id: string
  readonly contract: string
  readonly deposit: string
  readonly deposit_amount_in_cents: number
  readonly amount_in_cents: number
  readonly created_at: string
}

export type ContractStatus = 'created' | 'active' | 'declined' | 'terminated' | 'expired'

export interface Contract extends Resource {
  readonly account_connection: string
  readonly type: 'deposit_split'
  readonly status: ContractStatus
  readonly deposit_source: DepositSource
  readonly deposit_minimum_in_cents: number
  readonly deposit_maximum_in_cents: number | null
  /** 0 with a fixed amount. */
  readonly split_percent_amount: number
  /** 0 with a percentage. */
  readonly split_fixed_amount_in_cents: number
  readonly split_amount_max_in_cents: number | null
  readonly fee_fixed_amount_in_cents: number
  readonly fee_percent_amount: number
  readonly fee_amount_max_in_cents: number | null
  readonly activity: readonly { readonly entry: string; readonly date: string; readonly hidden: boolean }[]
  readonly expires_at: string | null
  readonly agreement_at: string | null
  readonly agreement_ip: string | null
  readonly deleted_at: string | null
}

export interface ContractCreate {
  readonly account_connection: string
  readonly type: 'deposit_split'
  readonly deposit_source: DepositSource
  readonly split_percent_amount?: number | null
  readonly split_fixed_amount_in_cents?: number | null
  readonly split_amount_max_in_cents?: number | null
  readonly deposit_minimum_in_cents?: number | null
  readonly deposit_maximum_in_cents?: number | null
  readonly user_data?: UserData | null
}

// ─── Embedding ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface EmbedOrigin {
  readonly id: string
  readonly origin: string
  readonly created_at: string
}
