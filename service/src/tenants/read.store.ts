import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import { type Queryable, type Statement, texts } from '../platform/database.ts'

/**
 * The name of an enterprise and its tenants by environment, as a lateral table that another room's SQL joins; the
 * expression is the enterprise's id.
 */
export const enterpriseOf = (sql: Queryable, id: Statement): Statement => sql`
  (select enterprise.name, (
      select json_object_agg(environment, id) from tenants
      where enterprise_id = enterprise.id and retired_at is null
    ) as tenants
  from enterprises enterprise where enterprise.id = ${id})`

/** The enterprise and the environment of a tenant. */
export async function requireEnterprise(
  sql: Queryable,
  tenant: TenantId,
): Promise<{ enterprise: string; environment: Environment }> {
  const [row] = await sql<{ enterprise: string; environment: Environment }[]>`
    select enterprise_id as enterprise, environment from tenants where id = ${tenant} and enterprise_id is not null`
  if (!row) throw new Error(`tenant ${tenant} is of no enterprise`)
  return row
}

/** Whether the tenant is a bank that belongs to no enterprise: its book is the operators'. */
export async function isSharedBank(sql: Queryable, tenant: TenantId): Promise<boolean> {
  return (await sql`select 1 from tenants where id = ${tenant} and enterprise_id is null`).length > 0
}

/** The names that people gave these keys. */
export async function findKeyNames(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from api_keys where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Keys that came over plain HTTP and are still valid. */
export async function countFlaggedKeys(sql: Queryable, tenant: TenantId): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from api_keys
    where tenant_id = ${tenant} and flagged_at is not null and revoked_at is null`
  return row?.count ?? 0
}
