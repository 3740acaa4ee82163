import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Tx } from '../platform/database.ts'

/** Production tenants with a `notification_email` that have had no summary of yesterday (UTC), with that day. */
export async function tenantsToSummarize(sql: Queryable): Promise<{ tenant: TenantId; day: string }[]> {
  return sql<{ tenant: TenantId; day: string }[]>`
    select id as tenant, to_char(yesterday, 'YYYY-MM-DD') as day
    from tenants, (select (clock_timestamp() at time zone 'UTC')::date - 1 as yesterday) clock
    where environment = 'production' and enterprise_id is not null and notification_email is not null
      and (summarized_until is null or summarized_until < yesterday)`
}

/** False if another process has sent it. */
export async function markSummarized(tx: Tx, tenant: TenantId, day: string): Promise<boolean> {
  const marked = await tx`
    update tenants set summarized_until = ${day}::date
    where id = ${tenant} and (summarized_until is null or summarized_until < ${day}::date)`
  return marked.count === 1
}
