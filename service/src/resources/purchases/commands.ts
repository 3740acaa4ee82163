import { differs } from '../../kernel/changes.ts'
import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { type Cents, dollars, ZERO } from '../../kernel/money.ts'
import { follow } from '../../kernel/state-machine.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { applyTransitions, changeOf } from '../transitions/index.ts'
import { recordEvents } from '../webhooks/index.ts'
import type { PurchaseDeps } from './charge.ts'
import { inFraudWindow, PURCHASE_STATES, type Purchase, type PurchaseStatus, wasPaid } from './model.ts'
import type { PurchaseUpdateInput } from './schema.ts'
import { lockCurrent } from './settle.ts'
import { PURCHASES, updatePurchase } from './store.ts'
import {
  chargeback,
  complete,
  giveBack,
  noteFraudAlert,
  type PurchaseTransition,
  processed,
  refundFails,
  reversalNeeds,
} from './transition.ts'

type Target = NonNullable<PurchaseUpdateInput['status']>

const EVENTS = { canceled: 'cancel', completed: 'complete', refunded: 'refund' } as const

export async function changePurchase(
  tx: Tx,
  tenant: TenantId,
  id: string,
  input: PurchaseUpdateInput,
  deps: PurchaseDeps,
): Promise<Purchase> {
  const { purchase: before, terms } = await lockCurrent(tx, tenant, id, deps)
  const { status, user_data, ...flags } = input
  const fields = { ...flags, ...(user_data === undefined ? {} : { user_data: user_data as JsonObject }) }
  const transition =
    status === undefined ? undefined : await reach(tx, tenant, { ...before, ...fields }, status, terms.now)
  const changes = differs(before, fields)
  if (changes) await updatePurchase(tx, tenant, before.id, { ...fields, updated_at: terms.now })
  if (transition) {
    await applyTransitions(tx, PURCHASES, [transition], { tenant })
    return transition.to
  }
  if (!changes) return before
  const after = { ...before, ...fields, updated_at: terms.now }
  await recordEvents(tx, tenant, [changeOf('purchase.update', after)])
  return after
}

/** How the purchase comes to the status that the enterprise asks for; `undefined` when it is there already. */
async function reach(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  target: Target,
  now: Date,
): Promise<PurchaseTransition | undefined> {
  refuseImpossible(purchase, target)
  if (purchase.status === target) return undefined
  if (target === 'completed') return complete(purchase, 'Completed by the enterprise', now)
  const needed = reversalNeeds(purchase)
  const funds = await fundsFor(tx, tenant, needed)
  if (needed > funds) {
    const message = `The operating account holds ${dollars(funds)}, but giving the money back takes ${dollars(needed)}.`
    throw problem('insufficient_funds', message)
  }
  const text = target === 'refunded' ? 'Refund issued by the enterprise' : 'Canceled by the enterprise'
  return giveBack(purchase, target === 'refunded' ? 'refund' : 'cancel', text, funds, now)
}

function refuseImpossible(purchase: Purchase, target: Target): void {
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

/** What the operating account holds, locked until the money has moved; not asked for where nothing is to be taken. */
async function fundsFor(tx: Tx, tenant: TenantId, needed: Cents): Promise<Cents> {
  if (needed === 0) return ZERO
  const accounts = await lockAccounts(tx, tenant, ['operating', 'card_clearing', 'refunds_due'])
  return accounts.get('operating')?.balance ?? ZERO
}

/** States in which a fraud alert can still give the money back. */
const ALERTED: readonly PurchaseStatus[] = ['pending', 'settling', 'completed']

/** The network says that the card may be stolen. */
export async function fraudAlert(tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can have a fraud alert.')
  if (!ALERTED.includes(purchase.status)) return purchase
  const { now, fraud_refund_window_hours: hours } = terms
  if (!purchase.auto_refund_on_fraud || !inFraudWindow(purchase, hours, now)) {
    return apply(tx, tenant, noteFraudAlert(purchase, now))
  }
  const funds = await fundsFor(tx, tenant, reversalNeeds(purchase))
  return apply(tx, tenant, giveBack(purchase, 'refund', 'Refunded after a fraud alert on the card', funds, now))
}

/** The buyer's bank takes the money back. */
export async function chargeBack(tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (!wasPaid(purchase)) throw problem('invalid_state', 'Only a purchase that was paid can be charged back.')
  // Canceled, but the buyer never got the money: the bank may still take it.
  const unreturned = purchase.status === 'canceled' && purchase.charge === 'settled'
  if (!unreturned && !follow(PURCHASE_STATES, purchase.status, 'chargeback')) {
    throw problem('invalid_state', `A purchase that is \`${purchase.status}\` cannot be charged back.`)
  }
  const funds = await fundsFor(tx, tenant, reversalNeeds(purchase))
  return apply(tx, tenant, chargeback(purchase, funds, terms.now))
}

/** What the network says later about a refund it took; said again, or too late, it changes nothing. */
export async function settleRefund(
  tx: Tx,
  tenant: TenantId,
  id: string,
  failed: string | undefined,
  deps: PurchaseDeps,
): Promise<Purchase> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (failed === undefined) {
    return purchase.refund === 'due' ? apply(tx, tenant, processed(purchase, terms.now)) : purchase
  }
  const reversible = purchase.refund === 'due' || purchase.refund === 'done'
  return reversible ? apply(tx, tenant, refundFails(purchase, failed, terms.now)) : purchase
}

async function apply(tx: Tx, tenant: TenantId, transition: PurchaseTransition): Promise<Purchase> {
  await applyTransitions(tx, PURCHASES, [transition], { tenant })
  return transition.to
}
