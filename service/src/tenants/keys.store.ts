import type { Environment } from '../kernel/environment.ts'
import type { Id, TenantId } from '../kernel/ids.ts'
import { type Queryable, type Statement, type Tx, texts } from '../platform/database.ts'
import { rowsOf } from '../platform/rows.ts'
import type { KeyRestrictions } from './key-restrictions.ts'

export interface NewKeyRow extends KeyRestrictions {
  readonly tenant: TenantId
  readonly id: Id<'apiKey'>
  readonly name: string
  readonly prefix: string
  readonly hash: Buffer
  /** The person who is shown its secret; absent where an operator makes it. */
  readonly made_by?: string
}

const textsOrNull = (values: readonly string[] | null): string | null => (values === null ? null : texts(values))

/** False if the key exists already. */
export async function insertKey(tx: Tx, row: NewKeyRow): Promise<boolean> {
  const inserted = await tx`
    insert into api_keys (tenant_id, id, name, prefix, hash, scopes, expires_at, allowed_networks, made_by)
    values (${row.tenant}, ${row.id}, ${row.name}, ${row.prefix}, ${row.hash}, ${textsOrNull(row.scopes)}::text[],
      ${row.expires_at}::timestamptz, ${textsOrNull(row.allowed_networks)}::text[], ${row.made_by ?? null})
    on conflict (hash) do nothing`
  return inserted.count === 1
}

export async function updateKey(
  tx: Tx,
  tenant: TenantId,
  id: string,
  { name, scopes, expires_at, allowed_networks }: KeyRestrictions & { readonly name: string },
): Promise<void> {
  await tx`
    update api_keys set name = ${name}, scopes = ${textsOrNull(scopes)}::text[], expires_at = ${expires_at}::timestamptz,
      allowed_networks = ${textsOrNull(allowed_networks)}::text[]
    where tenant_id = ${tenant} and id = ${id}`
}

export interface KeyRow extends KeyRestrictions {
  readonly id: Id<'apiKey'>
  readonly tenant: TenantId
  readonly enterprise: Id<'enterprise'>
  readonly environment: Environment
  readonly revoked: boolean
  /** By the database's clock. */
  readonly expired: boolean
  readonly rate_limit_per_second: number | null
}

/** The key with one of these hashes: of an unrestricted or of a restricted key. */
export async function findKey(sql: Queryable, [plain, restricted]: readonly Buffer[]): Promise<KeyRow | undefined> {
  const [row] = await sql<KeyRow[]>`
    select key.id, tenant.id as tenant, tenant.enterprise_id as enterprise, tenant.environment,
      key.revoked_at is not null as revoked, tenant.rate_limit_per_second, key.scopes, key.allowed_networks,
      key.expires_at, coalesce(key.expires_at <= clock_timestamp(), false) as expired
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where key.hash in (${plain ?? null}, ${restricted ?? null})`
  return row
}

export interface KeySummary extends KeyRestrictions {
  readonly id: Id<'apiKey'>
  readonly prefix: string
  readonly name: string
  readonly environment: Environment
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly last_used_from: string | null
  readonly revoked_at: Date | null
  readonly flagged_at: Date | null
  /** By the database's clock. */
  readonly expired: boolean
}

const summary = (sql: Queryable): Statement => sql`
  key.id, key.prefix, key.name, tenant.environment, key.created_at, key.last_used_at, key.last_used_from, key.revoked_at,
  key.flagged_at, key.scopes, key.expires_at, key.allowed_networks,
  coalesce(key.expires_at <= clock_timestamp(), false) as expired`

/** Locked until the transaction ends; `undefined` if the tenant has no such key. */
export async function lockKey(tx: Tx, tenant: TenantId, id: string): Promise<KeySummary | undefined> {
  const [row] = await tx<KeySummary[]>`
    select ${summary(tx)} from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where key.tenant_id = ${tenant} and key.id = ${id} for no key update of key`
  return row
}

export async function listKeys(sql: Queryable, enterprise: string): Promise<KeySummary[]> {
  return sql<KeySummary[]>`
    select ${summary(sql)}
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where tenant.enterprise_id = ${enterprise} and tenant.retired_at is null
    order by tenant.environment desc, key.id`
}

/** The keys with this id, or with this prefix that people see. */
export async function findKeys(
  tx: Tx,
  idOrPrefix: string,
): Promise<(Pick<KeySummary, 'id' | 'environment'> & { tenant: TenantId; enterprise: string })[]> {
  return tx<(Pick<KeySummary, 'id' | 'environment'> & { tenant: TenantId; enterprise: string })[]>`
    select key.id, key.tenant_id as tenant, tenant.environment, tenant.enterprise_id as enterprise
    from api_keys key join tenants tenant on tenant.id = key.tenant_id
    where key.id = ${idOrPrefix} or key.prefix = ${idOrPrefix}`
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

export interface KeyUse {
  readonly tenant_id: TenantId
  readonly id: string
  readonly address: string
}

/** Records the last use of keys, and the address that each came from. */
export async function touchKeys(sql: Queryable, uses: readonly KeyUse[]): Promise<void> {
  await sql`
    update api_keys key set last_used_at = clock_timestamp(), last_used_from = used.address
    from ${rowsOf(uses, { tenant_id: 'integer', id: 'text', address: 'text' })} as used
    where key.tenant_id = used.tenant_id and key.id = used.id`
}

/**
 * Marks a key that was sent over plain HTTP, at most once a minute. Returns the enterprise, and whether its setting wants
 * the key revoked; `undefined` if the key was marked within the last minute or is revoked.
 */
export async function flagKey(
  tx: Queryable,
  tenant: TenantId,
  id: string,
): Promise<{ enterprise: string; revoke: boolean } | undefined> {
  const flagged = await tx`
    update api_keys set flagged_at = clock_timestamp()
    where tenant_id = ${tenant} and id = ${id} and revoked_at is null
      and coalesce(flagged_at < clock_timestamp() - interval '1 minute', true)`
  if (flagged.count === 0) return undefined
  const [row] = await tx<{ enterprise: string; revoke: boolean }[]>`
    select enterprise_id as enterprise, revoke_keys_sent_in_plain_text as revoke from tenants where id = ${tenant}`
  return row
}

/** Makes every process drop the API keys and settings that it has cached. */
export async function bumpAuthEpoch(tx: Tx): Promise<void> {
  await tx`update auth_epoch set epoch = epoch + 1`
}

/** The epoch, and the database's clock at that moment. */
export async function readAuthEpoch(sql: Queryable): Promise<{ epoch: number; now: Date }> {
  const [row] = await sql<{ epoch: number; now: Date }[]>`select epoch, clock_timestamp() as now from auth_epoch`
  return row ?? { epoch: 0, now: new Date(0) }
}

/** The keys among these ids that may approve now; their limits stay as they are until the transaction ends. */
export async function holdApprovingKeys(
  tx: Tx,
  tenant: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  return tx<{ id: string; name: string }[]>`
    select id, name from api_keys
    where tenant_id = ${tenant} and id = any(${texts(ids)}::text[]) and revoked_at is null
      and (expires_at is null or expires_at > clock_timestamp()) and 'approvals' = any(scopes)
    order by id for share`
}

/** The people who made these keys. Keys that operators made, and others, have none. */
export async function findKeyMakers(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; made_by: string }[]>`
    select id, made_by from api_keys
    where tenant_id = ${tenant} and id = any(${texts(ids)}::text[]) and made_by is not null`
  return new Map(rows.map(({ id, made_by }) => [id, made_by]))
}
