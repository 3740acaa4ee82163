import type { Id, TenantId } from '../../kernel/ids.ts'
import { iso } from '../../kernel/time.ts'
import { plain, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { Change } from './model.ts'

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
