import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import type { Queryable } from '../../platform/database.ts'
import type { ListFilter } from '../../platform/lists.ts'
import { lastRejections, readEntries } from './activity.store.ts'
import { type ConnectionEntry, createdEntry, type Rejection } from './activity.ts'
import type { ConnectionRow } from './model.ts'
import { viewConnection } from './schema.ts'
import { findConnection, listConnections } from './store.ts'
import { findSuspensions, type Suspension } from './suspension.store.ts'

/** A connection as the API shows it, with its activity. */
export const describeConnection = async (sql: Queryable, tenant: TenantId, row: ConnectionRow) =>
  viewConnection(
    row,
    await activityOf(sql, tenant, row),
    row.type === 'ach' ? (await findSuspensions(sql, tenant, [row.id])).get(row.id) : undefined,
  )

const activityOf = async (sql: Queryable, tenant: TenantId, row: ConnectionRow): Promise<ConnectionEntry[]> => [
  createdEntry(row),
  ...(await readEntries(sql, tenant, row.id)),
]

/** The activity of a connection; undefined when there is no such connection. */
export async function readConnectionActivity(
  sql: Queryable,
  tenant: TenantId,
  id: string,
): Promise<ConnectionEntry[] | undefined> {
  const row = await findConnection(sql, tenant, id)
  return row && activityOf(sql, tenant, row)
}

/** A connection of a list, and the rejection that it shows. */
export type ListedConnection = ConnectionRow & {
  readonly rejection: Rejection | undefined
  readonly suspension: Suspension | undefined
}

/** A page of connections. Only those that are not active can show a rejection. */
export async function readConnectionPage(
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<ListedConnection>> {
  const found = await listConnections(sql, tenant, page, filter)
  const ids = found.data.filter(({ status }) => status !== 'active').map(({ id }) => id)
  const byAch = found.data.filter(({ type }) => type === 'ach').map(({ id }) => id)
  const [rejections, suspensions] = await Promise.all([
    lastRejections(sql, tenant, ids),
    findSuspensions(sql, tenant, byAch),
  ])
  const data = found.data.map((row) => ({
    ...row,
    rejection: rejections.get(row.id),
    suspension: suspensions.get(row.id),
  }))
  return { ...found, data }
}
