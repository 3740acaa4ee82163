import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement } from '../platform/database.ts'

// Queries in parentheses, for other rooms' SQL that must join or filter by tenants.

/** `… and tenant_id in ${tenantsIn(sql, environment)}` */
export const tenantsIn = (sql: Queryable, environment: Environment): Statement =>
  sql`(select id from tenants where environment = ${environment})`

/** Whether the tenant exists in this environment. */
export async function isTenantOf(sql: Queryable, tenant: TenantId, environment: Environment): Promise<boolean> {
  const rows = await sql`select 1 from tenants where id = ${tenant} and environment = ${environment}`
  return rows.length > 0
}

/** The banks of an environment: one in production, and every sandbox that has not been reset. */
export const banksIn = (sql: Queryable, environment: Environment): Statement =>
  sql`(select id from tenants where environment = ${environment} and bank_id = id and retired_at is null)`

/** `… and creator.tenant_id = ${bankOf(sql, tenant)}` */
export const bankOf = (sql: Queryable, tenant: TenantId): Statement =>
  sql`(select bank_id from tenants where id = ${tenant})`

/** A FROM item: `id` and `enterprise` (its name; null for the bank itself in production) of every tenant of a bank. */
export const tenantsOfBank = (sql: Queryable, bank: TenantId): Statement => sql`(
    select tenant.id, enterprise.name as enterprise,
      date_trunc('milliseconds', statement_timestamp()) + clock_offset_ms * interval '1 millisecond' as now
    from tenants tenant left join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.bank_id = ${bank})`

/** A FROM item: the tenants in use, with their environment and their enterprise's id and name. */
export const namedTenants = (sql: Queryable): Statement => sql`(
    select tenant.id, tenant.environment, enterprise.id as enterprise, enterprise.name as enterprise_name
    from tenants tenant join enterprises enterprise on enterprise.id = tenant.enterprise_id
    where tenant.retired_at is null)`
