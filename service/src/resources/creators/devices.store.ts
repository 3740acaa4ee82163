import type { Environment } from '../../kernel/environment.ts'
import type { Queryable, Sql, Tx } from '../../platform/database.ts'
import { tenantsIn } from '../../tenants/index.ts'
import type { CreatorRow } from './model.ts'

/** Whether a login with this address has been signed in to from the device of this token. */
export async function isKnownDevice(
  sql: Queryable,
  environment: Environment,
  email: string,
  hash: Buffer,
): Promise<boolean> {
  const rows = await sql`
    select 1 from creator_devices device join creators creator
      on creator.tenant_id = device.tenant_id and creator.id = device.creator_id
    where device.token_hash = ${hash} and device.tenant_id in ${tenantsIn(sql, environment)}
      and lower(creator.email) = lower(${email}) limit 1`
  return rows.length > 0
}

export async function rememberDevice(tx: Tx, { tenant_id, id }: CreatorRow, hash: Buffer): Promise<void> {
  await tx`
    insert into creator_devices (tenant_id, creator_id, token_hash, seen_at)
    values (${tenant_id}, ${id}, ${hash}, clock_timestamp())
    on conflict (tenant_id, creator_id, token_hash) do update set seen_at = excluded.seen_at`
}

export async function forgetDevicesOf(tx: Tx, { tenant_id, id }: CreatorRow): Promise<void> {
  await tx`delete from creator_devices where tenant_id = ${tenant_id} and creator_id = ${id}`
}

export async function forgetOldDevices(sql: Sql): Promise<void> {
  await sql`delete from creator_devices where seen_at < statement_timestamp() - interval '180 days'`
}
