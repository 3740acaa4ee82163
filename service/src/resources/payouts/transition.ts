import { type ActivityEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Cents, dollars, subtract, ZERO } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { AchRail, BankAccount } from '../../rails/ach/port.ts'
import { returnReason } from '../../rails/ach/return-codes.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import { bankLabel, type ConnectionType, type Payee } from '../account-connections/index.ts'
import type { Transition } from '../transitions/index.ts'
import { fullActivity } from './activity.ts'
import {
  ARRIVAL_MS,
  acceptedEntries,
  claimedEntry,
  FAILURES,
  type Failure,
  feeOf,
  initiatedEntry,
  PAYOUT_STATES,
  type Payout,
  type PayoutEvent,
  reservedAmount,
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
  const status = mustFollow(PAYOUT_STATES, from.status, event)
  const to: Payout = {
    ...from,
    due_at: null,
    batch_at: null,
    ...changes,
    status,
    activity: [...from.activity, ...entries],
    updated_at: at,
  }
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

/** How and where the creator is paid; fixed when the payment is initiated. */
export interface Method {
  readonly type: ConnectionType
  readonly destination: string | null
  readonly creatorId: string | null
}

/** A `ready` payout as it would be paid now: its connection may have changed since it was created. */
export function asPaidNow<P extends Pick<Payout, 'status' | 'type' | 'destination'>>(payout: P, payee?: Payee): P {
  if (payout.status !== 'ready' || payout.type === 'unclaimed' || !payee || payee.type === null) return payout
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
  const later = payout.date > at
  const activity = [...payout.activity, claimedEntry(type, later, at)]
  const to: Payout = { ...payout, type, destination, due_at: later ? payout.date : at, activity, updated_at: at }
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
  const sent = makeTransition(payout, tenant, {
    event: 'send',
    at,
    entries: [
      statusEntry('sent', payout.type === 'ach' ? 'Sent to the ACH network' : 'Sent: available to the creator', at),
    ],
    changes: {
      due_at: back?.at ?? null,
      return_code: back?.code ?? null,
      ...(batch ? { destination: bankLabel(batch.bank.account_type, batch.bank.account_number) } : {}),
    },
  })
  return { ...sent, changed: batch ? [...CHANGED_BY_SENDING, 'destination'] : CHANGED_BY_SENDING }
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
export function fail(payout: Payout, tenant: TenantId, { code, reason }: Failure, at: Date): PayoutTransition {
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
