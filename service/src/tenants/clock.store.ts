import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Tx } from '../platform/database.ts'

/** The name of the lock that an advance of the tenant's clock holds until everything that became due is done. */
export const clockLock = (tenant: TenantId): string => `clock ${tenant}`

export async function tenantNow(sql: Queryable, tenant: TenantId): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select tenant_now(${tenant}) as now`
  return (row as { now: Date }).now
}

/** The clock only goes forward: a deadline that has passed stays passed. False if that would exceed the largest offset. */
export async function advanceClock(tx: Tx, tenant: TenantId, ms: number, maxOffsetMs: number): Promise<boolean> {
  const advanced = await tx`
    update tenants set clock_offset_ms = clock_offset_ms + ${ms}
    where id = ${tenant} and clock_offset_ms + ${ms} <= ${maxOffsetMs}`
  return advanced.count === 1
}
