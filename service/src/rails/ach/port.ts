/** Where money goes by ACH. */
export interface BankAccount {
  readonly name_on_account: string
  readonly account_number: string
  readonly routing_number: string
  readonly account_type: 'checking' | 'savings'
}

/** What the ACH network does with payouts, and when. */
export interface AchRail {
  /** When the next batch after that moment leaves. */
  nextBatchAt(after: Date): Date
  /** Whether, when and why the bank gives a payout back. */
  returnOf(account: BankAccount, sentAt: Date): { readonly at: Date; readonly code: string } | undefined
}
