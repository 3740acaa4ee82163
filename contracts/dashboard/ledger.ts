import type { Pagination } from '../lists.ts'

interface Totals {
  readonly debits_in_cents: number
  readonly credits_in_cents: number
  /** Credits less debits. */
  readonly balance_in_cents: number
}

export interface LedgerAccount extends Totals {
  readonly account: string
  /** The purpose of the account, in words. */
  readonly name: string
  readonly guarded: boolean
}

export interface LedgerAccounts {
  readonly accounts: readonly LedgerAccount[]
  readonly pagination: Pagination
}

export interface TrialBalance {
  readonly debits_in_cents: number
  readonly credits_in_cents: number
  readonly difference_in_cents: number
  /** One line per kind of account; `accounts` counts them. */
  readonly accounts: readonly (Totals & {
    readonly account: string
    readonly name: string
    readonly accounts: number
  })[]
}

export interface StatementLine {
  readonly at: string
  readonly kind: string
  readonly source_id: string
  readonly counterpart: string
  /** Positive: it increased the balance. */
  readonly amount_in_cents: number
  readonly balance_in_cents: number
}

export interface Statement {
  readonly account: string
  readonly name: string
  readonly from?: string
  readonly to?: string
  readonly opening_in_cents: number
  readonly closing_in_cents: number
  readonly lines: readonly StatementLine[]
  readonly pagination: Pagination
}

/** One day of the bank's files beside the ledger. */
export interface ReconciledDay {
  readonly day: string
  readonly entries: number
  readonly amount_in_cents: number
  readonly booked_in_cents: number
  readonly returned: number
  readonly returned_in_cents: number
  readonly returned_booked_in_cents: number
  readonly agrees: boolean
}

export interface Reconciliation {
  readonly days: readonly ReconciledDay[]
}
