import { type ActivityEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import { joinTransfers, NO_TRANSFERS } from '../../ledger/index.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import { returnReason } from '../../rails/ach/return-codes.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { bankLabel, type ConnectionType, judgePayee, type Payee, waitingEntry } from '../account-connections/index.ts'
import type { Transition } from '../transitions/index.ts'
import { arrivalFollows, fullActivity } from './activity.ts'
import {
  ARRIVAL_MS,
  AWAITING_TYPE,
  acceptedEntries,
  awaitingEntry,
  claimEnd,
  claimedEntry,
  FAILURES,
  type FailureCode,
  feeOf,
  HELD_MS,
  initiatedEntry,
  isAwaiting,
  PAYOUT_STATES,
  type Payout,
  type PayoutEvent,
  reservedAmount,
  sentEntry,
  stateOf,
} from './model.ts'
import { payoutTransfers } from './postings.ts'

export interface PayoutTransition extends Transition<Payout> {
  /** The activity afterwards is not the stored one and more: it replaces it. */
  readonly isActivityRewritten?: boolean
}

interface Step {
  readonly event: PayoutEvent
  readonly at: Date
  readonly entries: readonly ActivityEntry[]
  readonly changes?: Partial<
    Pick<Payout, 'type' | 'fee_in_cents' | 'destination' | 'creator_id' | 'due_at' | 'batch_at' | 'return_code'>
  >
}

/** Every change of a payout's status: by the state table, with its entries and transfers. */
function makeTransition(from: Payout, tenant: TenantId, { event, at, entries, changes = {} }: Step): PayoutTransition {
  const state = mustFollow(PAYOUT_STATES, stateOf(from), event)
  const status = state === 'awaiting' ? 'ready' : state
  const to: Payout = {
    ...from,
    due_at: null,
    batch_at: null,
    ...changes,
    status,
    activity: [...from.activity, ...entries],
    updated_at: at,
  }
  if (stateOf(to) !== state) throw new Error(`payout ${from.id} would be ${stateOf(to)} after ${event}, not ${state}`)
  return { from, to, transfers: payoutTransfers(event, from, to, tenant, at) }
}

/** The funds are reserved; the payout waits for its date, or to be claimed. */
export const reserve = (payout: Payout, tenant: TenantId, dueAt: Date, at: Date): PayoutTransition =>
  makeTransition(payout, tenant, {
    event: 'accept',
    at,
    entries: acceptedEntries(reservedAmount(payout), at),
    changes: { due_at: dueAt },
  })

/** The funds are reserved until others have approved, or the time for it is over. */
export const hold = (payout: Payout, tenant: TenantId, expiresAt: Date, at: Date): PayoutTransition =>
  makeTransition({ ...payout, type: AWAITING_TYPE }, tenant, {
    event: 'hold',
    at,
    entries: [...acceptedEntries(reservedAmount(payout), at), awaitingEntry(at)],
    changes: { due_at: null, batch_at: new Date(expiresAt.getTime() + HELD_MS) },
  })

/** Enough have approved: the payout waits for its date, to be claimed, or to be initiated at once. */
export function approve(
  payout: Payout,
  tenant: TenantId,
  { payee, by, at }: { readonly payee: Payee | undefined; readonly by: string; readonly at: Date },
): PayoutTransition {
  const isUnclaimed = payee !== undefined && 'unclaimed' in judgePayee(payee, at)
  const { created_at, date } = payout
  return makeTransition(payout, tenant, {
    event: 'approve',
    at,
    entries: [statusEntry('ready', `Approved by ${by}`, at)],
    changes: {
      type: isUnclaimed ? 'unclaimed' : (payee?.type ?? AWAITING_TYPE),
      destination: payee?.destination ?? null,
      due_at: isUnclaimed ? claimEnd(created_at, date) : date > at ? date : at,
    },
  })
}

/** Two transitions of one payout in one transaction, as one. */
export const followedBy = (first: PayoutTransition, { to, transfers }: PayoutTransition): PayoutTransition => ({
  from: first.from,
  to,
  transfers: joinTransfers([first.transfers, transfers]),
})

/** How and where the creator is paid; fixed when the payment is initiated. */
export interface Method {
  readonly type: ConnectionType
  readonly destination: string | null
  readonly creatorId: string | null
}

/** A `ready` payout as it would be paid now: its connection may have changed since it was created. */
export function asPaidNow<P extends Pick<Payout, 'status' | 'type' | 'destination' | 'due_at'>>(
  payout: P,
  payee?: Payee,
): P {
  if (payout.status !== 'ready' || !payee) return payout
  if (isAwaiting(payout)) return { ...payout, type: payee.type ?? 'unclaimed', destination: payee.destination }
  if (payout.type === 'unclaimed' || payee.type === null) return payout
  return { ...payout, type: payee.type, destination: payee.destination }
}

export const methodOf = ({ destination, creatorId }: Payee, type: ConnectionType): Method => ({
  type,
  destination,
  creatorId,
})

/** Initiates the payment: the fee is final, and the over-estimated part of the reservation is released. */
export function initiate(
  payout: Payout,
  tenant: TenantId,
  method: Method,
  settings: TenantSettings,
  ach: AchRail,
  at: Date,
): PayoutTransition {
  // A fee raised since the funds were reserved is not charged beyond them.
  const fee = Math.min(feeOf(settings, method.type), payout.fee_in_cents) as Cents
  const over = subtract(payout.fee_in_cents, fee)
  const returned = over > 0 ? [transferEntry('pending', `${dollars(over)} of the reserved fee returned`, at)] : []
  return makeTransition(payout, tenant, {
    event: 'initiate',
    at,
    entries: [initiatedEntry(method.type, at), ...returned],
    changes: {
      type: method.type,
      destination: method.destination,
      creator_id: method.type === 'ach' ? null : method.creatorId,
      fee_in_cents: fee,
      ...(method.type === 'ach'
        ? ach.schedule(at, payout.amount_in_cents)
        : { due_at: new Date(at.getTime() + ARRIVAL_MS), batch_at: null }),
    },
  })
}

/** The creator has chosen a method: the payout takes it and waits for its date, or until payouts are no longer stopped. */
export function claim(payout: Payout, { type, destination }: Method, at: Date): PayoutTransition {
  if (isAwaiting(payout)) throw new Error(`payout ${payout.id} awaits approval and cannot be claimed`)
  const later = payout.date > at
  const activity = [...payout.activity, claimedEntry(type, later, at)]
  const to: Payout = { ...payout, type, destination, due_at: later ? payout.date : at, activity, updated_at: at }
  return { from: payout, to, transfers: NO_TRANSFERS }
}

/** The bank account is new: the payout stays `ready` until it may be paid to. Its status does not change. */
export function waitForBankAccount(payout: Payout, until: Date, at: Date): PayoutTransition {
  if (payout.status !== 'ready' || isAwaiting(payout)) throw new Error(`payout ${payout.id} cannot wait`)
  const activity = [...payout.activity, waitingEntry('ready', until, at)]
  return { from: payout, to: { ...payout, due_at: until, activity, updated_at: at }, transfers: NO_TRANSFERS }
}

/** The bank account has changed before an initiated ACH payout left: it leaves with the first batch that may pay to it. */
export function delay(payout: Payout, until: Date, ach: AchRail, at: Date): PayoutTransition {
  if (payout.status !== 'pending' || payout.type !== 'ach' || payout.ach_file !== null)
    throw new Error(`payout ${payout.id} cannot be delayed`)
  const activity = [...payout.activity, waitingEntry('pending', until, at)]
  const to = { ...payout, ...ach.schedule(until, payout.amount_in_cents), activity, updated_at: at }
  return { from: payout, to, transfers: NO_TRANSFERS }
}

const CHANGED_BY_SENDING = ['status', 'due_at', 'batch_at', 'return_code', 'updated_at'] as const

/** An ACH payout goes to the bank account that the connection has when the batch leaves. */
export function send(
  payout: Payout,
  tenant: TenantId,
  at: Date,
  batch?: { readonly bank: BankAccount; readonly ach: AchRail },
): PayoutTransition {
  if (payout.type === 'ach' && payout.ach_file === null && !batch)
    throw new Error(`payout ${payout.id} has no bank account to go to`)
  const back = batch?.ach.returnOf(batch.bank, at)
  const isImplied = arrivalFollows(payout, at)
  const sent = makeTransition(payout, tenant, {
    event: 'send',
    at,
    entries: isImplied ? [] : [sentEntry(payout.type, at)],
    changes: {
      due_at: back?.at ?? null,
      return_code: back?.code ?? null,
      ...(batch ? { destination: bankLabel(batch.bank.account_type, batch.bank.account_number) } : {}),
    },
  })
  return {
    ...sent,
    changed: isImplied
      ? CHANGED_BY_SENDING
      : [...CHANGED_BY_SENDING, 'activity', ...(batch ? (['destination'] as const) : [])],
  }
}

/** The bank has returned the payment: the amount goes back to the enterprise, the fee is kept. */
export function returnFromBank(payout: Payout, tenant: TenantId, code: string, at: Date): PayoutTransition {
  return makeTransition(payout, tenant, {
    event: 'return',
    at,
    entries: [
      statusEntry('returned', `Returned by the bank: ${returnReason(code)}`, at, code),
      transferEntry('returned', `${dollars(payout.amount_in_cents)} returned to the operating account`, at),
    ],
    changes: { return_code: code },
  })
}

/** The payment could not be made: amount and fee go back to the enterprise. */
export function fail(
  payout: Payout,
  tenant: TenantId,
  { code, reason }: Failure<FailureCode>,
  at: Date,
): PayoutTransition {
  const failed = makeTransition({ ...payout, activity: fullActivity(payout) }, tenant, {
    event: 'fail',
    at,
    entries: [statusEntry('error', `Failed: ${reason ?? FAILURES[code]}`, at, code), ...givenBack(payout, at)],
    changes: { fee_in_cents: ZERO },
  })
  return { ...failed, isActivityRewritten: true }
}

/** Before the payment was initiated, amount and fee are one transfer; after it the charged fee comes back by its own. */
function givenBack(payout: Payout, at: Date): ActivityEntry[] {
  const { status, amount_in_cents: amount, fee_in_cents: fee } = payout
  if (status !== 'pending' || fee === ZERO) return [released(payout, 'error', at)]
  return [
    transferEntry('error', `${dollars(amount)} returned to the operating account`, at),
    transferEntry('error', `${dollars(fee)} of the fee returned to the operating account`, at),
  ]
}

/** The payout is canceled before it was initiated: everything that was reserved goes back to the enterprise. */
export function release(
  payout: Payout,
  tenant: TenantId,
  event: 'cancel' | 'expire',
  why: string,
  at: Date,
): PayoutTransition {
  return makeTransition(payout, tenant, {
    event,
    at,
    entries: [statusEntry('canceled', why, at), released(payout, 'canceled', at)],
    changes: { fee_in_cents: ZERO },
  })
}

const released = (payout: Payout, status: 'error' | 'canceled', at: Date): ActivityEntry =>
  transferEntry(status, `${dollars(reservedAmount(payout))} returned to the operating account`, at)
