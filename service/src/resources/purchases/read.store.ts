import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { findByIdPrefix, findByIds, findNewestOf, findRecent } from '../../platform/list-search.ts'
import { type Deadlines, type WalkFilter, walkCurrent } from '../../platform/list-walk.ts'
import { type Condition, lastPositionQuery } from '../../platform/lists.ts'
import { type Purchase, type PurchaseStatus, STATUSES } from './model.ts'

/** A purchase without its activity, its card's token and the request that waits for it: what files and search show. */
export type PurchaseFields = Omit<Purchase, 'activity' | 'card_token' | 'commit_request'>

const FIELDS = {
  table: 'purchases',
  counter: 'purchase',
  amount: 'total_in_cents',
  columns: [
    'id',
    'buyer',
    'status',
    'charge',
    'refund',
    'items',
    'total_in_cents',
    'fee_in_cents',
    'auto_refund_on_fraud',
    'attempt',
    'card_brand',
    'card_last_four',
    'charge_reference',
    'due_at',
    'call_at',
    'leased_until',
    'paid_at',
    'user_data',
    'created_at',
    'updated_at',
  ] as const satisfies readonly (keyof PurchaseFields)[],
}

export const walkPurchaseFields = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
  deadlines: Deadlines<PurchaseFields>,
): AsyncGenerator<PurchaseFields> => walkCurrent(sql, FIELDS, tenant, filter, deadlines)

export const pastDue = (sql: Queryable, now: Date): Condition => sql`due_at <= ${now}`

export const findPurchaseFieldsById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<PurchaseFields[]> => findByIdPrefix<PurchaseFields>(sql, FIELDS, tenant, start, limit)

export const findPurchaseFieldsByIds = (sql: Queryable, tenant: TenantId, ids: readonly string[]) =>
  findByIds<PurchaseFields>(sql, FIELDS, tenant, ids)

export const findNewestPurchaseFields = (
  sql: Queryable,
  tenant: TenantId,
  buyers: readonly string[],
  limit: number,
): Promise<PurchaseFields[]> =>
  findNewestOf<PurchaseFields>(sql, FIELDS, tenant, { column: 'buyer', ids: buyers }, limit)

/** Among the newest purchases, those of this amount. */
export const findRecentPurchaseFields = (sql: Queryable, tenant: TenantId, cents: number, limit: number) =>
  findRecent<PurchaseFields>(sql, FIELDS, tenant, sql`total_in_cents = ${cents}`, limit)

/** Purchases that are open or at a rare end are counted by their indexes; all others are `completed`. */
export async function countByStatus(sql: Queryable, tenant: TenantId): Promise<Record<PurchaseStatus, number>> {
  const rows = await sql<{ status: PurchaseStatus | null; count: number }[]>`
    select status, count(*) from purchases
    where tenant_id = ${tenant} and status in ('created', 'pending', 'settling') group by status
    union all
    select status, count(*) from purchases
    where tenant_id = ${tenant} and status in ('error', 'canceled', 'refunded', 'reversed') group by status
    union all
    select null, value from (${lastPositionQuery(sql, tenant, FIELDS.counter)}) counter`
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<PurchaseStatus, number>
  let completed = 0
  for (const { status, count } of rows) {
    completed += status === null ? count : -count
    if (status !== null) counts[status] = count
  }
  return { ...counts, completed }
}

/**
 * The totals of the purchases in each status. No index holds those that were completed, so of more than `max` of them
 * nothing is said.
 */
export async function sumByStatus(
  sql: Queryable,
  tenant: TenantId,
  { completed }: Record<PurchaseStatus, number>,
  max: number,
): Promise<Partial<Record<PurchaseStatus, number>>> {
  const all =
    completed > max
      ? sql``
      : sql`
    union all
    select 'completed', sum(total_in_cents)::bigint from purchases
    where tenant_id = ${tenant} and status = 'completed' having count(*) > 0`
  const rows = await sql<{ status: PurchaseStatus; amount: number }[]>`
    select status, sum(total_in_cents)::bigint as amount from purchases
    where tenant_id = ${tenant} and status in ('created', 'pending', 'settling') group by status
    union all
    select status, sum(total_in_cents)::bigint from purchases
    where tenant_id = ${tenant} and status in ('error', 'canceled', 'refunded', 'reversed') group by status ${all}`
  return Object.fromEntries(rows.map(({ status, amount }) => [status, amount]))
}
