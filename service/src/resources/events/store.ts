import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { iso } from '../../kernel/time.ts'
import { plain, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { Period } from '../../platform/lists.ts'
import type { Change, WebhookEvent } from './model.ts'

type NewEvent = Change & { readonly eventId: Id<'event'> }

/** Takes the positions, whose lock is held until the transaction ends, and writes all events at once. */
export function insertEvents(tx: Tx, tenant: TenantId, changes: readonly NewEvent[]): Statement {
  const userData = changes.map((change) => (change.userData === null ? null : JSON.stringify(change.userData)))
  return tx`
    with counted as (
      insert into counters as counter (tenant_id, kind, value) values (${tenant}, 'event', ${changes.length})
      on conflict (tenant_id, kind) do update set value = counter.value + excluded.value
      returning value
    )
    insert into events (tenant_id, position, id, type, resource, at, user_data, recorded_at)
    select ${tenant}, counted.value - ${changes.length} + ordinal, id, type, resource, at, user_data::json, clock.now
    from counted, (select tenant_now(${tenant}) as now) clock, unnest(
      ${plain(changes.map(({ eventId }) => eventId))}::text[], ${plain(changes.map(({ event }) => event))}::text[],
      ${texts(changes.map(({ id }) => id))}::text[], ${plain(changes.map(({ at }) => iso(at)))}::timestamptz[],
      ${texts(userData)}::text[]
    ) with ordinality as change (id, type, resource, at, user_data, ordinal)`
}

/**
 * A statement of its own, after the positions are taken: a webhook that was being enabled until then is seen as enabled.
 * A delivery bears its event's id under its own prefix, so a webhook cannot get an event twice.
 */
export function insertDeliveries(tx: Tx, tenant: TenantId, changes: readonly NewEvent[]): Statement {
  return tx`
    insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at)
    select ${tenant}, webhook.id, 'dlv' || substr(event.id, 4), event.position, event.resource, 'due', clock.now, clock.now
    from webhooks webhook
    join unnest(${plain(changes.map(({ eventId }) => eventId))}::text[], ${plain(changes.map(({ event }) => event))}::text[])
      as change (id, type) on change.type = webhook.event
    join events event on event.tenant_id = ${tenant} and event.id = change.id
    cross join (select tenant_now(${tenant}) as now) clock
    where webhook.tenant_id = ${tenant} and webhook.disabled_at is null`
}

/** Nobody writes an event until the transaction ends, and all who have are seen by its next statement. */
export async function lockPositions(tx: Tx, tenant: TenantId): Promise<void> {
  await tx`select 1 from counters where tenant_id = ${tenant} and kind = 'event' for update`
}

export interface EventRow {
  readonly id: Id<'event'>
  readonly position: number
  readonly type: WebhookEvent
  readonly resource: string
  readonly at: Date
  readonly user_data: JsonObject | null
}

export async function findPosition(sql: Queryable, tenant: TenantId, id: string): Promise<number | undefined> {
  const [row] = await sql<{ position: number }[]>`
    select position from events where tenant_id = ${tenant} and id = ${id}`
  return row?.position
}

export interface EventFilter extends Period {
  readonly type?: WebhookEvent | undefined
  readonly resource?: string | undefined
}

export const ORDERS = ['oldest', 'newest'] as const
export type EventOrder = (typeof ORDERS)[number]

/** What comes after that position in that order; without one, from the beginning of it. */
export function readEvents(
  sql: Queryable,
  tenant: TenantId,
  { after, order }: { readonly after: number | undefined; readonly order: EventOrder },
  limit: number,
  { type, resource, created_after, created_before }: EventFilter,
): Promise<EventRow[]> {
  const isForward = order === 'oldest'
  const from = after === undefined ? sql`` : isForward ? sql`and position > ${after}` : sql`and position < ${after}`
  const ofType = type === undefined ? sql`` : sql`and type = ${type}`
  const ofResource = resource === undefined ? sql`` : sql`and resource = ${resource}`
  const since = created_after === undefined ? sql`` : sql`and at > ${new Date(created_after)}`
  const until = created_before === undefined ? sql`` : sql`and at < ${new Date(created_before)}`
  return sql<EventRow[]>`
    select id, position, type, resource, at, user_data from events
    where tenant_id = ${tenant} ${from} ${ofType} ${ofResource} ${since} ${until}
    order by position ${isForward ? sql`asc` : sql`desc`} limit ${limit}`
}
