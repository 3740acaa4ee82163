import type { ApprovalRule, ApprovalStatus, Deed } from '../approvals.ts'
import type { ApiKey } from '../dashboard/developers.ts'
import type { PersonListed } from '../dashboard/people.ts'
import type { Environment } from '../environment.ts'
import type { Limits } from '../limits.ts'
import type { OperatorRole } from './session.ts'

/** `GET /operator/api/home`: what waits. A part that the role may not see is absent. */
export interface ConsoleHome {
  readonly identities?: number
  readonly names?: number
  readonly kept?: number
  readonly approvals?: number
  readonly stopped?: number
  readonly alerts?: number
}

/** `GET /operator/api/identities` */
export interface IdentityReview {
  readonly connection: string
  readonly type: string
  readonly enterprise: string
  readonly enterprise_name: string
  readonly environment: Environment
  readonly submitted_at: string
}

/** `GET /operator/api/identities/:environment/:enterprise/:connection`: which data there is, without any of it. */
export interface IdentityReviewDetail extends IdentityReview {
  readonly fields: readonly string[]
  /** Another person gave the same social security number. */
  readonly shared_ssn: boolean
}

/** `POST /operator/api/identities/reveal` */
export interface RevealedField {
  readonly field: string
  readonly value: string
}

/** `GET /operator/api/names` */
export interface NameReview {
  readonly enterprise: string
  readonly current: string
  readonly name: string
  readonly requested_by: string
  readonly requested_at: string
}

/** `GET /operator/api/bank/kept` */
export interface KeptBankEntry {
  readonly file: string
  readonly direction: 'out' | 'in'
  readonly name: string
  /** Null when the whole file waits. */
  readonly ordinal: number | null
  readonly kind: string
  readonly amount_in_cents: number
  readonly why: string
}

/** `GET /operator/api/bank/trusted` */
export interface TrustedSender {
  readonly company: string
}

/** `GET /operator/api/bank/returns`: entries of the last 60 days that came back, against Nacha's thresholds. */
export interface ReturnRates {
  readonly entries: number
  readonly rates: readonly {
    readonly kind: string
    readonly returned: number
    /** Shares of all entries. */
    readonly rate: number
    readonly threshold: number
    readonly isAbove: boolean
  }[]
  readonly byCode: readonly { readonly code: string; readonly count: number }[]
}

/** `GET /operator/api/bank/files` */
export interface BankFile {
  readonly id: string
  readonly day: string
  readonly direction: 'out' | 'in'
  readonly status: string
  readonly name: string
  readonly entries: number
  readonly debit_in_cents: number
  readonly credit_in_cents: number
  readonly why: string | null
}

/** `GET /operator/api/bank/files/:id` */
export interface BankFileDetail extends BankFile {
  readonly journey: readonly { readonly what: string; readonly at: string | null }[]
  /** The first hundred. */
  readonly listed: readonly {
    readonly kind: string
    readonly about: string | null
    readonly amount_in_cents: number
    readonly status: string
    readonly why: string | null
  }[]
}

/** `GET /operator/api/bank/reconciliation?day=` */
export interface BankReconciliation {
  readonly day: string
  readonly agrees: boolean
  readonly sums: readonly {
    readonly kind: string
    readonly entries: number
    readonly said_in_cents: number
    readonly posted_in_cents: number
  }[]
  readonly differences: readonly {
    readonly name: string
    readonly kind: string
    readonly about: string | null
    readonly said_in_cents: number
    readonly posted_in_cents: number
    readonly why: string | null
    readonly resolved: boolean
  }[]
  readonly balance: {
    readonly since: string
    readonly moved_in_cents: number
    readonly expected_in_cents: number
  } | null
  /** The card processor's movements of the day; null where its books were never read. */
  readonly processor: ProcessorReconciliation | null
  /** Banking days with files, newest first. */
  readonly days: readonly string[]
}

/** A day of the card processor's own books, against ours and the bank's credits. */
export interface ProcessorReconciliation {
  readonly sums: readonly {
    readonly movement: string
    readonly entries: number
    readonly said_in_cents: number
    readonly posted_in_cents: number
  }[]
  readonly differences: readonly {
    readonly id: string
    readonly kind: string
    readonly said_in_cents: number
    readonly posted_in_cents: number
    readonly why: string
  }[]
  readonly balance: BankReconciliation['balance']
}

/** `GET /operator/api/processor/kept` */
export interface KeptMovement {
  readonly id: string
  /** `payout`: one that the bank has not credited in time. */
  readonly kind: 'transaction' | 'credit' | 'payout'
  readonly day: string
  readonly category: string
  readonly amount_in_cents: number
  readonly fee_in_cents: number
  readonly reference: string | null
  readonly why: string
}

/** `GET /operator/api/bank/accounts` */
export interface OperatingAccount {
  readonly number: string
  readonly enterprise: string
  readonly name: string
}

/** `GET /operator/api/enterprises` */
export interface EnterpriseListed {
  readonly id: string
  readonly name: string
  readonly created_at: string
  readonly keys: Readonly<Record<Environment, number>>
  /** The environments in which it is suspended. */
  readonly suspended: readonly Environment[]
}

/** `GET /operator/api/enterprises/:id` */
export interface EnterpriseDetail {
  readonly id: string
  readonly name: string
  /** The name that waits for review. */
  readonly requested_name: string | null
  readonly environments: Readonly<Record<Environment, EnterpriseInEnvironment>>
  readonly people: readonly PersonListed[]
}

export interface EnterpriseInEnvironment {
  readonly payouts_stopped_because: string | null
  readonly suspended_because: string | null
  readonly limits: Limits
  readonly settings: readonly SettingShown[]
  readonly keys: readonly ApiKey[]
  readonly origins: readonly { readonly id: string; readonly origin: string }[]
  readonly approval_rules: readonly ApprovalRule[]
}

export interface SettingShown {
  readonly name: string
  /** As the change takes it. */
  readonly value: string
  readonly means: string
  readonly form: string
}

/** `GET /operator/api/books/stopped` */
export interface StoppedBook {
  /** Absent for the bank that production enterprises share. */
  readonly enterprise?: string
  readonly name: string
  readonly environment: Environment
  readonly because: string
}

/** `POST /operator/api/books/audit` */
export interface BooksAudit {
  readonly mismatches: readonly { readonly tenant: number; readonly what: string }[]
}

/** `GET /operator/api/operators` */
export interface OperatorListed {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: OperatorRole
  readonly two_factor: boolean
  readonly passkeys: number
  readonly last_signed_in_at: string | null
}

/** Lines of a check, as the command prints them. */
export interface CheckLines {
  readonly lines: readonly string[]
}

/** `GET /operator/api/four-eyes`: which deeds of operators need the approval of another. */
export interface FourEyesRules {
  /** From this amount on, 0 for every entry; null: none. */
  readonly bank_entry_from_in_cents: number | null
  readonly fees: boolean
  readonly bank_account: boolean
}

/** `GET /operator/api/approvals` */
export interface OperatorApproval {
  readonly id: string
  readonly status: ApprovalStatus
  readonly deed: Deed
  readonly description: string
  readonly amount_in_cents?: number
  /** Why the operator who asked wants it. */
  readonly reason: string | null
  /** Asked for by the operator who reads this, who cannot approve it. */
  readonly is_own: boolean
  readonly activity: readonly { readonly entry: string; readonly at: string }[]
  readonly created_at: string
  readonly expires_at: string
}
