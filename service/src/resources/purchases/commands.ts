import { changesBetween, differs } from '../../kernel/changes.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem, unavailable } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Cents, dollars, ZERO } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { CardEvent, CardRail } from '../../rails/cards/port.ts'
import { isTenantOf, type PurchaseTerms, readPurchaseTerms } from '../../tenants/index.ts'
import type { Maker, SubjectOwner } from '../approvals/index.ts'
import { applyTransitions, changeOf } from '../transitions/index.ts'
import { addToEvent, recordEvents } from '../webhooks/index.ts'
import { purchaseFields } from './events.ts'
import {
  inFraudWindow,
  isDue,
  PURCHASE_STATES,
  type Purchase,
  type PurchaseStatus,
  parseKey,
  purchaseNotFound,
  wasPaid,
} from './model.ts'
import { askIfNeeded, type Reversal, voidIfOver } from './reversals.ts'
import type { PurchaseUpdateInput } from './schema.ts'
import { lockPurchase, PURCHASES, updatePurchase } from './store.ts'
import {
  chargeback,
  complete,
  dueTransition,
  giveUpReversal,
  noteFraudAlert,
  type PurchaseTransition,
  processRefund,
  refundFails,
  reversalAmount,
  reverse,
} from './transition.ts'
import type { ViewDeps } from './view.ts'

export interface PurchaseDeps extends ViewDeps {
  readonly log: Logger
  readonly cards: Record<Environment, CardRail>
  /** The time after which another process asks the network about a charge or refund, because the first has not returned. */
  readonly cardLeaseMs: number
}

/** Every account that a due step of a purchase can move. */
const ACCOUNTS = ['operating', 'card_clearing', 'fees_payable', 'refunds_due'] as const

/** Locks a purchase and takes its due steps first, however late the worker is. */
export async function lockCurrent(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: PurchaseDeps,
): Promise<{ purchase: Purchase; terms: PurchaseTerms }> {
  let purchase = await lockPurchase(tx, tenant, id)
  if (!purchase) throw purchaseNotFound()
  const terms = await readPurchaseTerms(tx, tenant)
  // Locked once for all due steps, in the order of locks: accounts before the counter of events, which COMMIT takes last.
  if (isDue(purchase, terms.now)) await lockAccounts(tx, tenant, ACCOUNTS)
  while (isDue(purchase, terms.now)) {
    purchase = await apply(tx, tenant, dueTransition(purchase, deps.cards[terms.environment]))
  }
  return { purchase, terms }
}

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
  const asked = isReversal && (await askIfNeeded(tx, tenant, wanted, { target: status, maker }, terms))
  const transition =
    status === undefined || asked ? undefined : await transitionTo(tx, tenant, wanted, status, terms.now)
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

/** The transition to the status that the enterprise asks for; `undefined` when the purchase has it already. */
async function transitionTo(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  target: Target,
  now: Date,
): Promise<PurchaseTransition | undefined> {
  assertAllowed(purchase, target)
  if (purchase.status === target) return undefined
  if (target === 'completed') return complete(purchase, 'Completed by the enterprise', now)
  const needed = reversalAmount(purchase)
  const funds = await lockFunds(tx, tenant, needed)
  if (needed > funds) {
    const message = `The operating account holds ${dollars(funds)}, but giving the money back takes ${dollars(needed)}.`
    throw problem('insufficient_funds', message)
  }
  const text = target === 'refunded' ? 'Refund issued by the enterprise' : 'Canceled by the enterprise'
  return reverse(purchase, target === 'refunded' ? 'refund' : 'cancel', text, funds, now)
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

/** The balance of the operating account, which stays locked; where nothing will be debited it is not read. */
async function lockFunds(tx: Tx, tenant: TenantId, needed: Cents): Promise<Cents> {
  if (needed === 0) return ZERO
  const accounts = await lockAccounts(tx, tenant, ['operating', 'card_clearing', 'refunds_due'])
  return accounts.get('operating')?.balance ?? ZERO
}

/** States in which a fraud alert can still cause a refund. */
const REFUNDED_BY_ALERT: readonly PurchaseStatus[] = ['pending', 'settling', 'completed']

/** The network reports that the card may be stolen. */
export async function fraudAlert(tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can have a fraud alert.')
  if (!REFUNDED_BY_ALERT.includes(purchase.status)) return purchase
  const { now, fraud_refund_window_hours: hours } = terms
  if (!purchase.auto_refund_on_fraud || !inFraudWindow(purchase, hours, now)) {
    return apply(tx, tenant, noteFraudAlert(purchase, now))
  }
  const funds = await lockFunds(tx, tenant, reversalAmount(purchase))
  return apply(tx, tenant, reverse(purchase, 'refund', 'Refunded after a fraud alert on the card', funds, now))
}

/** The buyer's bank reverses the charge. */
export async function chargeBack(tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can be charged back.')
  // A canceled purchase whose refund failed can still be charged back.
  const isUnreturned = purchase.status === 'canceled' && purchase.charge === 'settled'
  if (!isUnreturned && !follow(PURCHASE_STATES, purchase.status, 'chargeback')) {
    throw problem('invalid_state', `A purchase that is \`${purchase.status}\` cannot be charged back.`)
  }
  const funds = await lockFunds(tx, tenant, reversalAmount(purchase))
  return apply(tx, tenant, chargeback(purchase, funds, terms.now))
}

/** Records what the network reports about a refund it had accepted; a repeated or late report changes nothing. */
async function recordRefundOutcome(
  tx: Tx,
  tenant: TenantId,
  id: string,
  failed: string | undefined,
  deps: PurchaseDeps,
): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (failed === undefined) {
    return purchase.refund === 'due' ? apply(tx, tenant, processRefund(purchase, terms.now)) : purchase
  }
  const isOpen = purchase.refund === 'due' || purchase.refund === 'done'
  return isOpen ? apply(tx, tenant, refundFails(purchase, failed, terms.now)) : purchase
}

async function apply(tx: Tx, tenant: TenantId, transition: PurchaseTransition): Promise<Purchase> {
  await applyTransitions(tx, PURCHASES, [transition], { tenant })
  await voidIfOver(tx, tenant, transition.to, transition.to.updated_at)
  return transition.to
}

/** Gives the money back once others have approved it, as the enterprise had asked. */
export const askedReversals = (deps: PurchaseDeps): SubjectOwner => ({
  async lock(tx, tenant, { subject }) {
    await lockPurchase(tx, tenant, subject ?? '')
  },
  async carryOut(tx, tenant, { subject, action }, at) {
    const { purchase } = await lockCurrent(tx, tenant, subject ?? '', deps)
    const transition = await transitionTo(tx, tenant, purchase, (action as { status: Reversal }).status, at)
    if (transition) await apply(tx, tenant, transition)
  },
  async giveUp(tx, tenant, { subject }, why, at) {
    const purchase = await lockPurchase(tx, tenant, subject ?? '')
    if (purchase) await apply(tx, tenant, giveUpReversal(purchase, why, at))
  },
})

type CardEventHandler = (tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps) => Promise<unknown>

const CARD_EVENTS: Record<CardEvent['kind'], CardEventHandler> = {
  fraud_alert: fraudAlert,
  chargeback: chargeBack,
  refund_processed: (tx, tenant, id, deps) => recordRefundOutcome(tx, tenant, id, undefined, deps),
  refund_failed: (tx, tenant, id, deps) => recordRefundOutcome(tx, tenant, id, 'the network did not take it', deps),
}

/**
 * Applies an event that the card network of an environment sends by itself. It may arrive before our own record of the charge: then the
 * network is asked to send it again, because it never repeats an event that was refused for good.
 */
export async function applyCardEvent(
  tx: Tx,
  { kind, key }: CardEvent,
  environment: Environment,
  deps: PurchaseDeps,
): Promise<void> {
  const named = parseKey(key)
  if (!named) return
  if (!(await isTenantOf(tx, named.tenant, environment))) throw purchaseNotFound()
  const purchase = await lockPurchase(tx, named.tenant, named.id)
  if (purchase?.charge === 'in_flight')
    throw unavailable('The charge is not recorded yet; send this again in a moment.')
  await CARD_EVENTS[kind](tx, named.tenant, named.id, deps)
}
