import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import type { ConnectionEntry, Rejection } from './activity.ts'
import type { ConnectionEvent } from './model.ts'

/** Must run under the lock of the connection's row, which orders the entries. */
export async function insertEntry(
  tx: Tx,
  tenant: TenantId,
  connection: string,
  event: ConnectionEvent,
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
