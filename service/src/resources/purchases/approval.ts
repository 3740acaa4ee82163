import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
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
import type { Purchase, PurchaseStatus } from './model.ts'
import type { Refund } from './refunds/model.ts'
import { insertRefund, lockOpenRefunds, REFUNDS } from './refunds/store.ts'
import { callOffAwaiting, newRefund, refundName } from './refunds/transition.ts'
import type { ShownPurchase } from './schema.ts'
import { PURCHASES } from './store.ts'
import { askForReversal, hasApproval } from './transition.ts'

/** The statuses that give money back. */
export type Reversal = 'refunded' | 'canceled'

/** The command that an approval carries out, as its row keeps it. Approvals of older versions name no refund. */
export interface AskedReversal {
  readonly status: Reversal
  readonly refund?: string
}

const lockOpen = (tx: Tx, tenant: TenantId, { id }: Purchase): Promise<Approval | undefined> =>
  lockAwaitingSubject(tx, tenant, { deed: 'refund', subject: id })

/** Whether a refund of the purchase awaits approval already. Needs the lock of the purchase. */
export const awaitsApproval = async (tx: Tx, tenant: TenantId, purchase: Purchase): Promise<boolean> =>
  hasApproval(purchase) && (await lockOpen(tx, tenant, purchase)) !== undefined

export interface ReversalWish {
  readonly target: Reversal
  readonly amount: Cents
  readonly reason: string | null
  readonly maker: Maker
}

/**
 * Asks for the approval that a refund needs: the refund is `awaiting`, and the purchase stays as it is. `undefined` where
 * no rule asks for an approval. Needs the lock of the purchase.
 */
export async function askIfNeeded(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  { target, amount, reason, maker }: ReversalWish,
  terms: PurchaseTerms,
): Promise<{ readonly purchase: Purchase; readonly refund: Refund } | undefined> {
  const rule = ruleFor(terms.approval_rules, { deed: 'refund', amount, maker })
  if (!rule) return undefined
  const refund = newRefund(purchase, amount, reason, 'awaiting', terms.now)
  const what = target === 'canceled' ? 'Cancellation' : refundName(purchase, refund)
  const action: AskedReversal = { status: target, refund: refund.id }
  const subject = {
    type: 'refund' as const,
    id: purchase.id,
    count: 1,
    amount,
    description: `${what} of purchase ${purchase.id}`,
    action: { ...action },
  }
  const asked = askForReversal(purchase, what, terms.now)
  await applyTransitions(tx, PURCHASES, [asked], { tenant })
  await insertRefund(tx, tenant, refund)
  const approval = newApproval(rule, maker, subject, terms)
  await Promise.all(insertApprovalsStatements(tx, tenant, [{ approval, payouts: [] }]))
  return { purchase: asked.to, refund }
}

/** Nothing is left to be given back in these. */
const OVER: readonly PurchaseStatus[] = ['canceled', 'refunded', 'reversed', 'error']

/** Voids the open approval of a purchase whose money went back by another way, or never came. */
export async function voidIfOver(tx: Tx, tenant: TenantId, purchase: Purchase, at: Date): Promise<void> {
  if (!hasApproval(purchase) || !OVER.includes(purchase.status)) return
  const open = await lockOpen(tx, tenant, purchase)
  if (!open) return
  const why = `the purchase is ${purchase.status}`
  await noteSubjectChange(tx, tenant, open, { why, count: 0, amount: open.amount_in_cents }, at)
  await giveUpAwaiting(tx, tenant, purchase, why, at)
}

/** Gives up the refund of a purchase that awaits approval. */
export async function giveUpAwaiting(
  tx: Tx,
  tenant: TenantId,
  { id }: Pick<Purchase, 'id'>,
  why: string,
  at: Date,
): Promise<void> {
  const awaiting = (await lockOpenRefunds(tx, tenant, [id])).filter(({ status }) => status === 'awaiting')
  await applyTransitions(
    tx,
    REFUNDS,
    awaiting.map((refund) => callOffAwaiting(refund, why, at)),
    { tenant },
  )
}

/** Each purchase with the approval that its refund awaits. Purchases without one are not looked up. */
export async function withApprovals<P extends Purchase>(
  sql: Queryable,
  tenant: TenantId,
  purchases: readonly P[],
): Promise<(P & Pick<ShownPurchase, 'approval'>)[]> {
  const ids = purchases.filter(hasApproval).map(({ id }) => id)
  if (ids.length === 0) return [...purchases]
  const approvals = await findAwaitingSubjects(sql, tenant, 'refund', ids)
  return purchases.map((purchase) => {
    const approval = approvals.get(purchase.id)
    return approval ? { ...purchase, approval } : purchase
  })
}
