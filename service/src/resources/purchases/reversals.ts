import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { PurchaseTerms } from '../../tenants/index.ts'
import {
  type Approval,
  findAwaitingSubjects,
  insertApprovalsStatements,
  lockAwaitingSubject,
  type Maker,
  newApproval,
  noteSubjectChange,
  ruleFor,
} from '../approvals/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import { type Purchase, type PurchaseStatus, wasPaid } from './model.ts'
import type { ShownPurchase } from './schema.ts'
import { PURCHASES } from './store.ts'
import { askForReversal, hasApproval } from './transition.ts'

/** The statuses that give money back. */
export type Reversal = 'refunded' | 'canceled'

const WORDS: Record<Reversal, string> = { refunded: 'Refund', canceled: 'Cancellation' }

const lockOpen = (tx: Tx, tenant: TenantId, { id }: Purchase): Promise<Approval | undefined> =>
  lockAwaitingSubject(tx, tenant, { deed: 'refund', subject: id })

/**
 * Asks for the approval that a reversal needs, once: asked for again, it is the same one. Returns the purchase as it is
 * meanwhile; `undefined` where no rule asks for an approval. Needs the lock of the purchase.
 */
export async function askIfNeeded(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  { target, maker }: { readonly target: Reversal; readonly maker: Maker },
  terms: PurchaseTerms,
): Promise<Purchase | undefined> {
  const { total_in_cents: amount } = purchase
  const rule = wasPaid(purchase) && ruleFor(terms.approval_rules, { deed: 'refund', amount, maker })
  if (!rule) return undefined
  if (hasApproval(purchase) && (await lockOpen(tx, tenant, purchase))) return purchase
  const subject = {
    type: 'refund' as const,
    id: purchase.id,
    count: 1,
    amount,
    description: `${WORDS[target]} of purchase ${purchase.id}`,
    action: { status: target },
  }
  const asked = askForReversal(purchase, WORDS[target], terms.now)
  await applyTransitions(tx, PURCHASES, [asked], { tenant })
  const approval = newApproval(rule, maker, subject, terms)
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return asked.to
}

/** Nothing is left to be given back in these. */
const OVER: readonly PurchaseStatus[] = ['canceled', 'refunded', 'reversed', 'error']

/** Voids the open approval of a purchase whose money went back by another way, or never came. */
export async function voidIfOver(tx: Tx, tenant: TenantId, purchase: Purchase, at: Date): Promise<void> {
  if (!hasApproval(purchase) || !OVER.includes(purchase.status)) return
  const open = await lockOpen(tx, tenant, purchase)
  const why = `the purchase is ${purchase.status}`
  if (open) await noteSubjectChange(tx, tenant, open, { why, count: 0, amount: open.amount_in_cents }, at)
}

/** Each purchase with the approval that its refund awaits. Purchases without one are not looked up. */
export async function withApprovals(
  sql: Queryable,
  tenant: TenantId,
  purchases: readonly Purchase[],
): Promise<ShownPurchase[]> {
  const ids = purchases.filter(hasApproval).map(({ id }) => id)
  if (ids.length === 0) return [...purchases]
  const approvals = await findAwaitingSubjects(sql, tenant, 'refund', ids)
  return purchases.map((purchase) => {
    const approval = approvals.get(purchase.id)
    return approval ? { ...purchase, approval } : purchase
  })
}
