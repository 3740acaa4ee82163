import { type ActivityEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import { BANK_FAILURES } from '../../kernel/failure.ts'
import type { Id } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { add, type Cents, dollars } from '../../kernel/money.ts'
import type { StateTable } from '../../kernel/state-machine.ts'
import { DAY_MS, SECOND_MS } from '../../kernel/time.ts'
import { afterResume, goesOn, type SUSPENDED_STEPS, type TenantSettings } from '../../tenants/index.ts'
import type { ConnectionType } from '../account-connections/index.ts'

export const STATUSES = ['created', 'ready', 'pending', 'sent', 'error', 'returned', 'canceled'] as const
export type PayoutStatus = (typeof STATUSES)[number]

export const TYPES = ['direct', 'ach', 'wallet', 'unclaimed'] as const
export type PayoutType = (typeof TYPES)[number]

/** A payout that awaits approval has a row of its own in the state table; its status is `ready`. */
export const STATES = ['created', 'awaiting', ...STATUSES.slice(1)] as readonly PayoutState[]
export type PayoutState = PayoutStatus | 'awaiting'

export type PayoutEvent = 'accept' | 'hold' | 'approve' | 'initiate' | 'send' | 'return' | 'cancel' | 'expire' | 'fail'

/**
 * `accept`: funds are reserved. `hold`: they are reserved, and others must approve first; `approve`: they have. `initiate`:
 * the payment is on its way to the creator. `expire`: it was not claimed within 30 days, or not approved in time. `return`:
 * the bank returned it. `error`, `returned` and `canceled` are final.
 */
export const PAYOUT_STATES: StateTable<PayoutState, PayoutEvent> = {
  created: { accept: 'ready', hold: 'awaiting' },
  awaiting: { approve: 'ready', cancel: 'canceled', expire: 'canceled', fail: 'error' },
  ready: { initiate: 'pending', cancel: 'canceled', expire: 'canceled', fail: 'error' },
  pending: { send: 'sent', fail: 'error' },
  sent: { return: 'returned' },
  error: {},
  returned: {},
  canceled: {},
}

export interface Payout {
  readonly id: Id<'payout'>
  readonly account_connection: string
  readonly status: PayoutStatus
  readonly type: PayoutType
  readonly amount_in_cents: Cents
  /** Reserved while `ready`, charged from `pending` on. */
  readonly fee_in_cents: Cents
  readonly description: string
  readonly date: Date
  readonly destination: string | null
  /** The creator whose account it goes to, from `pending` on; only `direct` and `wallet` payouts have one. */
  readonly creator_id: string | null
  readonly due_at: Date | null
  /** When it may leave in a bank's file; null once it has left, and then `ach_file` names the file. */
  readonly batch_at: Date | null
  readonly ach_file: string | null
  readonly return_code: string | null
  readonly activity: readonly ActivityEntry[]
  readonly user_data: JsonObject | null
  readonly created_at: Date
  readonly updated_at: Date
}

/** A payout with its activity as the text that is stored, which is most of an answer and seldom needs to be read. */
export type StoredPayout = Omit<Payout, 'activity'> & { readonly activity: string }

/**
 * A payout that awaits approval is the one `ready` payout without a `due_at`: no sweep finds it, nor does one of version
 * 0.1, which would pay it at that time. Its `batch_at` is the expiry of the approval, moved beyond every bank file: every
 * audit counts what it holds by that column.
 */
export const isAwaiting = ({ status, due_at }: Pick<Payout, 'status' | 'due_at'>): boolean =>
  status === 'ready' && due_at === null

export const stateOf = (payout: Pick<Payout, 'status' | 'due_at'>): PayoutState =>
  isAwaiting(payout) ? 'awaiting' : payout.status

/** A thousand years of 365.25 days. */
export const HELD_MS = 365_250 * DAY_MS

/** When the approval that a payout awaits expires. */
export const approvalEnd = ({ batch_at }: Pick<Payout, 'batch_at'>): Date =>
  new Date((batch_at?.getTime() ?? 0) - HELD_MS)

/**
 * The stored type of every payout that awaits. Its true type is decided when it is approved, and until then read from its
 * connection. Never `unclaimed`: version 0.1 pays unclaimed payouts when their creator leaves Connect.
 */
export const AWAITING_TYPE = 'ach' satisfies PayoutType

/** The time that the recipient has to activate the connection. */
export const CLAIM_MS = 30 * DAY_MS
/**
 * The time from initiation to arrival of a payout that does not go by ACH. Stored payouts depend on it: the activity of those
 * that arrived on time has no entry of it, see `withArrival`.
 */
export const ARRIVAL_MS = 2 * SECOND_MS

export function feeOf(settings: TenantSettings, type: ConnectionType): Cents {
  const fees = {
    direct: settings.fee_payout_direct_in_cents,
    wallet: settings.fee_payout_wallet_in_cents,
    ach: settings.fee_payout_ach_in_cents,
  }
  return fees[type]
}

/** The most a payout can cost while its type is not final. */
export const highestFee = (settings: TenantSettings): Cents =>
  Math.max(feeOf(settings, 'direct'), feeOf(settings, 'wallet'), feeOf(settings, 'ach')) as Cents

/** An unclaimed payout waits 30 days from the later of its creation and its date. */
export const claimEnd = (createdAt: Date, date: Date): Date =>
  new Date(Math.max(createdAt.getTime(), date.getTime()) + CLAIM_MS)

/**
 * After the audit has stopped payouts, or the operator has suspended the enterprise, no money leaves: nothing is initiated
 * or sent. Steps that return money to the enterprise go on, and a payout that left in a bank's file is recorded as sent.
 */
export function isHeldBack(payout: Payout, settings: TenantSettings): boolean {
  const step = stepOut(payout)
  return step !== undefined && (settings.payouts_stopped_because !== null || !goesOn(settings, step))
}

/** The step by which money leaves, if the next one does that. */
function stepOut({ status, type, ach_file }: Payout): keyof typeof SUSPENDED_STEPS | undefined {
  if (status === 'pending' && ach_file === null) return 'a pending payout is sent, or leaves in a bank file'
  if (status !== 'ready' || type === 'unclaimed') return undefined
  return 'a payout is initiated: its date has come, its creator has claimed it, or it was approved'
}

/** When the due step of a payout is taken. One that was held back is not dated before payouts went on. */
export const timeOfStep = (payout: Payout, due: Date, settings: TenantSettings): Date =>
  stepOut(payout) === undefined ? due : afterResume(due, settings)

/** The payout has a step whose time has come and that may be taken. */
export const isDue = (payout: Payout, settings: TenantSettings): boolean =>
  payout.due_at !== null && payout.due_at <= settings.now && !isHeldBack(payout, settings)

type WithDeadline = Pick<Payout, 'status' | 'type' | 'due_at' | 'batch_at'>

/** Unclaimed for 30 days, a payout is canceled. */
export const isPastClaim = (payout: WithDeadline, now: Date): boolean =>
  payout.status === 'ready' && payout.type === 'unclaimed' && payout.due_at !== null && payout.due_at <= now

/** Not approved in time, a payout is canceled. */
export const isPastApproval = (payout: WithDeadline, now: Date): boolean =>
  isAwaiting(payout) && approvalEnd(payout) <= now

/** The amount that `pending_payouts` holds for a payout in `ready`: the amount and the reserved fee. */
export const reservedAmount = (payout: Payout): Cents => add(payout.amount_in_cents, payout.fee_in_cents)

const WHERE: Record<ConnectionType, string> = {
  direct: 'to the Tributary account',
  wallet: 'to the wallet',
  ach: 'by ACH',
}

/** The first entries of every payout's activity. */
export const acceptedEntries = (reserved: Cents, at: Date): ActivityEntry[] => [
  statusEntry('created', 'Created', at),
  transferEntry('ready', `${dollars(reserved)} moved to pending payouts`, at),
  statusEntry('ready', 'Ready', at),
]

/** Marks the payouts that have an approval, so that no other is looked up. */
export const APPROVAL_CODE = 'awaiting_approval'

export const hasApproval = ({ activity }: Pick<Payout, 'activity'>): boolean =>
  activity.some(({ code }) => code === APPROVAL_CODE)

export const awaitingEntry = (at: Date): ActivityEntry => statusEntry('ready', 'Awaits approval', at, APPROVAL_CODE)

export const UNAPPROVED = 'Canceled: not approved in time'

export const claimedEntry = (type: ConnectionType, later: boolean, at: Date): ActivityEntry =>
  statusEntry('ready', `Claimed: goes ${WHERE[type]}${later ? ' on its date' : ''}`, at)

export const UNCLAIMED = 'Canceled: not claimed within 30 days'

/** Why a payout failed: the codes of the API, and the reason of each in words. */
export const FAILURES = {
  permission_not_granted: 'the permission `payment.credit` was gone when the payout was due',
  bank_account_missing: 'the account connection has no bank account',
  ...BANK_FAILURES,
} as const

export type FailureCode = keyof typeof FAILURES
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[]

export const sentEntry = (type: PayoutType, at: Date): ActivityEntry =>
  statusEntry('sent', type === 'ach' ? 'Sent to the ACH network' : 'Sent: available to the creator', at)

export const initiatedEntry = (type: ConnectionType, at: Date): ActivityEntry =>
  statusEntry('pending', `Payment initiated ${WHERE[type]}${type === 'ach' ? ', with the next batch' : ''}`, at)
