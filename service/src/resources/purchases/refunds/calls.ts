import type { TenantId } from '../../../kernel/ids.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import { type CallingKind, dueQueries } from '../../../platform/due.ts'
import type { CardRail, RefundOutcome } from '../../../rails/cards/port.ts'
import { readPurchaseTerms } from '../../../tenants/index.ts'
import { CALLS_AT_ONCE, cardCalls } from '../card-calls.ts'
import type { PurchaseDeps } from '../current.ts'
import type { Purchase } from '../model.ts'
import { findPurchase, lockPurchases } from '../store.ts'
import { recordRefund } from './commands.ts'
import { networkKey, type Refund } from './model.ts'
import { DUE_REFUNDS, leaseRefunds, lockRefunds } from './store.ts'

/** A refund that the network has answered. */
interface AnsweredRefund {
  readonly refund: Refund
  readonly outcome: RefundOutcome
}

/**
 * Asks the card network for refunds. A call that fails has no outcome; its lease runs out, and the network is asked again
 * with the same key.
 */
export const refundCallsDue = (deps: PurchaseDeps): CallingKind =>
  cardCalls('refund calls', dueQueries(DUE_REFUNDS), (database, tenant, until) =>
    callSome(database, tenant, until, deps),
  )

async function callSome(
  database: Database,
  tenant: TenantId,
  until: Date,
  deps: PurchaseDeps,
): Promise<{ leased: number; recorded: number }> {
  const [{ environment }, leased] = await database.transaction((tx) =>
    Promise.all([readPurchaseTerms(tx, tenant), leaseRefunds(tx, tenant, until, CALLS_AT_ONCE, deps.cardLeaseMs)]),
  )
  const cards = deps.cards[environment]
  const answers = await Promise.allSettled(leased.map((refund) => ask(database, cards, tenant, refund)))
  /** Purchases whose refund has no answer. */
  const silent = new Set<string>()
  for (const [nth, one] of answers.entries()) {
    const { id: resource, purchase } = leased[nth] as Refund
    if (one.status === 'fulfilled') continue
    silent.add(purchase)
    deps.log.error({ err: one.reason, tenant, resource }, 'the card network has not answered a call')
  }
  // Refunds of a purchase are recorded in the order they were issued. One without an answer holds back the others, which
  // are asked for again with it: the network knows their keys.
  const answered = answers.flatMap((one) =>
    one.status === 'fulfilled' && one.value.outcome !== 'pending' && !silent.has(one.value.refund.purchase)
      ? [one.value]
      : [],
  )
  if (answered.length > 0) await database.transaction((tx) => record(tx, tenant, answered))
  return { leased: leased.length, recorded: answered.length }
}

async function ask(database: Database, cards: CardRail, tenant: TenantId, refund: Refund): Promise<AnsweredRefund> {
  const purchase = await findPurchase(database.sql, tenant, refund.purchase)
  if (!purchase) throw new Error(`the purchase of refund ${refund.id} is gone`)
  const outcome = await cards.refund({
    key: networkKey(tenant, purchase, refund),
    reference: purchase.charge_reference as string,
    amountInCents: refund.amount_in_cents,
  })
  return { refund, outcome }
}

/** Recorded at the time it was due; a refund that was called off meanwhile is left alone. */
async function record(tx: Tx, tenant: TenantId, answered: readonly AnsweredRefund[]): Promise<void> {
  const purchases = new Map<string, Purchase>(
    (await lockPurchases(tx, tenant, [...new Set(answered.map(({ refund }) => refund.purchase))])).map((one) => [
      one.id,
      one,
    ]),
  )
  const outcomes = new Map(answered.map(({ refund, outcome }) => [refund.id as string, outcome]))
  for (const refund of await lockRefunds(tx, tenant, [...outcomes.keys()])) {
    const purchase = purchases.get(refund.purchase)
    if (!purchase || refund.status !== 'pending') continue
    const outcome = outcomes.get(refund.id) as RefundOutcome
    const report = typeof outcome === 'object' ? { failed: outcome.failed } : {}
    const at = refund.call_at as Date
    purchases.set(purchase.id, await recordRefund(tx, tenant, purchase, refund, report, at))
  }
}
