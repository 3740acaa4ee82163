import { type ActivityEntry, errorEntry, statusEntry } from '../../../kernel/activity.ts'
import type { FieldChanges } from '../../../kernel/changes.ts'
import { type Cents, dollars, ZERO } from '../../../kernel/money.ts'
import { follow, mustFollow } from '../../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../../ledger/index.ts'
import type { Transition } from '../../transitions/index.ts'
import { CHARGEBACK_CODE, DISPUTE_CODE, PURCHASE_STATES, type Purchase } from '../model.ts'
import {
  incomingEntry,
  makeTransition,
  outgoingEntries,
  type PurchaseTransition,
  settledEntries,
} from '../transition.ts'
import { DISPUTE_STATES, type Dispute, type DisputeEvent } from './model.ts'
import { viewDispute } from './view.ts'

export type DisputeTransition = Transition<Dispute>

/** Moves a dispute by its state table. The money moves with its purchase. */
export const moveDispute = (
  from: Dispute,
  event: DisputeEvent | undefined,
  changes: Partial<Omit<Dispute, 'id' | 'status'>>,
  at: Date,
): DisputeTransition => ({
  from,
  to: {
    ...from,
    ...changes,
    status: event === undefined ? from.status : mustFollow(DISPUTE_STATES, from.status, event),
    updated_at: at,
  },
  transfers: NO_TRANSFERS,
})

/** The dispute, as the event of its purchase shows it. */
export const disputeField = (before: Dispute | undefined, after: Dispute): FieldChanges => ({
  dispute: { before: before ? { ...viewDispute(before) } : null, after: { ...viewDispute(after) } },
})

const WORDS: Record<Dispute['status'], (dispute: Dispute) => string> = {
  inquiry: ({ amount_in_cents }) => `The buyer's bank asks about ${dollars(amount_in_cents)}; nothing is taken`,
  needs_response: ({ amount_in_cents }) => `The buyer disputes ${dollars(amount_in_cents)}`,
  under_review: () => 'The buyer’s bank reviews the evidence',
  won: () => 'Dispute won',
  lost: () => 'Dispute lost',
}

/** The dispute has reached a status that moves no money. */
export function noteDispute(
  purchase: Purchase,
  before: Dispute | undefined,
  dispute: Dispute,
  at: Date,
): PurchaseTransition {
  const text = WORDS[dispute.status](dispute)
  const entry: ActivityEntry =
    dispute.status === 'won'
      ? statusEntry(purchase.status, text, at, DISPUTE_CODE)
      : errorEntry(purchase.status, text, at, DISPUTE_CODE)
  const { due_at, call_at } = purchase
  return makeTransition(purchase, {
    at,
    entries: [entry],
    changes: { due_at, call_at },
    related: disputeField(before, dispute),
  })
}

export interface Taking {
  readonly amount: Cents
  /** Nothing is left afterwards. */
  readonly isWhole: boolean
  readonly funds: Cents
  readonly related: FieldChanges
}

/** The buyer's bank reverses the charge, whether the enterprise agrees or not. */
export function takeBack(
  purchase: Purchase,
  dispute: Pick<Dispute, 'id'>,
  { amount, isWhole, funds, related }: Taking,
  at: Date,
): PurchaseTransition {
  const event = follow(PURCHASE_STATES, purchase.status, 'chargeback') === undefined ? undefined : 'chargeback'
  const status = event === undefined ? purchase.status : 'reversed'
  const isPosted = purchase.charge === 'settled' && amount > 0
  const isVoided = purchase.charge === 'captured'
  return makeTransition(purchase, {
    event,
    charge: isPosted ? (isWhole ? 'take' : 'take_part') : isVoided ? 'void' : undefined,
    at,
    money: { sourceId: dispute.id, amount, funds },
    entries: [
      statusEntry(status, 'Reversed by a chargeback', at, CHARGEBACK_CODE),
      ...(isPosted ? outgoingEntries({ amount, funds }, status, at) : []),
    ],
    related,
  })
}

/** The buyer's bank gives back what it had taken. */
export function winBack(purchase: Purchase, before: Dispute, dispute: Dispute, at: Date): PurchaseTransition {
  const { taken_in_cents: amount, id: sourceId } = before
  // A charge that a refund has voided stays so: the buyer has the money.
  const isVoided = purchase.charge === 'voided' && purchase.refund === 'none'
  const isBack = isVoided || amount > ZERO
  const event = isBack && follow(PURCHASE_STATES, purchase.status, 'win') !== undefined ? 'win' : undefined
  const status = event === undefined ? purchase.status : 'completed'
  const returned = amount > 0 ? [incomingEntry(amount, status, at)] : []
  return makeTransition(purchase, {
    event,
    charge: isBack ? 'win' : undefined,
    at,
    money: { sourceId, amount },
    entries: [
      statusEntry(status, WORDS.won(dispute), at, DISPUTE_CODE),
      ...(isVoided ? settledEntries(purchase, status, at) : returned),
    ],
    related: disputeField(before, dispute),
  })
}
