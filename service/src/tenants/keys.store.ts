import type { Environment } from '../kernel/environment.ts'
import type { Id, TenantId } from '../kernel/ids.ts'
import type { Queryable, Tx } from '../platform/database.ts'
import { rowsOf } from '../platform/rows.ts'

export interface NewKeyRow {
  readonly tenant: TenantId
  readonly id: Id<'apiKey'>
  readonly name: string
  readonly prefix: string
  readonly hash: Buffer
}

/** False if the key exists already. */
export async function insertKey(tx: Tx, row: NewKeyRow): Promise<boolean> {
  const inserted = await tx`
    insert into api_keys (tenant_id, id, name, prefix, hash)
    values (${row.tenant}, ${row.id}, ${row.name}, ${row.prefix}, ${row.hash})
    on conflict (hash) do nothing`
  return inserted.count === 1
}

export interface KeyRow {
  readonly id: Id<'apiKey'>
  readonly tenant: TenantId
  readonly enterprise: Id<'enterprise'>
  readonly environment: Environment
  readonly revoked: boolean
  readonly rate_limit_per_second: number | null
}

export async function findKey(sql: Queryable, hash: Buffer): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select key.id, tenant.id as tenant, tenant.enterprise_id as enterprise, tenant.environment,
      key.revoked_at is not null as revoked, tenant.rate_limit_per_second
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where key.hash = ${hash}`
  return row
}

export interface KeySummary {
  readonly id: Id<'apiKey'>
  readonly prefix: string
  readonly name: string
  readonly environment: Environment
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
  readonly flagged_at: Date | null
}

export async function listKeys(sql: Queryable, enterprise: string): Promise<KeySummary[]> {
  return sql<KeySummary[]>`
    select key.id, key.prefix, key.name, tenant.environment, key.created_at, key.last_used_at, key.revoked_at, key.flagged_at
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where tenant.enterprise_id = ${enterprise} and tenant.retired_at is null
    order by tenant.environment desc, key.id`
}

/** Revokes by id or by the prefix that people see; returns how many keys matched. */
export async function revokeKeys(tx: Tx, idOrPrefix: string): Promise<number> {
  const revoked = await tx`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp())
    where id = ${idOrPrefix} or prefix = ${idOrPrefix}`
  return revoked.count
}

/** False if the tenant has no such key. */
export async function revokeKeyOf(tx: Tx, tenant: TenantId, id: string): Promise<boolean> {
  const revoked = await tx`
    update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where tenant_id = ${tenant} and id = ${id}`
  return revoked.count === 1
}

export async function moveKeys(tx: Tx, from: TenantId, to: TenantId): Promise<void> {
  await tx`update api_keys set tenant_id = ${to} where tenant_id = ${from}`
}

/** Records the last use of keys: key id → tenant. */
export async function touchKeys(sql: Queryable, used: ReadonlyMap<string, TenantId>): Promise<void> {
  const keys = [...used].map(([id, tenant_id]) => ({ id, tenant_id }))
  await sql`
    update api_keys key set last_used_at = clock_timestamp()
    from ${rowsOf(keys, { tenant_id: 'integer', id: 'text' })} as used
    where key.tenant_id = used.tenant_id and key.id = used.id`
}

/** Marks a key that was sent over plain HTTP. */
export async function flagKey(sql: Queryable, tenant: TenantId, id: string): Promise<void> {
  await sql`update api_keys set flagged_at = clock_timestamp() where tenant_id = ${tenant} and id = ${id}`
}

/** Makes every process drop the API keys and settings that it has cached. */
export async function bumpAuthEpoch(tx: Tx): Promise<void> {
  await tx`update auth_epoch set epoch = epoch + 1`
}

export async function readAuthEpoch(sql: Queryable): Promise<number> {
  const [row] = await sql<{ epoch: number }[]>`select epoch from auth_epoch`
  return row?.epoch ?? 0
}
