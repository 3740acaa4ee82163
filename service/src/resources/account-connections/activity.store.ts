import type { TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import type { ConnectionEntry, Rejection } from './activity.ts'
import type { ConnectionEvent } from './model.ts'

/** Must run under the lock of the connection's row, which orders the entries. */
export async function insertEntry(
  tx: Tx,
  tenant: TenantId,
  connection: string,
  event: ConnectionEvent | 'suspend',
  { entry, date, type, status, code }: ConnectionEntry,
): Promise<void> {
  await tx`
    insert into connection_activity (tenant_id, account_connection, ordinal, event, entry, date, type, status, code)
    select ${tenant}, ${connection}, coalesce(max(ordinal), 0) + 1, ${event}, ${entry}, ${new Date(date)}, ${type},
      ${status}, ${code ?? null}
    from connection_activity where tenant_id = ${tenant} and account_connection = ${connection}`
}

/** The last rejection of each of these connections that has one. */
export async function lastRejections(
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
): Promise<ReadonlyMap<string, Rejection>> {
  if (connections.length === 0) return new Map()
  const rows = await sql<(Rejection & { readonly connection: string })[]>`
    select rejected.account_connection as connection, rejected.code, rejected.date as at
    from unnest(${texts(connections)}::text[]) as wanted (id)
    cross join lateral (
      select account_connection, code, date from connection_activity
      where tenant_id = ${tenant} and account_connection = wanted.id and event = 'reject'
      order by ordinal desc limit 1
    ) rejected`
  return new Map(rows.map(({ connection, ...rejection }) => [connection, rejection]))
}

/** Entries of a connection that are read; only a creator who changes permissions day by day has more. */
const READ_MAX = 100

/** The newest entries of a connection, oldest first. */
export async function readEntries(sql: Queryable, tenant: TenantId, connection: string): Promise<ConnectionEntry[]> {
  const rows = await sql<(Omit<ConnectionEntry, 'date' | 'code'> & { date: Date; code: string | null })[]>`
    select entry, date, type, status, code from connection_activity
    where tenant_id = ${tenant} and account_connection = ${connection} order by ordinal desc limit ${READ_MAX}`
  return rows
    .map(({ date, code, ...entry }) => ({ ...entry, date: iso(date), ...(code === null ? {} : { code }) }))
    .toReversed()
}
