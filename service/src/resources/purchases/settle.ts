import { type Problem, problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import type { CardRail } from '../../rails/cards/port.ts'
import { type PurchaseTerms, readPurchaseTerms } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import type { PurchaseDeps } from './charge.ts'
import type { Purchase } from './model.ts'
import { lockPurchase, PURCHASES } from './store.ts'
import { collect, complete, fail, type PurchaseTransition, processed } from './transition.ts'

export const purchaseNotFound = (): Problem => problem('not_found', 'There is no purchase with this id.')

/** What time does to a purchase, by its state, at the time it was due. */
export function nextStep(purchase: Purchase, cards: CardRail): PurchaseTransition {
  const at = purchase.due_at
  if (at === null) throw new Error(`purchase ${purchase.id} is not due`)
  if (purchase.status === 'pending') return collect(purchase, cards, at)
  if (purchase.status === 'refunded') return processed(purchase, at)
  if (purchase.status !== 'settling') throw new Error(`purchase ${purchase.id} is ${purchase.status} and due`)
  const fault = cards.settlementFault(purchase.charge_reference ?? '')
  if (fault !== undefined) return fail(purchase, fault, at)
  return complete(purchase, 'Settled to the operating account', at)
}

/** Every account that a step of a purchase can move. */
const ACCOUNTS = ['operating', 'card_clearing', 'fees_payable', 'refunds_due'] as const

export const isDue = ({ due_at }: Pick<Purchase, 'due_at'>, now: Date): boolean => due_at !== null && due_at <= now

/** A purchase with what was due done to it first, however late the worker is. */
export async function lockCurrent(
  tx: Tx,
  tenant: TenantId,
  id: string,
  deps: PurchaseDeps,
): Promise<{ purchase: Purchase; terms: PurchaseTerms }> {
  let purchase = await lockPurchase(tx, tenant, id)
  if (!purchase) throw purchaseNotFound()
  const terms = await readPurchaseTerms(tx, tenant)
  // Each step takes the counter of events, which comes last: whatever account a later step needs is held before.
  if (isDue(purchase, terms.now)) await lockAccounts(tx, tenant, ACCOUNTS)
  while (isDue(purchase, terms.now)) {
    const step: PurchaseTransition = nextStep(purchase, deps.cards[terms.environment])
    await applyTransitions(tx, PURCHASES, [step], { tenant })
    purchase = step.to
  }
  return { purchase, terms }
}
