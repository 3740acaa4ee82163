import type { Cents } from '../../kernel/money.ts'

/** Where money goes by ACH. */
export interface BankAccount {
  readonly name_on_account: string
  readonly account_number: string
  readonly routing_number: string
  readonly account_type: 'checking' | 'savings'
}

/** When an ACH payout goes on: by itself at `due_at`, or with the first file that is made from `batch_at` on. */
export type AchSchedule =
  | { readonly due_at: Date; readonly batch_at: null }
  | { readonly due_at: null; readonly batch_at: Date }

/** What the ACH network does with payouts, and when. */
export interface AchRail {
  schedule(after: Date, amount: Cents): AchSchedule
  /** Whether, when and why the bank gives a payout back. */
  returnOf(account: BankAccount, sentAt: Date): { readonly at: Date; readonly code: string } | undefined
}
