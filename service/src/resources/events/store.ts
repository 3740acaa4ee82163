import type { FieldChanges } from '../../kernel/changes.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { copyStatement } from '../../platform/copy.ts'
import { plain, type Queryable, type Statement, type Tx } from '../../platform/database.ts'
import { comparisonsOf } from '../../platform/list-conditions.ts'
import { EXAMINED_MAX, examine, writtenSince } from '../../platform/list-pages.ts'
import { lastPositionQuery, lockPositions, type Period, takePositionsStatement } from '../../platform/lists.ts'
import { namesOf, rowsOf } from '../../platform/rows.ts'
import type { Change, WebhookEvent } from './model.ts'

const COUNTER = 'event'
const WRITTEN = { table: 'events', counter: COUNTER, writtenAt: 'recorded_at' }

/** A change, with the id of the event that tells of it. */
export type NewEvent = Change & { readonly eventId: Id<'event'> }

const EVENT = { id: 'text', type: 'text', resource: 'text', at: 'timestamptz', user_data: 'json' } as const
const DETAILED_EVENT = { ...EVENT, changes: 'json', note: 'text' } as const

const rowOf = ({ eventId, event, id, at, userData, changes, note }: NewEvent) => ({
  id: eventId,
  type: event,
  resource: id,
  at,
  user_data: userData,
  changes: changes ?? null,
  note: note ?? null,
})

/**
 * The columns of these events. Payouts that are sent have no details, and their statement does not name these columns:
 * nothing is written that a reader can derive.
 */
const columnsOf = (changes: readonly NewEvent[]): typeof DETAILED_EVENT =>
  (changes.some(({ changes, note }) => changes !== undefined || note !== undefined)
    ? DETAILED_EVENT
    : EVENT) as typeof DETAILED_EVENT

/** Takes the positions, whose lock is held until the transaction ends, and writes all events at once. */
export function insertEventsStatement(tx: Tx, tenant: TenantId, changes: readonly NewEvent[]): Statement {
  const columns = columnsOf(changes)
  return tx`
    with counted as (${takePositionsStatement(tx, tenant, COUNTER, changes.length)})
    insert into events (tenant_id, position, ${namesOf(columns)}, recorded_at)
    select ${tenant}, counted.value - ${changes.length} + ordinal, ${namesOf(columns)}, clock.now
    from counted, (select tenant_now(${tenant}) as now) clock, ${rowsOf(changes.map(rowOf), columns)} as change`
}

/** Positions that this transaction has taken, whose lock it holds until it ends, and the tenant's clock at that moment. */
export interface TakenPositions {
  readonly before: number
  readonly now: Date
}

export async function takeEventPositions(tx: Tx, tenant: TenantId, count: number): Promise<TakenPositions> {
  const [row] = await tx<{ last: number; now: Date }[]>`
    with counted as (${takePositionsStatement(tx, tenant, COUNTER, count)})
    select counted.value as last, tenant_now(${tenant}) as now from counted`
  const { last, now } = row as { last: number; now: Date }
  return { before: last - count, now }
}

/** Writes all events at once, at positions that were taken before. */
export const copyEventsStatement = (
  tx: Tx,
  tenant: TenantId,
  changes: readonly NewEvent[],
  { before, now }: TakenPositions,
): Statement =>
  copyStatement(
    tx,
    { table: 'events', every: { tenant_id: tenant, recorded_at: now }, counted: { position: before } },
    changes.map(rowOf),
    columnsOf(changes),
  )

/** The events of all tenants, for a room that joins them. */
export const eventsView = (sql: Queryable): Statement =>
  sql`(select tenant_id, position, id, type, resource, at, user_data, recorded_at from events)`

/** Until the transaction ends nobody else writes an event, and its next statement sees all earlier ones. */
export const lockEvents = (tx: Tx, tenant: TenantId): Promise<void> => lockPositions(tx, tenant, COUNTER)

/** The position of the last event, as `value`; no row before the first event. */
export const lastEventQuery = (sql: Queryable, tenant: TenantId): Statement => lastPositionQuery(sql, tenant, COUNTER)

export interface EventRow {
  readonly id: Id<'event'>
  readonly position: number
  readonly type: WebhookEvent
  readonly resource: string
  readonly at: Date
  readonly user_data: JsonObject | null
  readonly changes: FieldChanges | null
  readonly note: string | null
}

const EVENT_NAMES = namesOf({
  id: true,
  position: true,
  type: true,
  resource: true,
  at: true,
  user_data: true,
  changes: true,
  note: true,
} as const satisfies Record<keyof EventRow, true>)

/** The events at these positions, in no order. */
export async function findEventsAt(
  sql: Queryable,
  tenant: TenantId,
  positions: readonly number[],
): Promise<readonly EventRow[]> {
  const rows = await sql<EventRow[]>`
    select ${EVENT_NAMES} from events where tenant_id = ${tenant} and position = any(${plain(positions)}::bigint[])`
  return rows
}

export async function findPosition(sql: Queryable, tenant: TenantId, id: string): Promise<number | undefined> {
  const [row] = await sql<{ position: number }[]>`
    select position from events where tenant_id = ${tenant} and id = ${id}`
  return row?.position
}

export interface EventFilter extends Period {
  readonly type?: WebhookEvent | undefined
  /** The same by the name that webhooks use; where both are given, both narrow. */
  readonly event?: WebhookEvent | undefined
  readonly resource?: string | undefined
}

export const ORDERS = ['oldest', 'newest'] as const
export type EventOrder = (typeof ORDERS)[number]

/** Where reading begins: behind a position, in the given order; at the first event of that order where there is none. */
interface EventStart {
  readonly after: number | undefined
  readonly order: EventOrder
}

export interface EventsRead {
  readonly rows: readonly EventRow[]
  /** Where to go on; undefined where nothing was looked at. */
  readonly last: number | undefined
  /** Whether there may be more. */
  readonly hasMore: boolean
}

/**
 * The events after a position. A type or a resource has an index. A period has none, because the sending of a payout would
 * have to write it: events are compared one by one, a bounded number in a request.
 */
export function readEvents(
  sql: Queryable,
  tenant: TenantId,
  start: EventStart,
  limit: number,
  { type, event, resource, created_after, created_before }: EventFilter,
): Promise<EventsRead> {
  const [indexed, ...others] = [
    ...(resource === undefined ? [] : [sql`resource = ${resource}`]),
    ...[type, event].filter((one) => one !== undefined).map((one) => sql`type = ${one}`),
  ]
  const period = comparisonsOf(sql, tenant, { created_after, created_before }, { at: 'at' })
  const comparisons = [...others, ...period]
  if (comparisons.length === 0) return readFollowing(sql, tenant, start, limit, indexed)
  // An event is written at the time of its change or later.
  const since = created_after === undefined ? undefined : new Date(created_after)
  return compareFollowing(sql, tenant, start, limit, { parts: indexed ? [indexed] : [], comparisons, since })
}

async function readFollowing(
  sql: Queryable,
  tenant: TenantId,
  { after, order }: EventStart,
  limit: number,
  indexed: Statement = sql`true`,
): Promise<EventsRead> {
  const isForward = order === 'oldest'
  const from = after === undefined ? sql`` : isForward ? sql`and position > ${after}` : sql`and position < ${after}`
  // Reads one row more than was asked for, to know whether there are more.
  const rows = await sql<EventRow[]>`
    select ${EVENT_NAMES} from events where tenant_id = ${tenant} ${from} and ${indexed}
    order by position ${isForward ? sql`asc` : sql`desc`} limit ${limit + 1}`
  const read = rows.slice(0, limit)
  return { rows: read, last: read.at(-1)?.position, hasMore: rows.length > limit }
}

interface Compared {
  /** The condition that an index answers, if there is one. */
  readonly parts: readonly Statement[]
  readonly comparisons: readonly Statement[]
  /** Events that were written before need not be looked at. */
  readonly since: Date | undefined
}

async function compareFollowing(
  sql: Queryable,
  tenant: TenantId,
  { after, order }: EventStart,
  limit: number,
  { parts, comparisons, since }: Compared,
): Promise<EventsRead> {
  const { low, high } = await writtenSince(sql, WRITTEN, tenant, since)
  const left =
    order === 'oldest'
      ? { low: Math.max(low, after ?? 0), high }
      : { low, high: Math.min(high, (after ?? high + 1) - 1) }
  const walking = { left, skip: 0, order, limit: limit + 1, parts, comparisons }
  const found = await examine(sql, { table: 'events', along: 'position' }, tenant, walking)
  const positions = found.positions.slice(0, limit)
  const rows = await sql<EventRow[]>`
    select ${EVENT_NAMES} from events where tenant_id = ${tenant} and position = any(${plain(positions)}::bigint[])
    order by position ${order === 'oldest' ? sql`asc` : sql`desc`}`
  const isFull = found.positions.length > limit
  const isCut = !isFull && found.examined === EXAMINED_MAX
  return { rows, last: (isCut ? found.last : positions.at(-1)) ?? undefined, hasMore: isFull || isCut }
}

/**
 * Removes what the events of a resource told of it: the values before and after, and its `user_data`. The events themselves
 * stay, in their order, for those who read by position.
 */
export async function eraseEvents(tx: Tx, tenant: TenantId, resource: string): Promise<void> {
  await tx`
    update events set changes = '{}'::json, user_data = null where tenant_id = ${tenant} and resource = ${resource}`
}
