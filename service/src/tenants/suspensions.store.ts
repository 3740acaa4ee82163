import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement, Tx } from '../platform/database.ts'
import { tenantTimeOf } from '../platform/tenant-time.ts'

/** A condition: the operator has not suspended the tenant's enterprise. */
export const notSuspended = (sql: Queryable, tenant: TenantId | Statement): Statement => sql`
  not exists (select 1 from tenants suspended where suspended.id = ${tenant} and suspended.suspended_because is not null)`

/** False if it was suspended before; the first reason stays. */
export async function markSuspended(tx: Tx, tenant: TenantId, because: string): Promise<boolean> {
  const suspended = await tx`
    update tenants set suspended_at = statement_timestamp(), suspended_because = ${because}
    where id = ${tenant} and suspended_because is null`
  return suspended.count === 1
}

/** The reason of the suspension that was lifted; `undefined` if there was none. */
export async function markResumed(tx: Tx, tenant: TenantId): Promise<string | undefined> {
  const [row] = await tx<{ because: string }[]>`
    update tenants tenant set suspended_at = null, suspended_because = null,
      payouts_resumed_at = ${tenantTimeOf(tx, tenant)}
    from (select id, suspended_because from tenants where id = ${tenant} for no key update) before
    where tenant.id = before.id and before.suspended_because is not null
    returning before.suspended_because as because`
  return row?.because
}

/** A sandbox that is reset stays suspended. */
export async function copySuspension(tx: Tx, from: TenantId, to: TenantId): Promise<void> {
  await tx`
    update tenants target set suspended_at = source.suspended_at, suspended_because = source.suspended_because
    from tenants source where target.id = ${to} and source.id = ${from}`
}
