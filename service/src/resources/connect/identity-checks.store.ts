import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { rowsOf } from '../../platform/rows.ts'
import { tenantsIn } from '../../tenants/index.ts'

/** Inserted before the provider is asked: its verdict may come at any time after. */
export async function insertCheck(sql: Queryable, tenant: TenantId, key: string, connection: string): Promise<void> {
  await sql`
    insert into identity_checks (tenant_id, key, account_connection) values (${tenant}, ${key}, ${connection})
    on conflict do nothing`
}

/** The tenant and connection of a check. A late verdict names only the key of its check. */
export async function findCheck(
  sql: Queryable,
  environment: Environment,
  key: string,
): Promise<{ tenant: TenantId; connection: string; shared: boolean } | undefined> {
  const [row] = await sql<{ tenant: TenantId; connection: string; shared: boolean }[]>`
    select tenant_id as tenant, account_connection as connection, shared_ssn as shared from identity_checks
    where key = ${key} and tenant_id in ${tenantsIn(sql, environment)}`
  return row
}

/** The first verdict stands. False when there is one already. */
export async function recordVerdict(
  tx: Tx,
  tenant: TenantId,
  key: string,
  verdict: 'passed' | 'failed',
): Promise<boolean> {
  const answered = await tx`
    update identity_checks set verdict = ${verdict} where tenant_id = ${tenant} and key = ${key} and verdict is null`
  return answered.count === 1
}

export interface LastCheck {
  readonly key: string
  /** Null while there is none. */
  readonly verdict: 'passed' | 'failed' | null
  /** Another person gave the same social security number. */
  readonly shared: boolean
}

/** The newest check of a connection, with its late verdict. */
export async function lastCheck(sql: Queryable, tenant: TenantId, connection: string): Promise<LastCheck | undefined> {
  const [row] = await sql<LastCheck[]>`
    select key, verdict, shared_ssn as shared from identity_checks
    where tenant_id = ${tenant} and account_connection = ${connection} order by created_at desc limit 1`
  return row
}

/** Whether the newest check of a connection is of a social security number that another person gave, too. */
export const hasSharedSsn = async (sql: Queryable, tenant: TenantId, connection: string): Promise<boolean> =>
  (await lastCheck(sql, tenant, connection))?.shared ?? false

type Digests = readonly [current: Buffer, ...older: Buffer[]]

/**
 * Remembers that a person gave a number; whether another one gave it before. The caller holds a lock of that number: of two
 * people who give it at once, the second is seen.
 */
export async function claimSsn(tx: Tx, bank: TenantId, ssn: Digests, person: Digests): Promise<boolean> {
  await tx`
    insert into identity_ssns (tenant_id, ssn_fingerprint, person_fingerprint) values (${bank}, ${ssn[0]}, ${person[0]})
    on conflict do nothing`
  const rows = await tx<{ person_fingerprint: Buffer }[]>`
    select person_fingerprint from identity_ssns
    where tenant_id = ${bank} and ssn_fingerprint in (
      select digest from ${rowsOf(
        ssn.map((digest) => ({ digest })),
        { digest: 'bytea' },
      )} as given)`
  return rows.some(({ person_fingerprint }) => !person.some((one) => one.equals(person_fingerprint)))
}

export async function flagSharedSsn(tx: Tx, tenant: TenantId, key: string): Promise<void> {
  await tx`update identity_checks set shared_ssn = true where tenant_id = ${tenant} and key = ${key}`
}
