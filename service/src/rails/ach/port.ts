import type { Cents } from '../../kernel/money.ts'

/** A bank account that receives ACH payments. */
export interface BankAccount {
  readonly name_on_account: string
  readonly account_number: string
  readonly routing_number: string
  readonly account_type: 'checking' | 'savings'
}

/** Why no file can carry a payment. */
export interface FileFailure {
  readonly code:
    | 'bank_account_missing'
    | 'bank_account_unreadable'
    | 'bank_account_unsendable'
    | 'bank_account_suspended'
  /** More exact than the words of the code, where there is more to say. */
  readonly reason?: string
}

/** A payment that a file can carry, and the bank account that it goes to. */
export interface Sendable {
  readonly id: string
  readonly amount: Cents
  readonly bank: BankAccount
  /** The receiver is a business, not a person. */
  readonly isBusiness?: boolean
  /** The purpose of the payment, as its receiver reads it. */
  readonly description?: string
}

/** A payment that no file can carry, and why. */
export interface Unsendable {
  readonly id: string
  readonly failure: FileFailure
}

/** Returns that say that the account itself is wrong: whatever is sent there comes back. */
const WRONG_ACCOUNT: ReadonlySet<string> = new Set([
  'R02',
  'R03',
  'R04',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R20',
  'R28',
])

/** Whether a return suspends the bank account that it came from. */
export const isWrongAccount = (code: string): boolean => WRONG_ACCOUNT.has(code)

/** An ACH payout is sent either at `due_at`, or with the first file that is made at `batch_at` or later. */
export type AchSchedule =
  | { readonly due_at: Date; readonly batch_at: null }
  | { readonly due_at: null; readonly batch_at: Date }

/** The ACH network: when payments are sent, and which of them are returned. */
export interface AchRail {
  /** The bank account of an enterprise that has registered none; a rail that moves real money has none. */
  readonly sampleAccount?: BankAccount
  /** The amounts of the two small deposits that prove a creator's bank account. */
  proofAmounts(): readonly [Cents, Cents]
  schedule(after: Date, amount: Cents): AchSchedule
  /** When a payout that was scheduled so is expected in the creator's account. */
  arrivesAt(schedule: AchSchedule): Date
  /** When and why the bank will return the payout; `undefined` when the rail does not know of a return ahead. */
  returnOf(account: BankAccount, sentAt: Date): { readonly at: Date; readonly code: string } | undefined
}
