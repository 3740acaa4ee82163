import { statusEntry } from '../../../kernel/activity.ts'
import { problem } from '../../../kernel/errors.ts'
import type { TenantId } from '../../../kernel/ids.ts'
import { type Cents, cents } from '../../../kernel/money.ts'
import { follow } from '../../../kernel/state-machine.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Maker, SubjectOwner } from '../../approvals/index.ts'
import { applyTransitions } from '../../transitions/index.ts'
import { type AskedReversal, askIfNeeded, awaitsApproval, giveUpAwaiting } from '../approval.ts'
import { applyToPurchase, lockCurrent, lockFunds, type PurchaseDeps, readReturned } from '../current.ts'
import { PURCHASE_STATES, type Purchase, wasPaid } from '../model.ts'
import { lockPurchase } from '../store.ts'
import { giveUpReversal } from '../transition.ts'
import { prepareRefund, type RefundRequest, refundableAmount, writeRefund } from './issue.ts'
import { REFUND_STATES, type Refund } from './model.ts'
import type { RefundInput } from './schema.ts'
import { lockOpenRefunds, lockRefunds, REFUNDS } from './store.ts'
import { moveRefund, processRefund, type RefundedPart, refundFails } from './transition.ts'

/** Throws unless the purchase is one of which money can be given back. */
function assertRefundable(purchase: Purchase): void {
  if (purchase.charge === 'in_flight') {
    throw problem('invalid_state', 'This purchase is being charged; retry in a moment.')
  }
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can be refunded.')
  if (!follow(PURCHASE_STATES, purchase.status, 'refund')) {
    throw problem('invalid_state', `A purchase that is \`${purchase.status}\` cannot be refunded.`)
  }
}

/** Refunds a purchase, in part or all that is left, or asks for the approval that it needs. */
export async function refundPurchase(
  tx: Tx,
  tenant: TenantId,
  id: string,
  { amount_in_cents, reason }: RefundInput,
  maker: Maker,
  deps: PurchaseDeps,
): Promise<Refund> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  assertRefundable(purchase)
  if (await awaitsApproval(tx, tenant, purchase)) {
    throw problem('invalid_state', 'A refund of this purchase awaits approval already.')
  }
  const returned = await readReturned(tx, tenant, purchase)
  const wanted = amount_in_cents === undefined ? undefined : cents(amount_in_cents)
  const amount = refundableAmount(purchase, returned, wanted)
  const request = { amount, reason: reason ?? null }
  const asked = await askIfNeeded(tx, tenant, purchase, { target: 'refunded', maker, ...request }, terms)
  if (asked) return asked.refund
  return issueRefund(tx, tenant, purchase, { event: 'refund', ...request }, terms.now)
}

/** Gives money back at once. Needs the lock of the purchase, whose charge is captured or settled. */
export async function issueRefund(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  request: RefundRequest,
  at: Date,
): Promise<Refund> {
  const prepared = await prepareRefund(tx, tenant, purchase, request, at)
  await writeRefund(tx, tenant, prepared)
  await applyToPurchase(tx, tenant, prepared.transition)
  return prepared.refund
}

/** A refund of version 0.1, which has no row: it was of the total, and its transfers name the purchase. */
const wholeOf = ({ id, total_in_cents }: Purchase): RefundedPart => ({ id, amount_in_cents: total_in_cents })

/** Records what the network reports about a refund; `failed` says why it could not be made. */
export type RefundReport = { readonly failed?: string }

/** Applies a report of the network about a refund of version 0.1; a repeated or late one changes nothing. */
export async function recordWholeRefund(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  { failed }: RefundReport,
  at: Date,
): Promise<Purchase> {
  if (failed === undefined) {
    if (purchase.refund !== 'due') return purchase
    return applyToPurchase(tx, tenant, processRefund(purchase, wholeOf(purchase), true, at))
  }
  if (purchase.refund !== 'due' && purchase.refund !== 'done') return purchase
  await lockFunds(tx, tenant)
  const returned = await readReturned(tx, tenant, purchase)
  return applyToPurchase(tx, tenant, refundFails(purchase, wholeOf(purchase), returned, failed, at))
}

/** Applies a report of the network about a refund. Needs the locks of both; a repeated or late report changes nothing. */
export async function recordRefund(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  refund: Refund,
  { failed }: RefundReport,
  at: Date,
): Promise<Purchase> {
  const event = failed === undefined ? 'process' : 'fail'
  if (!follow(REFUND_STATES, refund.status, event)) return purchase
  // Accounts before the counter of events: a refund that fails credits them.
  if (failed !== undefined) await lockFunds(tx, tenant)
  const returned = await readReturned(tx, tenant, purchase)
  const others = (await lockOpenRefunds(tx, tenant, [purchase.id])).filter(({ id }) => id !== refund.id)
  const text = failed === undefined ? 'Processed' : `Failed: ${failed}`
  const code = failed === undefined ? undefined : 'refund_failed'
  const moved = moveRefund(refund, event, (status) => statusEntry(status, text, at, code), at)
  await applyTransitions(tx, REFUNDS, [moved], { tenant })
  return applyToPurchase(
    tx,
    tenant,
    failed === undefined
      ? processRefund(purchase, refund, others.length === 0, at)
      : refundFails(purchase, refund, returned, failed, at),
  )
}

/** Records what the network reports by an event about a refund that it had accepted. */
export async function recordRefundEvent(
  tx: Tx,
  tenant: TenantId,
  { id, refund: refundId }: { readonly id: string; readonly refund?: string },
  report: RefundReport,
  deps: PurchaseDeps,
): Promise<void> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (refundId === undefined) return void (await recordWholeRefund(tx, tenant, purchase, report, terms.now))
  const [refund] = await lockRefunds(tx, tenant, [refundId])
  if (refund && refund.purchase === id) await recordRefund(tx, tenant, purchase, refund, report, terms.now)
}

/** The amount that the enterprise's request to cancel or refund a purchase gives back. */
export async function wholeAmount(tx: Tx, tenant: TenantId, purchase: Purchase): Promise<Cents> {
  return refundableAmount(purchase, await readReturned(tx, tenant, purchase), undefined)
}

/** Gives the money back once others have approved it, as the enterprise had asked. */
export const askedReversals = (deps: PurchaseDeps): SubjectOwner => ({
  async lock(tx, tenant, { subject }) {
    await lockPurchase(tx, tenant, subject ?? '')
  },
  async carryOut(tx, tenant, { subject, action }, at) {
    const { purchase } = await lockCurrent(tx, tenant, subject ?? '', deps)
    const { status, refund } = action as unknown as AskedReversal
    const event = status === 'canceled' ? 'cancel' : 'refund'
    if (!follow(PURCHASE_STATES, purchase.status, event)) {
      throw problem('invalid_state', `A purchase that is \`${purchase.status}\` cannot become \`${status}\`.`)
    }
    const [awaiting] = refund === undefined ? [] : await lockRefunds(tx, tenant, [refund])
    await issueRefund(tx, tenant, purchase, { event, awaiting, reason: null }, at)
  },
  async giveUp(tx, tenant, { subject }, why, at) {
    const purchase = await lockPurchase(tx, tenant, subject ?? '')
    if (!purchase) return
    await giveUpAwaiting(tx, tenant, purchase, why, at)
    await applyToPurchase(tx, tenant, giveUpReversal(purchase, why, at))
  },
})
