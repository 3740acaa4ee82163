import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement } from './database.ts'

/**
 * The tenant's time within a statement on its rows, as `tenant_now()` says it outside of one. A subquery and not the
 * function: a server of a cluster calls no function that reads tables. The time when the statement began: an update on a
 * cluster takes no volatile function, and PostgreSQL uses it as a bound for an index.
 */
export const tenantTimeOf = (sql: Queryable, tenant: TenantId): Statement => sql`(
  select tenant_time(clock_offset_ms) from tenants where id = ${tenant})`
