import type { StoredLimit } from '../../../contracts/limits.ts'
import type { TenantId } from '../kernel/ids.ts'
import { json, type Queryable, type Tx } from '../platform/database.ts'

export async function readPayoutLimits(sql: Queryable, tenant: TenantId): Promise<readonly StoredLimit[]> {
  const [row] = await sql<{ payout_limits: readonly StoredLimit[] | null }[]>`
    select payout_limits from tenants where id = ${tenant}`
  return row?.payout_limits ?? []
}

/** The limits that two changes at once would both replace. */
export async function lockPayoutLimits(tx: Tx, tenant: TenantId): Promise<readonly StoredLimit[]> {
  await tx`select 1 from tenants where id = ${tenant} for no key update`
  return readPayoutLimits(tx, tenant)
}

/** An empty table is stored as null, so that payouts of a tenant without limits read and count nothing. */
export async function writePayoutLimits(tx: Tx, tenant: TenantId, limits: readonly StoredLimit[]): Promise<void> {
  const value = limits.length === 0 ? null : json(limits)
  await tx`update tenants set payout_limits = ${value} where id = ${tenant}`
}
