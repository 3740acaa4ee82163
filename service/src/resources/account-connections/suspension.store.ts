import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { DueRows } from '../../platform/due.ts'

/** A bank account that a return has shown to be closed, unknown or wrong. */
export interface Suspension {
  readonly account_connection: string
  readonly account_digest: Buffer
  /** The bank's return code, and the payout that it came with. */
  readonly code: string
  readonly payout: string
  readonly at: Date
}

/** A connection has one account, so a later return of the same account changes nothing. */
export async function insertSuspension(tx: Tx, tenant: TenantId, suspension: Suspension): Promise<void> {
  await tx`
    insert into suspended_bank_accounts ${tx({ tenant_id: tenant, ...suspension, due_at: suspension.at } as never)}
    on conflict (tenant_id, account_connection) do nothing`
}

export async function findSuspensions(
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
): Promise<Map<string, Suspension>> {
  if (connections.length === 0) return new Map()
  const rows = await sql<Suspension[]>`
    select account_connection, account_digest, code, payout, at from suspended_bank_accounts
    where tenant_id = ${tenant} and account_connection = any(${texts(connections)}::text[])`
  return new Map(rows.map((row) => [row.account_connection, row]))
}

export async function deleteSuspension(tx: Tx, tenant: TenantId, connection: string): Promise<void> {
  await tx`delete from suspended_bank_accounts where tenant_id = ${tenant} and account_connection = ${connection}`
}

/** The return code that has suspended the account of a connection, for a query of connections; null where none has. */
export const suspensionOf = (sql: Queryable, tenant: TenantId): Statement => sql`(
  select code from suspended_bank_accounts suspended
  where suspended.tenant_id = ${tenant} and suspended.account_connection = account_connections.id)`

export const DUE_SUSPENSIONS: DueRows = { table: 'suspended_bank_accounts', dueAt: 'due_at' }

/** Suspensions that nobody was told of, oldest first. */
export async function findDueSuspensions(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<Suspension[]> {
  return tx<Suspension[]>`
    select account_connection, account_digest, code, payout, at from suspended_bank_accounts
    where tenant_id = ${tenant} and due_at <= ${until}
    order by due_at, account_connection limit ${limit}`
}

/** False where another transaction has told of it, or another account was given meanwhile. */
export async function markTold(tx: Tx, tenant: TenantId, connection: string): Promise<boolean> {
  const marked = await tx`
    update suspended_bank_accounts set due_at = null
    where tenant_id = ${tenant} and account_connection = ${connection} and due_at is not null`
  return marked.count === 1
}
