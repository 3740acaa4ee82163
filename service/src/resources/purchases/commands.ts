import { changesBetween, differs } from '../../kernel/changes.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { follow } from '../../kernel/state-machine.ts'
import type { Tx } from '../../platform/database.ts'
import type { CardEvent, CardRail } from '../../rails/cards/port.ts'
import { isTenantOf, type PurchaseTerms } from '../../tenants/index.ts'
import type { Maker } from '../approvals/index.ts'
import { applyTransitions, changeOf } from '../transitions/index.ts'
import { addToEvent, recordEvents } from '../webhooks/index.ts'
import { askIfNeeded, awaitsApproval, type Reversal } from './approval.ts'
import { applyToPurchase, lockCurrent, type PurchaseDeps } from './current.ts'
import { recordDispute } from './disputes/commands.ts'
import { purchaseFields } from './events.ts'
import {
  inFraudWindow,
  type NetworkKey,
  PURCHASE_STATES,
  type Purchase,
  type PurchaseStatus,
  parseKey,
  purchaseNotFound,
  wasPaid,
} from './model.ts'
import { issueRefund, recordRefundEvent, wholeAmount } from './refunds/commands.ts'
import { prepareRefund, writeRefund } from './refunds/issue.ts'
import type { PurchaseUpdateInput } from './schema.ts'
import { lockPurchase, PURCHASES, updatePurchase } from './store.ts'
import { complete, completeFace, noteFraudAlert, type PurchaseTransition, reverseUncharged } from './transition.ts'

type Target = NonNullable<PurchaseUpdateInput['status']>

const EVENTS = { canceled: 'cancel', completed: 'complete', refunded: 'refund' } as const

export async function changePurchase(
  tx: Tx,
  tenant: TenantId,
  id: string,
  input: PurchaseUpdateInput,
  maker: Maker,
  deps: PurchaseDeps,
): Promise<Purchase> {
  const { purchase: before, terms } = await lockCurrent(tx, tenant, id, deps)
  const { status, user_data, ...flags } = input
  const fields = { ...flags, ...(user_data === undefined ? {} : { user_data: user_data as JsonObject | null }) }
  const wanted: Purchase = { ...before, ...fields }
  if (status !== undefined) assertAllowed(before, status)
  const changes = differs(before, fields)
  const isReversal = (status === 'refunded' || status === 'canceled') && status !== before.status
  const asked = isReversal && wasPaid(before) && (await askOnce(tx, tenant, wanted, status, maker, terms))
  const cards = deps.cards[terms.environment]
  const transition =
    status === undefined || asked ? undefined : await transitionTo(tx, tenant, wanted, status, cards, terms.now)
  if (changes) await updatePurchase(tx, tenant, before.id, { ...fields, updated_at: terms.now })
  // A reversal that awaits approval already is asked for in vain; the other fields change.
  const after = { ...before, ...fields, updated_at: terms.now }
  const told = changesBetween(purchaseFields(before), purchaseFields(after))
  if (transition) {
    await applyTransitions(tx, PURCHASES, [transition], { tenant })
    if (changes) addToEvent(tx, tenant, before.id, told)
    return transition.to
  }
  if (asked && asked.activity.length > before.activity.length) return asked
  if (!changes) return before
  recordEvents(tx, tenant, [changeOf('purchase.update', after, { changes: told })])
  return after
}

/** Asks for the approval that a reversal needs, once: asked for again, the purchase is as it was. */
async function askOnce(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  target: Reversal,
  maker: Maker,
  terms: PurchaseTerms,
): Promise<Purchase | undefined> {
  if (await awaitsApproval(tx, tenant, purchase)) return purchase
  const amount = await wholeAmount(tx, tenant, purchase)
  return (await askIfNeeded(tx, tenant, purchase, { target, amount, reason: null, maker }, terms))?.purchase
}

/** The transition to the status that the enterprise asks for; `undefined` when the purchase has it already. */
async function transitionTo(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  target: Target,
  cards: CardRail,
  now: Date,
): Promise<PurchaseTransition | undefined> {
  if (purchase.status === target) return undefined
  if (target === 'completed') {
    const isReported = cards.books !== undefined
    return (isReported ? completeFace : complete)(purchase, 'Completed by the enterprise', now)
  }
  const event = EVENTS[target]
  if (!wasPaid(purchase)) {
    const text = event === 'refund' ? 'Refund issued by the enterprise' : 'Canceled by the enterprise'
    return reverseUncharged(purchase, event, text, now)
  }
  const prepared = await prepareRefund(tx, tenant, purchase, { event, reason: null }, now)
  await writeRefund(tx, tenant, prepared)
  return prepared.transition
}

function assertAllowed(purchase: Purchase, target: Target): void {
  if (purchase.charge === 'in_flight') {
    throw problem('invalid_state', 'This purchase is being charged; retry in a moment.')
  }
  if (target === 'refunded' && purchase.refund === 'failed') {
    throw problem('invalid_state', 'The refund of this purchase failed; only a chargeback can reverse it.')
  }
  if (purchase.status !== target && !follow(PURCHASE_STATES, purchase.status, EVENTS[target])) {
    throw problem('invalid_state', `A purchase that is \`${purchase.status}\` cannot become \`${target}\`.`)
  }
}

/** States in which a fraud alert can still cause a refund. */
const REFUNDED_BY_ALERT: readonly PurchaseStatus[] = ['pending', 'settling', 'completed']

/** The network reports that the card may be stolen. */
export async function fraudAlert(tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can have a fraud alert.')
  if (!REFUNDED_BY_ALERT.includes(purchase.status)) return purchase
  const { now, fraud_refund_window_hours: hours } = terms
  if (!purchase.auto_refund_on_fraud || !inFraudWindow(purchase, hours, now) || purchase.refund === 'failed') {
    return applyToPurchase(tx, tenant, noteFraudAlert(purchase, now))
  }
  const request = { event: 'refund' as const, reason: 'Fraud alert on the card', isInvoluntary: true }
  await issueRefund(tx, tenant, purchase, request, now)
  return (await lockPurchase(tx, tenant, id)) as Purchase
}

/** Simulates that the buyer's bank reverses the charge: all that is left of it. */
export const chargeBack = (tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<Purchase> =>
  recordDispute(
    tx,
    tenant,
    id,
    { reference: null, status: 'needs_response', isTaken: true, isNew: true, isSimulated: true },
    deps,
  )

type CardEventHandler<E extends CardEvent> = (
  tx: Tx,
  named: NetworkKey,
  event: E,
  deps: PurchaseDeps,
) => Promise<unknown>

const CARD_EVENTS: { readonly [K in CardEvent['kind']]: CardEventHandler<Extract<CardEvent, { kind: K }>> } = {
  fraud_alert: (tx, { tenant, id }, _event, deps) => fraudAlert(tx, tenant, id, deps),
  dispute: (tx, { tenant, id }, { dispute }, deps) => recordDispute(tx, tenant, id, dispute, deps),
  refund_processed: (tx, named, _event, deps) => recordRefundEvent(tx, named.tenant, named, {}, deps),
  refund_failed: (tx, named, _event, deps) =>
    recordRefundEvent(tx, named.tenant, named, { failed: 'the network did not take it' }, deps),
}

/**
 * Applies an event that the card network of an environment sends by itself. It may arrive before our own record of the charge: then the
 * network is asked to send it again, because it never repeats an event that was refused for good.
 */
export async function applyCardEvent(
  tx: Tx,
  event: CardEvent,
  environment: Environment,
  deps: PurchaseDeps,
): Promise<void> {
  const named = parseKey(event.key)
  if (!named) return
  if (!(await isTenantOf(tx, named.tenant, environment))) throw purchaseNotFound()
  const purchase = await lockPurchase(tx, named.tenant, named.id)
  if (purchase?.charge === 'in_flight')
    throw unavailable('The charge is not recorded yet; send this again in a moment.')
  const handle = CARD_EVENTS[event.kind] as CardEventHandler<CardEvent>
  await handle(tx, named, event, deps)
}
