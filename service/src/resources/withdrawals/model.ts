import type { ActivityEntry } from '../../kernel/activity.ts'
import { BANK_FAILURES } from '../../kernel/failure.ts'
import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Cents } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import { goesOn, type TenantSettings } from '../../tenants/index.ts'

export const STATUSES = ['created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled'] as const
export type WithdrawalStatus = (typeof STATUSES)[number]

/** A withdrawal that awaits approval has a row of its own in the state table; its status is `ready`. */
export const STATES = ['created', 'awaiting', ...STATUSES.slice(1)] as readonly WithdrawalState[]
export type WithdrawalState = WithdrawalStatus | 'awaiting'

export const EVENTS = ['accept', 'hold', 'approve', 'initiate', 'send', 'return', 'cancel', 'expire', 'fail'] as const
export type WithdrawalEvent = (typeof EVENTS)[number]

/**
 * `accept`: funds are reserved. `hold`: they are reserved, and others must approve first; `approve`: they have. `initiate`:
 * it goes with the next ACH batch. `expire`: it was not approved in time. `return`: the bank returned it. `error`,
 * `returned` and `canceled` are final.
 */
export const WITHDRAWAL_STATES: StateTable<WithdrawalState, WithdrawalEvent> = {
  created: { accept: 'ready', hold: 'awaiting' },
  awaiting: { approve: 'ready', cancel: 'canceled', expire: 'canceled', fail: 'error' },
  ready: { initiate: 'pending', cancel: 'canceled', fail: 'error' },
  pending: { send: 'sent', fail: 'error' },
  sent: { return: 'returned' },
  error: {},
  returned: {},
  canceled: {},
}

/** The part that the withdrawals of enterprises and of creators have in common. */
export interface AnyWithdrawal {
  readonly id: Id<'withdrawal'>
  readonly status: WithdrawalStatus
  readonly amount_in_cents: Cents
  /** The bank account as people see it. */
  readonly destination: string
  /** When the approval that it awaits expires; null unless it awaits one. Creators' withdrawals need none. */
  readonly awaits_until?: Date | null
  readonly due_at: Date | null
  /** When it may leave in a bank's file; null once it has left, and then `ach_file` names the file. */
  readonly batch_at: Date | null
  readonly ach_file: string | null
  readonly return_code: string | null
  readonly activity: readonly ActivityEntry[]
  readonly created_at: Date
  readonly updated_at: Date
}

/** A withdrawal of an enterprise. */
export interface Withdrawal extends AnyWithdrawal {
  readonly awaits_until: Date | null
  readonly description: string
  readonly approval: string | null
  readonly user_data: JsonObject | null
}

export const isAwaiting = ({ awaits_until = null }: Pick<AnyWithdrawal, 'awaits_until'>): boolean =>
  awaits_until !== null

export const stateOf = (withdrawal: Pick<AnyWithdrawal, 'status' | 'awaits_until'>): WithdrawalState =>
  isAwaiting(withdrawal) ? 'awaiting' : withdrawal.status

/** Not approved in time, a withdrawal is canceled. */
export const isPastApproval = ({ awaits_until }: Pick<Withdrawal, 'awaits_until'>, now: Date): boolean =>
  awaits_until !== null && awaits_until <= now

/**
 * After the audit has stopped payouts, or the operator has suspended the enterprise, no money leaves: nothing is initiated
 * or sent. A return goes on, and a withdrawal that left in a bank's file is recorded as sent.
 */
const isHeldBack = ({ status, ach_file }: AnyWithdrawal, settings: TenantSettings): boolean =>
  (settings.payouts_stopped_because !== null ||
    !goesOn(settings, 'a withdrawal is initiated, sent, or leaves in a bank file')) &&
  (status === 'ready' || (status === 'pending' && ach_file === null))

/** The withdrawal has a step whose time has come and that may be taken. */
export const isDue = (withdrawal: AnyWithdrawal, settings: TenantSettings): boolean =>
  withdrawal.due_at !== null && withdrawal.due_at <= settings.now && !isHeldBack(withdrawal, settings)

/** Why a withdrawal failed: the codes of the API, and the reason of each in words. */
export const FAILURES = {
  bank_account_missing: 'no bank account is registered for withdrawals',
  ...BANK_FAILURES,
} as const

export type FailureCode = keyof typeof FAILURES
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[]
