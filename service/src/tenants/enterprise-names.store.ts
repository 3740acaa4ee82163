import type { TenantId } from '../kernel/ids.ts'
import { plain, type Queryable } from '../platform/database.ts'

/** The names of the enterprises that these tenants belong to. */
export async function enterpriseNames(sql: Queryable, tenants: readonly TenantId[]): Promise<Map<TenantId, string>> {
  const rows = await sql<{ id: TenantId; name: string }[]>`
    select tenant.id, enterprise.name from tenants tenant join enterprises enterprise on enterprise.id = enterprise_id
    where tenant.id = any(${plain(tenants)}::integer[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}
