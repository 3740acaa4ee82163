import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { iso } from '../../kernel/time.ts'
import { plain, type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { Change, WebhookEvent } from './model.ts'

/**
 * Positions, events and deliveries in one statement: a sweep changes a thousand resources at once, and round trips are
 * what it would wait for. A delivery bears its event's id under its own prefix, so a webhook cannot get an event twice.
 */
export function insertEvents(
  tx: Tx,
  tenant: TenantId,
  changes: readonly (Change & { readonly eventId: Id<'event'> })[],
): Statement {
  const userData = changes.map((change) => (change.userData === null ? null : JSON.stringify(change.userData)))
  return tx`
    with counted as (
      insert into counters as counter (tenant_id, kind, value) values (${tenant}, 'event', ${changes.length})
      on conflict (tenant_id, kind) do update set value = counter.value + excluded.value
      returning value
    ), new as (
      select change.*, counted.value - ${changes.length} + ordinal as position
      from counted, unnest(
        ${plain(changes.map(({ eventId }) => eventId))}::text[], ${plain(changes.map(({ event }) => event))}::text[],
        ${texts(changes.map(({ id }) => id))}::text[], ${plain(changes.map(({ at }) => iso(at)))}::timestamptz[],
        ${texts(userData)}::text[]
      ) with ordinality as change (id, type, resource, at, user_data, ordinal)
    ), logged as (
      insert into events (tenant_id, position, id, type, resource, at, user_data)
      select ${tenant}, position, id, type, resource, at, user_data::json from new
    )
    insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at)
    select ${tenant}, webhook.id, 'dlv' || substr(new.id, 4), new.position, new.resource, 'due', clock.now, clock.now
    from new
    join webhooks webhook on webhook.tenant_id = ${tenant} and webhook.event = new.type and webhook.disabled_at is null
    cross join (select tenant_now(${tenant}) as now) clock`
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

export interface EventFilter {
  readonly type?: WebhookEvent | undefined
  readonly resource?: string | undefined
}

/** What came after that position, oldest first. */
export function readEvents(
  sql: Queryable,
  tenant: TenantId,
  after: number,
  limit: number,
  { type, resource }: EventFilter,
): Promise<EventRow[]> {
  const ofType = type === undefined ? sql`` : sql`and type = ${type}`
  const ofResource = resource === undefined ? sql`` : sql`and resource = ${resource}`
  return sql<EventRow[]>`
    select id, position, type, resource, at, user_data from events
    where tenant_id = ${tenant} and position > ${after} ${ofType} ${ofResource}
    order by position limit ${limit}`
}
