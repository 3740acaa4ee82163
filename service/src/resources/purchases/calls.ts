import type { TenantId } from '../../kernel/ids.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { type CallingKind, dueQueries } from '../../platform/due.ts'
import type { CardRail, ChargeOutcome, RefundOutcome } from '../../rails/cards/port.ts'
import { type PurchaseTerms, readPurchaseTerms } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { type Charged, orderOf, type PurchaseDeps, readCharges, viewOf, writeCharges } from './charge.ts'
import { type Purchase, refundKey } from './model.ts'
import { DUE_CALLS, leaseCalls, lockPurchases, PURCHASES } from './store.ts'
import { processed, refundFails } from './transition.ts'

/** Enough to keep the network busy, few enough that all are back before the lease runs out. */
const CALLS_AT_ONCE = 16

/** One call that came back. */
type Answered =
  | { readonly purchase: Purchase; readonly charge: ChargeOutcome }
  | { readonly purchase: Purchase; readonly refund: RefundOutcome }

/**
 * What the network must be asked: charges whose outcome nobody knows, and refunds. A call that fails has no outcome; its
 * lease runs out, and the same key is asked again.
 */
export const callsDue = (deps: PurchaseDeps): CallingKind => ({
  name: 'card calls',
  stepMs: () => MINUTE_MS,
  ...dueQueries(DUE_CALLS),
  async call(database, tenant, until, limit) {
    let total = 0
    for (;;) {
      const { leased, recorded } = await callSome(database, tenant, until, deps)
      total += recorded
      // Nothing recorded is an outage: those leased wait until their leases run out.
      if (leased < CALLS_AT_ONCE || recorded === 0 || total >= limit) return total
    }
  },
})

async function callSome(
  database: Database,
  tenant: TenantId,
  until: Date,
  deps: PurchaseDeps,
): Promise<{ leased: number; recorded: number }> {
  const [terms, leased] = await database.transaction((tx) =>
    Promise.all([readPurchaseTerms(tx, tenant), leaseCalls(tx, tenant, until, CALLS_AT_ONCE, deps.cardLeaseMs)]),
  )
  const cards = deps.cards[terms.environment]
  const answers = await Promise.allSettled(leased.map((purchase) => ask(cards, tenant, purchase, terms)))
  for (const [nth, one] of answers.entries()) {
    if (one.status === 'rejected') {
      const purchase = leased[nth]?.id
      deps.log.error({ err: one.reason, tenant, purchase }, 'the card network did not say what became of a call')
    }
  }
  const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  await record(database, tenant, answered, terms, deps)
  const recorded = answered.filter((one) => !('refund' in one) || one.refund !== 'pending')
  return { leased: leased.length, recorded: recorded.length }
}

/** Looked up first, then asked for again with the same key: whichever way, there is one charge. */
async function ask(cards: CardRail, tenant: TenantId, purchase: Purchase, terms: PurchaseTerms): Promise<Answered> {
  if (purchase.charge === 'in_flight') {
    const order = orderOf(tenant, purchase, terms.enterprise_name)
    return { purchase, charge: (await cards.lookup(order.key)) ?? (await cards.authorizeAndCapture(order)) }
  }
  const refund = await cards.refund({
    key: refundKey(tenant, purchase),
    reference: purchase.charge_reference as string,
    amountInCents: purchase.total_in_cents,
  })
  return { purchase, refund }
}

/**
 * Charges and refunds each in a transaction of their own: a charge ends with the counter of events, which is the last lock
 * of all, and a refund that failed takes accounts. What is not recorded is asked again with the same key.
 */
async function record(
  database: Database,
  tenant: TenantId,
  answered: readonly Answered[],
  terms: PurchaseTerms,
  deps: PurchaseDeps,
): Promise<void> {
  const charged = answered.flatMap((one): Charged[] =>
    'charge' in one ? [{ ...chargedOf(one.purchase), outcome: one.charge }] : [],
  )
  if (charged.length > 0) await database.transaction((tx) => recordCharges(tx, tenant, charged, deps))
  const refunded = outcomesOf(answered)
  if (refunded.size > 0) await database.transaction((tx) => recordRefunds(tx, tenant, refunded))

  function chargedOf(purchase: Purchase) {
    const answer = (paid: Purchase) => JSON.stringify(viewOf(deps, terms.environment, tenant, paid))
    return { id: purchase.id, attempt: purchase.attempt, keyed: purchase.commit_request ?? undefined, answer }
  }
}

async function recordCharges(tx: Tx, tenant: TenantId, charged: readonly Charged[], deps: PurchaseDeps): Promise<void> {
  const found = await readCharges(tx, tenant, charged, deps.vault)
  await Promise.all(writeCharges(tx, tenant, charged, found, found.answers).statements)
}

type RefundEnd = Exclude<RefundOutcome, 'pending'>

function outcomesOf(answered: readonly Answered[]): Map<string, RefundEnd> {
  const outcomes = new Map<string, RefundEnd>()
  for (const one of answered) if ('refund' in one && one.refund !== 'pending') outcomes.set(one.purchase.id, one.refund)
  return outcomes
}

/** At the time it was due; what a chargeback has overtaken is left alone. */
async function recordRefunds(tx: Tx, tenant: TenantId, outcomes: ReadonlyMap<string, RefundEnd>): Promise<void> {
  const rows = (await lockPurchases(tx, tenant, [...outcomes.keys()])).filter((row) => row.refund === 'due')
  await applyTransitions(
    tx,
    PURCHASES,
    rows.map((row) => {
      const outcome = outcomes.get(row.id) as RefundEnd
      const at = row.call_at as Date
      return outcome === 'processed' ? processed(row, at) : refundFails(row, outcome.failed, at)
    }),
    { tenant },
  )
}
