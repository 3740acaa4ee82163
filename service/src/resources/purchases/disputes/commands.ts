import { problem } from '../../../kernel/errors.ts'
import { newId, type TenantId } from '../../../kernel/ids.ts'
import { add, type Cents, cents, ZERO } from '../../../kernel/money.ts'
import { follow } from '../../../kernel/state-machine.ts'
import type { Tx } from '../../../platform/database.ts'
import type { DisputeReport } from '../../../rails/cards/port.ts'
import { applyTransitions } from '../../transitions/index.ts'
import { applyToPurchase, lockCurrent, lockFunds, type PurchaseDeps, readReturned } from '../current.ts'
import { leftOf, PURCHASE_STATES, type Purchase, type Returned, wasPaid } from '../model.ts'
import type { Refund } from '../refunds/model.ts'
import { lockOpenRefunds, REFUNDS } from '../refunds/store.ts'
import { callOffAwaiting, callOffRefund } from '../refunds/transition.ts'
import { settle } from '../transition.ts'
import { DISPUTE_STATES, type Dispute, type DisputeEvent, EVENTS_TO, isOpen, RESPOND_MS } from './model.ts'
import { DISPUTES, insertDispute, lockDisputes } from './store.ts'
import { disputeField, moveDispute, noteDispute, takeBack, winBack } from './transition.ts'

/** A purchase and its dispute while a report is being applied. */
interface Disputed {
  readonly purchase: Purchase
  readonly dispute: Dispute
}

const nothingNew = () => problem('invalid_state', 'The dispute is as it was reported before.')

/**
 * Records what the buyer's bank says of a charge: it asks, takes the money, reviews, gives the money back or keeps it. A
 * report that says nothing new, or comes late, is refused and changes nothing.
 */
export async function recordDispute(
  tx: Tx,
  tenant: TenantId,
  id: string,
  report: DisputeReport,
  deps: PurchaseDeps,
): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can be charged back.')
  // In the order of locks: accounts before the counters of disputes and of events.
  await lockFunds(tx, tenant)
  const known = findKnown(await lockDisputes(tx, tenant, id), report)
  if (known && report.isNew) throw problem('invalid_state', 'This purchase is disputed already.')
  let disputed = known ? { purchase, dispute: known } : await openDispute(tx, tenant, purchase, report, terms.now)
  for (const event of EVENTS_TO[report.status ?? disputed.dispute.status]) {
    if (!follow(DISPUTE_STATES, disputed.dispute.status, event)) continue
    disputed = await STEPS[event](tx, tenant, disputed, report, terms.now)
  }
  if (report.isTaken && !disputed.dispute.is_taken && isOpen(disputed.dispute)) {
    disputed = await take(tx, tenant, disputed, report, terms.now)
  }
  if (known && disputed.dispute === known) throw nothingNew()
  return disputed.purchase
}

/** A report without a reference is about the dispute that is open. */
function findKnown(disputes: readonly Dispute[], { reference }: DisputeReport): Dispute | undefined {
  const named = reference === null ? undefined : disputes.find((one) => one.reference === reference)
  return named ?? disputes.find((one) => isOpen(one) && (reference === null || one.reference === null))
}

/**
 * A canceled purchase whose refund failed can still be charged back, and so can the rest of one that a chargeback has
 * reversed in part.
 */
const canBeTaken = ({ status, charge }: Purchase): boolean =>
  follow(PURCHASE_STATES, status, 'chargeback') !== undefined ||
  ((status === 'canceled' || status === 'reversed') && charge === 'settled')

async function openDispute(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  report: DisputeReport,
  now: Date,
): Promise<Disputed> {
  if (report.isSimulated && report.status !== 'inquiry' && report.status !== 'needs_response') {
    throw problem('invalid_state', 'This purchase has no open dispute: begin with `inquiry` or `needs_response`.')
  }
  if (!canBeTaken(purchase)) {
    throw problem('invalid_state', `A purchase that is \`${purchase.status}\` cannot be charged back.`)
  }
  const returned = await readReturned(tx, tenant, purchase)
  const refunds = await pendingRefunds(tx, tenant, purchase)
  const left = leftOf(purchase, returned)
  // Refunds that are still on their way can be taken too: they are called off then.
  const most = cents(refunds.reduce((sum, { amount_in_cents }) => sum + amount_in_cents, Number(left)))
  const amount = report.amount ?? (left > 0 ? left : most)
  if (amount > most && report.isSimulated) {
    throw problem('invalid_state', 'The dispute is about more than is left of the purchase.')
  }
  const dispute: Dispute = {
    id: newId('dispute'),
    purchase: purchase.id,
    reference: report.reference,
    status: report.status === 'inquiry' ? 'inquiry' : 'needs_response',
    amount_in_cents: cents(Math.min(amount, purchase.total_in_cents)),
    taken_in_cents: ZERO,
    is_taken: false,
    reason: report.reason ?? null,
    respond_by: report.respondBy ?? (report.isSimulated ? new Date(now.getTime() + RESPOND_MS) : null),
    created_at: now,
    updated_at: now,
  }
  await insertDispute(tx, tenant, dispute)
  if (report.isTaken) return { purchase, dispute }
  const noted = await applyToPurchase(tx, tenant, noteDispute(purchase, undefined, dispute, now))
  return { purchase: noted, dispute }
}

type Step = (tx: Tx, tenant: TenantId, disputed: Disputed, report: DisputeReport, now: Date) => Promise<Disputed>

async function note(
  tx: Tx,
  tenant: TenantId,
  { purchase, dispute }: Disputed,
  event: DisputeEvent,
  report: DisputeReport,
  now: Date,
): Promise<Disputed> {
  const changes = { reason: report.reason ?? dispute.reason, respond_by: report.respondBy ?? dispute.respond_by }
  const moved = moveDispute(dispute, event, changes, now)
  await applyTransitions(tx, DISPUTES, [moved], { tenant })
  return {
    purchase: await applyToPurchase(tx, tenant, noteDispute(purchase, dispute, moved.to, now)),
    dispute: moved.to,
  }
}

const STEPS: Readonly<Record<DisputeEvent, Step>> = {
  open: (tx, tenant, disputed, report, now) => note(tx, tenant, disputed, 'open', report, now),
  respond: (tx, tenant, disputed, report, now) => note(tx, tenant, disputed, 'respond', report, now),
  // Lost, the money is gone, even where nobody has reported that it was taken.
  lose: async (tx, tenant, disputed, report, now) => {
    const taken = disputed.dispute.is_taken ? disputed : await take(tx, tenant, disputed, report, now)
    return note(tx, tenant, taken, 'lose', report, now)
  },
  win: (tx, tenant, disputed, report, now) =>
    disputed.dispute.is_taken
      ? giveMoneyBack(tx, tenant, disputed, now)
      : note(tx, tenant, disputed, 'win', report, now),
}

/** Refunds that the network was not asked for yet or has not answered, newest first; those of version 0.1 have no row. */
async function pendingRefunds(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
): Promise<(Pick<Refund, 'amount_in_cents'> & { readonly id: string; readonly row?: Refund })[]> {
  const open = (await lockOpenRefunds(tx, tenant, [purchase.id])).filter(({ status }) => status === 'pending')
  if (open.length > 0) {
    return open.reverse().map((row) => ({ id: row.id, amount_in_cents: row.amount_in_cents, row }))
  }
  const isWhole = purchase.refund === 'due' && purchase.call_at !== null
  return isWhole ? [{ id: purchase.id, amount_in_cents: purchase.total_in_cents }] : []
}

/** Takes the money of a dispute. Refunds that it leaves no money for are called off, the newest first. */
async function take(
  tx: Tx,
  tenant: TenantId,
  { purchase: before, dispute }: Disputed,
  report: DisputeReport,
  now: Date,
): Promise<Disputed> {
  const wanted = cents(Math.min(report.amount ?? dispute.amount_in_cents, before.total_in_cents))
  let purchase = before
  if (purchase.charge === 'captured' && wanted < purchase.total_in_cents) {
    purchase = await applyToPurchase(tx, tenant, settle(purchase, 'Settled: a part of it is disputed', now))
  }
  const freed = await callOffRefunds(tx, tenant, purchase, wanted, now)
  purchase = freed.purchase
  const left = leftOf(purchase, freed.returned)
  const amount = purchase.charge === 'settled' ? (Math.min(wanted, left) as Cents) : ZERO
  const changes = {
    is_taken: true,
    taken_in_cents: amount,
    amount_in_cents: wanted,
    reason: report.reason ?? dispute.reason,
    respond_by: report.respondBy ?? dispute.respond_by,
  }
  const moved = moveDispute(dispute, undefined, changes, now)
  await applyTransitions(tx, DISPUTES, [moved], { tenant })
  const funds = await lockFunds(tx, tenant)
  const taking = { amount, isWhole: amount === left, funds, related: disputeField(undefined, moved.to) }
  purchase = await applyToPurchase(tx, tenant, takeBack(purchase, dispute, taking, now))
  return { purchase, dispute: moved.to }
}

async function callOffRefunds(
  tx: Tx,
  tenant: TenantId,
  before: Purchase,
  wanted: Cents,
  now: Date,
): Promise<{ readonly purchase: Purchase; readonly returned: Returned }> {
  let returned = await readReturned(tx, tenant, before)
  let purchase = before
  for (const refund of await pendingRefunds(tx, tenant, before)) {
    if (leftOf(purchase, returned) >= wanted) break
    const why = "the buyer's bank takes the money itself"
    if (refund.row) await applyTransitions(tx, REFUNDS, [callOffAwaiting(refund.row, why, now)], { tenant })
    purchase = await applyToPurchase(tx, tenant, callOffRefund(purchase, refund, returned, now))
    returned = { ...returned, refunded: add(returned.refunded, cents(-refund.amount_in_cents)) }
  }
  return { purchase, returned }
}

/** The dispute is won: what was taken is back, once, because a dispute that is won stays so. */
async function giveMoneyBack(tx: Tx, tenant: TenantId, { purchase, dispute }: Disputed, now: Date): Promise<Disputed> {
  const moved = moveDispute(dispute, 'win', { taken_in_cents: ZERO }, now)
  await applyTransitions(tx, DISPUTES, [moved], { tenant })
  return {
    purchase: await applyToPurchase(tx, tenant, winBack(purchase, dispute, moved.to, now)),
    dispute: moved.to,
  }
}
