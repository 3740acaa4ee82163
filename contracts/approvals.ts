import type { OperatorRole } from './console/session.ts'
import type { Role } from './dashboard/session.ts'
import type { ActivityEntry, ApprovalReference, ApprovalStatus } from './resources.ts'

export type { ApprovalReference, ApprovalStatus } from './resources.ts'

/**
 * The deeds that can need approval. Paying counts as one deed, whether single, in a batch or by file: a rule for one of the ways
 * would be evaded by another.
 */
export const DEEDS = {
  payout: 'Pay: single, in a batch or by file',
  withdrawal: 'Withdraw money to the bank account of the enterprise',
  refund: 'Give money back for a purchase: refund, or cancel once it was paid',
  api_key: 'Make an API key, or change what it may do',
  person: 'Invite a person, or change a role',
  approval_rules: 'Change these rules, or the limits',
} as const

/** Deeds of operators that can need the approval of another. Their approvals stand in the bank's book, which no enterprise reads. */
export const OPERATOR_DEEDS = {
  bank_entry: 'Book a bank entry that waits, or mark it as dealt with',
  bank_account: 'Set the bank account of an enterprise',
  fees: 'Change the fees of an enterprise',
  four_eyes: 'Change these rules',
} as const
export type OperatorDeed = keyof typeof OPERATOR_DEEDS

export type Deed = keyof typeof DEEDS | OperatorDeed
export const DEED_NAMES: Readonly<Record<Deed, string>> = { ...DEEDS, ...OPERATOR_DEEDS }

/** Who makes or approves: a person in a role, or an API key. */
export type Party = Role | OperatorRole | 'api_key'

/** A row of the table of rules. */
export interface ApprovalRule {
  readonly deed: Deed
  /** The rule holds from this amount on. 0: whatever the amount, and for deeds that have none. */
  readonly from_amount_in_cents: number
  /** Whom it holds for; `any` for everybody who has no row of their own at this amount. */
  readonly maker: Party | 'any'
  /** How many must approve; 0 for none. */
  readonly needed: number
  readonly approvers: readonly Party[]
}

export const APPROVAL_STATUSES = [
  'awaiting',
  'approved',
  'rejected',
  'expired',
  'void',
] as const satisfies readonly ApprovalStatus[]

export const SUBJECT_TYPES = [
  'payout',
  'payout_batch',
  'pay_file',
  'withdrawal',
  'refund',
  'api_key',
  'person',
  'approval_rules',
  'limits',
] as const
/** `operator_deed` is in no answer of the API. */
export type SubjectType = (typeof SUBJECT_TYPES)[number] | 'operator_deed'

export interface Approval extends ApprovalReference {
  readonly deed: Deed
  readonly subject: {
    readonly type: SubjectType
    /** Absent for a batch, whose payouts `GET /approval/:id/payout` lists. */
    readonly id?: string
    readonly count: number
    readonly description: string
  }
  readonly amount_in_cents?: number
  readonly requested_by: string
  readonly needed: number
  readonly approvers: readonly Party[]
  readonly given: readonly { readonly by: string; readonly at: string }[]
  readonly rejected?: { readonly by: string; readonly at: string; readonly reason?: string }
  readonly activity: readonly ActivityEntry[]
  readonly expires_at: string
  readonly created_at: string
  readonly updated_at: string
}

/** `GET` and `PUT /dashboard/api/:environment/approval-rules` */
export interface ApprovalRules {
  readonly rules: readonly ApprovalRule[]
}

/** The answer to `PUT`: the rules that hold now, and the approval that the change awaits, if it does. */
export interface ApprovalRulesChanged extends ApprovalRules {
  readonly approval?: ApprovalReference
}

/** More would not be read by the people whom they bind. */
export const RULES_MAX = 50
export const NEEDED_MAX = 5
