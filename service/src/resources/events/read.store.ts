import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { type WalkFilter, walkList } from '../../platform/list-walk.ts'
import { type EventRow, readEvents } from './store.ts'

const COLUMNS = ['position', 'id', 'type', 'resource', 'at', 'user_data'] as const satisfies readonly (keyof EventRow)[]

const FIELDS = {
  table: 'events',
  counter: 'event',
  at: 'at',
  columns: COLUMNS,
}

/** An event without its details, which neither files nor timelines show. */
export type EventFields = Pick<EventRow, (typeof COLUMNS)[number]>

/** Every event, newest first, in short steps. */
export const walkEvents = (sql: Queryable, tenant: TenantId, filter: WalkFilter): AsyncGenerator<EventFields> =>
  walkList(sql, FIELDS, tenant, filter)

/** The newest events of one resource, newest first. */
export async function findEventsOf(
  sql: Queryable,
  tenant: TenantId,
  resource: string,
  limit: number,
): Promise<readonly EventFields[]> {
  const { rows } = await readEvents(sql, tenant, { after: undefined, order: 'newest' }, limit, { resource })
  return rows
}
