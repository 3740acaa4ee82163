import { findAnswers } from '../../http/index.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { toUtf8 } from '../../kernel/utf8.ts'
import { customPlanStatement, type Database, type Tx } from '../../platform/database.ts'
import { type CallingKind, dueQueries } from '../../platform/due.ts'
import type { CardRail, ChargeOutcome, RefundOutcome } from '../../rails/cards/port.ts'
import { type PurchaseTerms, readPurchaseTerms } from '../../tenants/index.ts'
import { applyTransitionsStatements } from '../transitions/index.ts'
import { CALLS_AT_ONCE, cardCalls } from './card-calls.ts'
import { type ChargeResult, chargeOrder, commitAnswers, decideResults } from './charge.ts'
import type { PurchaseDeps } from './current.ts'
import { type Purchase, refundKey } from './model.ts'
import { recordWholeRefund } from './refunds/commands.ts'
import { DUE_CALLS, leaseCalls, lockPurchases, PURCHASES } from './store.ts'
import { viewOf } from './view.ts'

/** A call that the network has answered. */
type AnsweredCall =
  | { readonly purchase: Purchase; readonly charge: ChargeOutcome }
  | { readonly purchase: Purchase; readonly refund: RefundOutcome }

/**
 * Calls to the card network: for charges whose outcome is unknown, and for refunds of version 0.1, which have no row of
 * their own. A call that fails has no outcome; its lease runs out, and the network is asked again with the same key.
 */
export const callsDue = (deps: PurchaseDeps): CallingKind =>
  cardCalls('card calls', dueQueries(DUE_CALLS), (database, tenant, until) => callSome(database, tenant, until, deps))

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
      const resource = leased[nth]?.id
      deps.log.error({ err: one.reason, tenant, resource }, 'the card network has not answered a call')
    }
  }
  const answered = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  await record(database, tenant, answered, terms, deps)
  const recorded = answered.filter((one) => !('refund' in one) || one.refund !== 'pending')
  return { leased: leased.length, recorded: recorded.length }
}

/** A charge is looked up first, and then sent again with the same key: either way there is one charge. */
async function ask(cards: CardRail, tenant: TenantId, purchase: Purchase, terms: PurchaseTerms): Promise<AnsweredCall> {
  if (purchase.charge === 'in_flight') {
    const order = chargeOrder(tenant, purchase, terms.enterprise_name)
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
 * Charges and refunds are recorded in two transactions: recording a charge ends with the counter of events, and a refund that
 * failed locks accounts, which come before it. The network is asked again, by the same key, about calls that are not
 * recorded.
 */
async function record(
  database: Database,
  tenant: TenantId,
  answered: readonly AnsweredCall[],
  terms: PurchaseTerms,
  deps: PurchaseDeps,
): Promise<void> {
  const answer = (paid: Purchase) => toUtf8(JSON.stringify(viewOf(deps, terms.environment, tenant, paid)))
  const charges = answered.flatMap((one): ChargeResult[] => {
    if (!('charge' in one)) return []
    const { id, attempt, commit_request } = one.purchase
    return [{ id, attempt, outcome: one.charge, keyed: commit_request ?? undefined, answer }]
  })
  if (charges.length > 0) await database.transaction((tx) => recordCharges(tx, tenant, charges, deps))
  const refunds = refundOutcomes(answered)
  if (refunds.size > 0) await database.transaction((tx) => recordRefunds(tx, tenant, refunds))
}

async function recordCharges(
  tx: Tx,
  tenant: TenantId,
  results: readonly ChargeResult[],
  { vault }: PurchaseDeps,
): Promise<void> {
  const ids = results.map(({ id }) => id)
  const keys = results.flatMap(({ keyed }) => keyed ?? [])
  customPlanStatement(tx).execute()
  const [rows, known, { now }] = await Promise.all([
    lockPurchases(tx, tenant, ids),
    findAnswers(tx, tenant, keys),
    readPurchaseTerms(tx, tenant),
  ])
  const answers = commitAnswers(vault, known, tenant)
  const purchases = new Map<string, Purchase>(rows.map((row) => [row.id, row]))
  const { transitions } = decideResults(results, { rows: purchases, now }, answers)
  await Promise.all([
    ...applyTransitionsStatements(tx, tenant, PURCHASES, transitions),
    ...answers.saveStatements(tx, tenant),
  ])
}

/** The outcome of a refund that is decided. */
type FinalRefund = Exclude<RefundOutcome, 'pending'>

function refundOutcomes(answered: readonly AnsweredCall[]): Map<string, FinalRefund> {
  const outcomes = new Map<string, FinalRefund>()
  for (const one of answered) if ('refund' in one && one.refund !== 'pending') outcomes.set(one.purchase.id, one.refund)
  return outcomes
}

/** Recorded at the time it was due; a refund that a chargeback has overtaken is left alone. */
async function recordRefunds(tx: Tx, tenant: TenantId, outcomes: ReadonlyMap<string, FinalRefund>): Promise<void> {
  for (const row of await lockPurchases(tx, tenant, [...outcomes.keys()])) {
    const outcome = outcomes.get(row.id) as FinalRefund
    const report = outcome === 'processed' ? {} : outcome
    if (row.refund === 'due') await recordWholeRefund(tx, tenant, row, report, row.call_at as Date)
  }
}
