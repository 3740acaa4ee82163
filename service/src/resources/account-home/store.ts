import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'

/** What payouts, P2P payments, deposits and their splits were for, in the words the creator may read, at every enterprise of the bank. */
export async function describeSources(
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; description: string }[]>`
    select source.id, source.description from tenants tenant
    left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    cross join lateral (
      select id, description from payouts where tenant_id = tenant.id and id = any(${texts(ids)}::text[])
      union all
      select id, description from p2p_payments where tenant_id = tenant.id and id = any(${texts(ids)}::text[])
      union all
      select id, 'Deposit from ' || replace(deposit_source, '_', ' ') from deposits
      where tenant_id = tenant.id and id = any(${texts(ids)}::text[])
      union all
      select id, 'Share of a deposit to ' || enterprise.name from contract_splits
      where tenant_id = tenant.id and id = any(${texts(ids)}::text[])
    ) source
    where tenant.bank_id = ${bank}`
  return new Map(rows.map(({ id, description }) => [id, description]))
}
