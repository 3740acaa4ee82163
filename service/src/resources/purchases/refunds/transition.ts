import { type ActivityEntry, errorEntry, statusEntry } from '../../../kernel/activity.ts'
import type { FieldChanges } from '../../../kernel/changes.ts'
import { newId } from '../../../kernel/ids.ts'
import { add, type Cents, dollars, subtract } from '../../../kernel/money.ts'
import { follow, mustFollow } from '../../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../../ledger/index.ts'
import type { Transition } from '../../transitions/index.ts'
import {
  leftOf,
  PURCHASE_STATES,
  type Purchase,
  type PurchaseStatus,
  REFUND_CODE,
  REFUND_MS,
  type Returned,
} from '../model.ts'
import {
  incomingEntry,
  makeTransition,
  outgoingEntries,
  type PurchaseTransition,
  settledEntries,
} from '../transition.ts'
import { REFUND_STATES, type Refund, type RefundEvent, type RefundStatus } from './model.ts'

export type RefundTransition = Transition<Refund>

/** A refund that is issued at once, or awaits approval. */
export function newRefund(
  purchase: Purchase,
  amount: Cents,
  reason: string | null,
  status: 'awaiting' | 'pending',
  at: Date,
): Refund {
  return {
    id: newId('refund'),
    purchase: purchase.id,
    status,
    amount_in_cents: amount,
    reason,
    activity: [statusEntry(status, status === 'awaiting' ? 'Awaits approval' : 'Issued', at)],
    call_at: status === 'pending' ? new Date(at.getTime() + REFUND_MS) : null,
    leased_until: null,
    created_at: at,
    updated_at: at,
  }
}

/** Moves a refund by its state table. The money moves with its purchase. */
export function moveRefund(
  from: Refund,
  event: RefundEvent,
  entryOf: (status: RefundStatus) => ActivityEntry,
  at: Date,
): RefundTransition {
  const status = mustFollow(REFUND_STATES, from.status, event)
  const to: Refund = {
    ...from,
    status,
    call_at: event === 'issue' ? new Date(at.getTime() + REFUND_MS) : null,
    leased_until: null,
    activity: [...from.activity, entryOf(status)],
    updated_at: at,
  }
  return { from, to, transfers: NO_TRANSFERS }
}

/** The refund as the events of its purchase name it: a refund of version 0.1 was of the total and has no id of its own. */
export type RefundedPart = Pick<Refund, 'amount_in_cents'> & { readonly id: string }

export const refundedField = (before: Cents, after: Cents): FieldChanges => ({
  refunded_in_cents: { before, after },
})

const isTotal = (purchase: Purchase, { amount_in_cents }: RefundedPart): boolean =>
  amount_in_cents === purchase.total_in_cents

/** `Refund`, or `Refund of $30.00` where it is a part. */
export const refundName = (purchase: Purchase, refund: RefundedPart): string =>
  isTotal(purchase, refund) ? 'Refund' : `Refund of ${dollars(refund.amount_in_cents)}`

export interface Issue {
  readonly event: 'refund' | 'cancel'
  readonly text: string
  readonly returned: Returned
  /** The balance of the operating account, where the charge has settled. */
  readonly funds: Cents
}

/** Gives back all that is left of a charge, or a part of it. The network is asked a moment later. */
export function giveBack(
  purchase: Purchase,
  refund: RefundedPart,
  { event, text, returned, funds }: Issue,
  at: Date,
): PurchaseTransition {
  const { amount_in_cents: amount } = refund
  const isWhole = amount === leftOf(purchase, returned)
  const settled = purchase.charge === 'settled'
  const made = isWhole ? event : 'refund_part'
  const status = mustFollow(PURCHASE_STATES, purchase.status, made)
  return makeTransition(purchase, {
    event: made,
    charge: settled ? (isWhole ? 'refund' : 'refund_part') : 'void',
    at,
    money: { sourceId: refund.id, amount, funds },
    entries: [
      statusEntry(status, text, at, isTotal(purchase, refund) ? undefined : REFUND_CODE),
      ...(settled ? outgoingEntries({ amount, funds }, status, at) : []),
    ],
    changes: isWhole ? { refund: 'due' } : {},
    related: refundedField(returned.refunded, add(returned.refunded, amount)),
  })
}

/** The network has refunded the buyer. `isLast`: no other refund of the purchase is open. */
export function processRefund(purchase: Purchase, refund: RefundedPart, isLast: boolean, at: Date): PurchaseTransition {
  const isOver = isLast && purchase.refund === 'due'
  const event = isOver && purchase.status === 'refunded' ? 'process' : undefined
  const status: PurchaseStatus = event === undefined ? purchase.status : 'reversed'
  return makeTransition(purchase, {
    event,
    at,
    entries: [statusEntry(status, `${refundName(purchase, refund)} processed`, at)],
    changes: { refund: isOver ? 'done' : purchase.refund, ...waiting(purchase) },
  })
}

/** Times that a change of one refund leaves as they are. */
const waiting = ({ due_at, call_at }: Purchase) => ({ due_at, call_at })

/** The buyer could not be refunded: the enterprise gets the money back, and only a chargeback can follow. */
export function refundFails(
  purchase: Purchase,
  refund: RefundedPart,
  returned: Returned,
  why: string,
  at: Date,
): PurchaseTransition {
  // A chargeback has reversed the purchase by itself, whatever becomes of a part that was refunded before.
  const next = purchase.refund === 'done' ? follow(PURCHASE_STATES, purchase.status, 'refund_fails') : undefined
  const status = next ?? purchase.status
  const { amount_in_cents: amount, id: sourceId } = refund
  return makeTransition(purchase, {
    event: next === undefined ? undefined : 'refund_fails',
    charge: 'refund_fails',
    at,
    money: { sourceId, amount },
    entries: [
      errorEntry(status, `${refundName(purchase, refund)} failed: ${why}`, at, 'refund_failed'),
      ...(purchase.charge === 'voided' ? settledEntries(purchase, status, at) : [incomingEntry(amount, status, at)]),
    ],
    changes: { refund: 'failed' },
    related: refundedField(returned.refunded, subtract(returned.refunded, amount)),
  })
}

/** A refund is not sent, because the buyer's bank takes the money itself. */
export function callOffRefund(
  purchase: Purchase,
  refund: RefundedPart,
  returned: Returned,
  at: Date,
): PurchaseTransition {
  const { status, charge } = purchase
  const { amount_in_cents: amount, id: sourceId } = refund
  const isPosted = charge !== 'voided'
  const text = `${refundName(purchase, refund)} called off: the buyer's bank takes the money itself`
  return makeTransition(purchase, {
    charge: isPosted ? 'call_off' : undefined,
    at,
    money: { sourceId, amount },
    entries: [statusEntry(status, text, at), ...(isPosted ? [incomingEntry(amount, status, at)] : [])],
    changes: { refund: purchase.refund === 'due' ? 'none' : purchase.refund },
    related: refundedField(returned.refunded, subtract(returned.refunded, amount)),
  })
}

/** A refund that awaited approval is given up. */
export const callOffAwaiting = (refund: Refund, why: string, at: Date): RefundTransition =>
  moveRefund(refund, 'call_off', (status) => statusEntry(status, `Not given back: ${why}`, at), at)
