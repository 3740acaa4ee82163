import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { withApprovals } from './approval.ts'
import { findDisputes } from './disputes/store.ts'
import { mayHaveReturns, type Purchase, returnedOf } from './model.ts'
import { sumReturns } from './refunds/store.ts'
import type { ShownPurchase } from './schema.ts'

/** Purchases with their refunds, disputes and approvals, for a view. Purchases without any are not looked up. */
export async function withReturns(
  sql: Queryable,
  tenant: TenantId,
  purchases: readonly Purchase[],
): Promise<ShownPurchase[]> {
  const approved = await withApprovals(sql, tenant, purchases)
  const ids = purchases.filter(mayHaveReturns).map(({ id }) => id)
  if (ids.length === 0) return approved
  const [sums, disputes] = await Promise.all([sumReturns(sql, tenant, ids), findDisputes(sql, tenant, ids)])
  return approved.map((purchase) => {
    const dispute = disputes.get(purchase.id)
    const refunded_in_cents = returnedOf(purchase, sums.get(purchase.id)).refunded
    return { ...purchase, refunded_in_cents, ...(dispute ? { dispute } : {}) }
  })
}
