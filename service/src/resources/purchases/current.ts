import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { type Cents, ZERO } from '../../kernel/money.ts'
import { lockAccounts } from '../../ledger/index.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Logger } from '../../platform/logs.ts'
import type { CardRail } from '../../rails/cards/port.ts'
import { type PurchaseTerms, readPurchaseTerms } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { voidIfOver } from './approval.ts'
import { isDue, mayHaveReturns, type Purchase, purchaseNotFound, type Returned, returnedOf } from './model.ts'
import { sumReturns } from './refunds/store.ts'
import { lockPurchase, PURCHASES } from './store.ts'
import { dueTransition, type PurchaseTransition } from './transition.ts'
import type { ViewDeps } from './view.ts'

export interface PurchaseDeps extends ViewDeps {
  readonly log: Logger
  readonly cards: Record<Environment, CardRail>
  /** The time after which another process asks the network about a charge or refund, because the first has not returned. */
  readonly cardLeaseMs: number
}

/** Every account that a step of a purchase can move. */
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
  if (isDue(purchase, terms.now)) await lockFunds(tx, tenant)
  while (isDue(purchase, terms.now)) {
    purchase = await applyToPurchase(tx, tenant, dueTransition(purchase, deps.cards[terms.environment]))
  }
  return { purchase, terms }
}

/** The balance of the operating account. It stays locked, with every other account that a purchase moves. */
export async function lockFunds(tx: Tx, tenant: TenantId): Promise<Cents> {
  const accounts = await lockAccounts(tx, tenant, ACCOUNTS)
  return accounts.get('operating')?.balance ?? ZERO
}

export async function applyToPurchase(tx: Tx, tenant: TenantId, transition: PurchaseTransition): Promise<Purchase> {
  await applyTransitions(tx, PURCHASES, [transition], { tenant })
  await voidIfOver(tx, tenant, transition.to, transition.to.updated_at)
  return transition.to
}

/** The money of a purchase that has gone back. */
export async function readReturned(sql: Queryable, tenant: TenantId, purchase: Purchase): Promise<Returned> {
  const sums = mayHaveReturns(purchase) ? await sumReturns(sql, tenant, [purchase.id]) : undefined
  return returnedOf(purchase, sums?.get(purchase.id))
}
