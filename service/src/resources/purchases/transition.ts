import { type ActivityEntry, errorEntry, statusEntry, transferEntry } from '../../kernel/activity.ts'
import type { FieldChanges } from '../../kernel/changes.ts'
import { type Cents, dollars, subtract } from '../../kernel/money.ts'
import { mustFollow } from '../../kernel/state-machine.ts'
import { NO_TRANSFERS } from '../../ledger/index.ts'
import type { CardRail } from '../../rails/cards/port.ts'
import type { Transition } from '../transitions/index.ts'
import {
  CHARGE_STATES,
  type ChargedCard,
  type ChargeEvent,
  COLLECT_MS,
  PURCHASE_STATES,
  type Purchase,
  type PurchaseEvent,
  type PurchaseStatus,
  REFUND_MS,
} from './model.ts'
import { chargeTransfers, type ReturnedMoney, reachOf } from './postings.ts'

export interface PurchaseTransition extends Transition<Purchase> {
  /** The time after which another process asks the network, because this one has not returned. */
  readonly leaseMs?: number
  /** Fields of refunds and disputes that change with the purchase, as its event shows them. */
  readonly related?: FieldChanges
}

interface Step {
  /** The event of the status and that of the charge; without one, that state stays. */
  readonly event?: PurchaseEvent | undefined
  readonly charge?: ChargeEvent | undefined
  readonly at: Date
  readonly entries: readonly ActivityEntry[]
  /** The refund or dispute that moves money. */
  readonly money?: ReturnedMoney | undefined
  readonly related?: FieldChanges | undefined
  readonly changes?: Partial<
    Pick<Purchase, 'refund' | 'due_at' | 'call_at' | 'charge_reference' | 'paid_at' | 'card_brand' | 'card_last_four'>
  >
}

/** Every change of a purchase's status and charge: by the two state tables, with entries and transfers. */
export function makeTransition(
  from: Purchase,
  { event, charge, at, entries, money, related, changes = {} }: Step,
): PurchaseTransition {
  const to: Purchase = {
    ...from,
    due_at: null,
    call_at: null,
    leased_until: null,
    commit_request: null,
    ...changes,
    status: event === undefined ? from.status : mustFollow(PURCHASE_STATES, from.status, event),
    charge: charge === undefined ? from.charge : mustFollow(CHARGE_STATES, from.charge, charge),
    activity: [...from.activity, ...entries],
    updated_at: at,
  }
  const transfers = charge === undefined ? NO_TRANSFERS : chargeTransfers(charge, from, money, at)
  return { from, to, transfers, ...(related === undefined ? {} : { related }) }
}

/**
 * Records the intent to charge, before the network is asked: from here on the worker finds the charge, whatever happens to
 * this process. The purchase itself has not changed yet, so there is no activity entry and no event.
 */
export function sendCharge(
  purchase: Purchase,
  card: ChargedCard,
  request: Purchase['commit_request'],
  leaseMs: number,
  at: Date,
): PurchaseTransition {
  const charge = mustFollow(CHARGE_STATES, purchase.charge, 'send')
  const to: Purchase = {
    ...purchase,
    charge,
    attempt: purchase.attempt + 1,
    card_token: card.token,
    card_brand: card.brand,
    card_last_four: card.lastFour,
    commit_request: request,
    call_at: at,
  }
  return { from: purchase, to, transfers: NO_TRANSFERS, isSilent: true, leaseMs }
}

/** The network has charged the card. */
export const capture = (purchase: Purchase, reference: string, at: Date): PurchaseTransition =>
  makeTransition(purchase, {
    event: 'commit',
    charge: 'capture',
    at,
    entries: [statusEntry('pending', `Paid by card ••••${purchase.card_last_four}`, at)],
    changes: { charge_reference: reference, paid_at: at, due_at: new Date(at.getTime() + COLLECT_MS) },
  })

/** The network has declined the card; the purchase stays `created` and may be committed again. */
export const decline = (purchase: Purchase, code: string, why: string, at: Date): PurchaseTransition =>
  makeTransition(purchase, {
    charge: 'decline',
    at,
    entries: [errorEntry(purchase.status, `Card ••••${purchase.card_last_four} declined: ${why}`, at, code)],
    changes: { card_brand: null, card_last_four: null },
  })

/** Where the processor has books of its own, no time settles the charge: its balance transaction does. */
export const collect = (purchase: Purchase, cards: CardRail, at: Date): PurchaseTransition =>
  makeTransition(purchase, {
    event: 'collect',
    at,
    entries: [statusEntry('settling', 'Being settled to the operating account', at)],
    changes: { due_at: cards.books ? null : cards.settlesAt(at) },
  })

/** The purchase is complete: its charge has settled, or the enterprise completes it. */
export function complete(purchase: Purchase, text: string, at: Date): PurchaseTransition {
  const settles = purchase.charge === 'captured'
  const entries = [statusEntry('completed', text, at), ...(settles ? settledEntries(purchase, 'completed', at) : [])]
  return makeTransition(purchase, { event: 'complete', charge: settles ? 'settle' : undefined, at, entries })
}

/** The enterprise completes a purchase whose charge the processor has yet to settle: its face changes, no money moves. */
export const completeFace = (purchase: Purchase, text: string, at: Date): PurchaseTransition =>
  makeTransition(purchase, { event: 'complete', at, entries: [statusEntry('completed', text, at)] })

/** The charge of a purchase settles; the purchase is complete with it, if the enterprise has not completed it before. */
export function settle(purchase: Purchase, text: string, at: Date): PurchaseTransition {
  if (purchase.status !== 'completed') return complete(purchase, text, at)
  const entries = [statusEntry('completed', text, at), ...settledEntries(purchase, 'completed', at)]
  return makeTransition(purchase, { charge: 'settle', at, entries })
}

/** The transfers of a charge that settles: the net amount, and the fee. */
export function settledEntries(purchase: Purchase, status: PurchaseStatus, at: Date): ActivityEntry[] {
  const { total_in_cents: total, fee_in_cents: fee } = purchase
  const net = subtract(total, fee)
  return [
    ...(net > 0 ? [incomingEntry(net, status, at)] : []),
    ...(fee > 0 ? [transferEntry(status, `${dollars(fee)} charged as the fee`, at)] : []),
  ]
}

export const fail = (purchase: Purchase, why: string, at: Date): PurchaseTransition =>
  makeTransition(purchase, {
    event: 'fail',
    charge: 'void',
    at,
    entries: [statusEntry('error', `Failed: ${why}`, at, 'collection_failed')],
  })

/** The transfers of an amount that leaves the operating account. */
export function outgoingEntries(
  money: Pick<ReturnedMoney, 'amount' | 'funds'>,
  status: PurchaseStatus,
  at: Date,
): ActivityEntry[] {
  const { reached, rest } = reachOf(money)
  return [
    ...(reached > 0 ? [transferEntry(status, `${dollars(reached)} taken from the operating account`, at)] : []),
    ...(rest > 0
      ? [transferEntry(status, `${dollars(rest)} due from the next credits of the operating account`, at)]
      : []),
  ]
}

export const incomingEntry = (amount: Cents, status: PurchaseStatus, at: Date): ActivityEntry =>
  transferEntry(status, `${dollars(amount)} moved to the operating account`, at)

/** Cancels or refunds a purchase that was never charged. */
export function reverseUncharged(
  purchase: Purchase,
  event: 'refund' | 'cancel',
  text: string,
  at: Date,
): PurchaseTransition {
  const status = mustFollow(PURCHASE_STATES, purchase.status, event)
  return makeTransition(purchase, {
    event,
    at,
    entries: [statusEntry(status, text, at)],
    // A canceled purchase waits for nothing.
    changes: event === 'cancel' ? {} : { due_at: new Date(at.getTime() + REFUND_MS) },
  })
}

/** A refunded purchase that was never charged is over. */
const processUncharged = (purchase: Purchase, at: Date): PurchaseTransition =>
  makeTransition(purchase, {
    event: 'process',
    at,
    entries: [statusEntry('reversed', 'Reversed: nothing was charged', at)],
  })

/** Notes a fraud alert that causes no refund, because the enterprise has not asked for one or the window is over. */
export const noteFraudAlert = (purchase: Purchase, at: Date): PurchaseTransition =>
  makeTransition(purchase, {
    at,
    entries: [errorEntry(purchase.status, 'Fraud alert on the card; not refunded automatically', at, 'fraud_alert')],
    changes: { due_at: purchase.due_at, call_at: purchase.call_at },
  })

/** Marks the purchases whose refund was asked for, so that no other is looked up. */
const APPROVAL_CODE = 'awaiting_approval'

export const hasApproval = ({ activity }: Pick<Purchase, 'activity'>): boolean =>
  activity.some(({ code }) => code === APPROVAL_CODE)

const note = (purchase: Purchase, entry: ActivityEntry<PurchaseStatus>, at: Date): PurchaseTransition =>
  makeTransition(purchase, { at, entries: [entry], changes: { due_at: purchase.due_at, call_at: purchase.call_at } })

/** The enterprise asks for a reversal that others must approve. */
export const askForReversal = (purchase: Purchase, what: string, at: Date): PurchaseTransition =>
  note(purchase, statusEntry(purchase.status, `${what} awaits approval`, at, APPROVAL_CODE), at)

export const giveUpReversal = (purchase: Purchase, why: string, at: Date): PurchaseTransition =>
  note(purchase, statusEntry(purchase.status, `Not given back: ${why}`, at), at)

/** The transition that is due to a purchase, by its state, recorded at the time it was due. */
export function dueTransition(purchase: Purchase, cards: CardRail): PurchaseTransition {
  const at = purchase.due_at
  if (at === null) throw new Error(`purchase ${purchase.id} is not due`)
  if (purchase.status === 'pending') return collect(purchase, cards, at)
  if (purchase.status === 'refunded') return processUncharged(purchase, at)
  if (purchase.status !== 'settling') throw new Error(`purchase ${purchase.id} is ${purchase.status} and due`)
  const fault = cards.settlementFault(purchase.charge_reference ?? '')
  if (fault !== undefined) return fail(purchase, fault, at)
  return complete(purchase, 'Settled to the operating account', at)
}
