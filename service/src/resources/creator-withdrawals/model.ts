import type { Id } from '../../kernel/ids.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import type { AnyWithdrawal } from '../withdrawals/index.ts'

export const ACCOUNT_STATUSES = ['unproven', 'proven', 'failed', 'suspended', 'removed'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

export const ACCOUNT_EVENTS = ['prove', 'mistake', 'exhaust', 'refuse', 'correct', 'suspend', 'remove'] as const
export type AccountEvent = (typeof ACCOUNT_EVENTS)[number]

/**
 * `prove`: the amounts of the small deposits were right. `mistake`: they were wrong; `exhaust`: for the third time. `refuse`:
 * the bank returned a small deposit. `correct`: it took a payment, and told what of the account is wrong. `suspend`: it
 * returned a withdrawal, because the account is closed, unknown or wrong.
 */
export const ACCOUNT_STATES: StateTable<AccountStatus, AccountEvent> = {
  unproven: {
    prove: 'proven',
    mistake: 'unproven',
    exhaust: 'failed',
    refuse: 'failed',
    correct: 'unproven',
    remove: 'removed',
  },
  proven: { correct: 'proven', suspend: 'suspended', remove: 'removed' },
  failed: { remove: 'removed' },
  suspended: { remove: 'removed' },
  removed: {},
}

/** A bank account that a creator has added. */
export interface CreatorBankAccount {
  readonly id: Id<'creatorBankAccount'>
  readonly creator_id: Id<'creator'>
  readonly status: AccountStatus
  readonly bank_sealed: Buffer
  readonly label: string
  readonly tries: number
  readonly why: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** Wrong answers that an account takes. */
export const TRIES_MAX = 3

/** A withdrawal of a creator, or one of the small deposits that prove a bank account. */
export interface CreatorWithdrawal extends AnyWithdrawal {
  readonly creator_id: Id<'creator'>
  readonly bank_account: Id<'creatorBankAccount'>
  readonly purpose: 'withdrawal' | 'proof'
  /** The request that made it. */
  readonly request: string | null
}
