import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
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
): Promise<{ tenant: TenantId; connection: string } | undefined> {
  const [row] = await sql<{ tenant: TenantId; connection: string }[]>`
    select tenant_id as tenant, account_connection as connection from identity_checks
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

/** The late verdict on the newest check of a connection; null while there is none. */
export async function lastVerdict(tx: Tx, tenant: TenantId, connection: string): Promise<'passed' | 'failed' | null> {
  const [row] = await tx<{ verdict: 'passed' | 'failed' | null }[]>`
    select verdict from identity_checks where tenant_id = ${tenant} and account_connection = ${connection}
    order by created_at desc limit 1`
  return row?.verdict ?? null
}
