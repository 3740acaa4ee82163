import type { ApprovalReference, Party } from './approvals.ts'

/** The payments that a limit adds up. */
export const LIMIT_SCOPES = {
  enterprise: 'All payouts and withdrawals of the enterprise',
  key: 'Payouts and withdrawals made with an API key',
  role: 'Payouts and withdrawals made by the people of a role',
  creator: 'Payouts to a creator',
} as const
export type LimitScope = keyof typeof LIMIT_SCOPES

/** The span that a limit adds up: one payment, or a day or month of the calendar in UTC. */
export const LIMIT_PERIODS = ['payment', 'day', 'month'] as const
export type LimitPeriod = (typeof LIMIT_PERIODS)[number]

/** The outcome of a request that exceeds a limit. */
export const LIMIT_OUTCOMES = ['refuse', 'approve'] as const
export type LimitOutcome = (typeof LIMIT_OUTCOMES)[number]

/** A row of the table of limits. It has an amount or a count, never both. */
export interface PayoutLimit {
  readonly scope: LimitScope
  /** The one API key, role or account connection that is limited. Absent: each key or creator by itself. */
  readonly of?: string
  readonly per: LimitPeriod
  readonly max_in_cents?: number
  readonly max_count?: number
  readonly outcome: LimitOutcome
  /** With `approve`: how many must approve, and who may. */
  readonly needed?: number
  readonly approvers?: readonly Party[]
}

/** The provider's limits stand above the enterprise's own, which its admins change. */
export const LIMIT_SETTERS = ['enterprise', 'provider'] as const
export type LimitSetter = (typeof LIMIT_SETTERS)[number]

export interface StoredLimit extends PayoutLimit {
  readonly set_by: LimitSetter
}

/** A limit, and how much of it is used. A limit per payment is never used up. */
export interface LimitUse extends StoredLimit {
  /** The key, role or connection that the figures are of, where the limit is each one's by itself. */
  readonly used_by?: string
  readonly used_in_cents?: number
  readonly used_count?: number
  readonly left_in_cents?: number
  readonly left_count?: number
  /** When the period ends, and all of it is free again. */
  readonly frees_at?: string
}

/** `GET /limit` */
export interface Limits {
  readonly limits: readonly LimitUse[]
  /** How long a new bank account, of a creator or the enterprise's own, waits before it is paid to; 0 for not at all. */
  readonly new_bank_account_wait_hours: number
}

/** `PUT /dashboard/api/:environment/limits`: replaces the enterprise's own limits. */
export interface LimitsUpdate {
  readonly limits: readonly PayoutLimit[]
  readonly new_bank_account_wait_hours: number
}

/** The answer to `PUT`: the limits that hold now, and the approval that the change awaits, if it does. */
export interface LimitsChanged extends Limits {
  readonly approval?: ApprovalReference
}

/** More would not be read by the people whom they bind, and every payout is compared with each. */
export const LIMITS_MAX = 50
export const WAIT_HOURS_MAX = 720
export const LIMIT_COUNT_MAX = 1_000_000_000
/** A month of the largest payouts. */
export const LIMIT_CENTS_MAX = 100_000_000_000_000
