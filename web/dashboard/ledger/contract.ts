export interface LedgerAccount {
  readonly account: string
  readonly name: string
  readonly debits_in_cents: number
  readonly credits_in_cents: number
  readonly balance_in_cents: number
}

export interface StatementLine {
  readonly at: string
  readonly kind: string
  readonly source_id: string
  readonly counterpart: string
  /** What it added; negative for what it took. */
  readonly amount_in_cents: number
  readonly balance_in_cents: number
}

export interface StatementAnswer {
  readonly account: string
  readonly opening_in_cents: number
  readonly closing_in_cents: number
  readonly lines: readonly StatementLine[]
  readonly pagination: { readonly page: number; readonly page_size: number; readonly total: number }
}

export interface TrialBalance {
  readonly debits_in_cents: number
  readonly credits_in_cents: number
  readonly difference_in_cents: number
}

export interface AccountsAnswer {
  readonly accounts: readonly LedgerAccount[]
  readonly pagination: { readonly page: number; readonly page_size: number; readonly total: number }
}

export interface ReconciledDay {
  readonly day: string
  readonly entries: number
  readonly amount_in_cents: number
  readonly returned: number
  readonly returned_in_cents: number
  readonly booked_in_cents: number
  readonly agrees: boolean
}
