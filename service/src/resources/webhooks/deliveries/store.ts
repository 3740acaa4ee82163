import type { FieldChanges } from '../../../kernel/changes.ts'
import type { Environment } from '../../../kernel/environment.ts'
import type { Id, TenantId } from '../../../kernel/ids.ts'
import { isWithin, placedTenants, type Scope } from '../../../platform/activity.ts'
import { plain, type Queryable, type Statement, type Tx, texts } from '../../../platform/database.ts'
import {
  claimableCtes,
  type Held,
  hasClaimable,
  isStillMine,
  type QueueLine,
  releaseClaims,
  renewClaims,
  type SendQueue,
  setSending,
} from '../../../platform/leases.ts'
import { namesOf, rowsOf } from '../../../platform/rows.ts'
import { tenantTimeOf } from '../../../platform/tenant-time.ts'
import { eventsView, lastEventQuery, type NewEvent, type WebhookEvent } from '../../events/index.ts'
import type { WebhookKey } from '../model.ts'
import type { AttemptResult, Verdict } from './schedule.ts'

/**
 * Queues events for the webhooks that listen. A statement of its own, after the events have their positions: a webhook
 * that was being enabled until then is seen as enabled, and the last position of all is that of the last event here. A
 * delivery bears its event's id under its own prefix, so that a webhook cannot get an event twice.
 */
export const insertDeliveriesStatement = (tx: Tx, tenant: TenantId, events: readonly NewEvent[]): Statement => tx`
  insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at)
  select ${tenant}, webhook.id, 'dlv' || substr(event.eventId, 4), last.value - ${events.length} + event.ordinal, event.id,
    'due', clock.now, clock.now
  from webhooks webhook
  join ${rowsOf(events, { eventId: 'text', event: 'text', id: 'text' })} as event on event.event = webhook.event
  cross join (${lastEventQuery(tx, tenant)}) last
  cross join (select ${tenantTimeOf(tx, tenant)} as now) clock
  where webhook.tenant_id = ${tenant} and webhook.disabled_at is null`

/** Whether any of these events has a webhook that listens. */
export async function hasListener(tx: Tx, tenant: TenantId, events: readonly WebhookEvent[]): Promise<boolean> {
  const rows = await tx`
    select 1 from webhooks where tenant_id = ${tenant} and event = any(${texts(events)}::text[]) and disabled_at is null
    limit 1`
  return rows.length > 0
}

const QUEUE: SendQueue = { table: 'deliveries', tieBreaker: 'position' }

const lineOf = (sql: Queryable, { tenant, webhook }: WebhookKey): QueueLine => ({
  tenant,
  rows: sql`tenant_id = ${tenant} and webhook_id = ${webhook}`,
})

/** A query of the webhooks of a scope with a delivery to send. */
export const busyWebhooksStatement = (sql: Queryable, scope: Scope): Statement => sql`
  select webhook.tenant_id as tenant, webhook.id as webhook
  from webhooks webhook join tenants tenant on tenant.id = webhook.tenant_id
  where webhook.disabled_at is null and ${isWithin(sql, scope, sql`webhook.tenant_id`)}
    and ${hasClaimable(sql, QUEUE, sql`tenant_id = webhook.tenant_id and webhook_id = webhook.id`)}`

export interface Candidate {
  readonly id: string
  /** An earlier delivery of the same resource that is not done. */
  readonly blocker: string | null
}

/**
 * The deliveries that could be sent now, oldest first, locked. Positions commit in order, so an earlier delivery of the
 * same resource is always visible here.
 */
export async function lockCandidates(tx: Tx, key: WebhookKey, limit: number): Promise<Candidate[]> {
  const { tenant, webhook } = key
  return tx<Candidate[]>`
    with ${claimableCtes(tx, QUEUE, lineOf(tx, key), tx`id, resource, position`, limit)}, candidate as (
      select id, resource, position from lapsed union all select id, resource, position from due
    )
    select candidate.id, blocker.id as blocker from candidate
    left join lateral (
      select id from deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhook} and resource = candidate.resource
        and status in ('due', 'waiting', 'sending') and position < candidate.position
      order by position limit 1
    ) blocker on true
    order by candidate.position`
}

/**
 * Lets deliveries wait for an earlier one of their resource. Only under the lock of that one, so that the worker that
 * finishes it comes after this transaction and sees which are waiting. If another transaction has locked it, the next
 * claim tries again.
 */
export async function putBehind(tx: Tx, { tenant, webhook }: WebhookKey, blocked: readonly Candidate[]): Promise<void> {
  await tx`
    with blocker as materialized (
      select id from deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhook}
        and id = any(${plain([...new Set(blocked.map(({ blocker }) => blocker))])}::text[])
        and status in ('due', 'waiting', 'sending')
      for update skip locked
    )
    update deliveries delivery set status = 'waiting'
    from ${rowsOf(blocked, { id: 'text', blocker: 'text' })} as new
    join blocker on blocker.id = new.blocker
    where delivery.tenant_id = ${tenant} and delivery.webhook_id = ${webhook} and delivery.id = new.id`
}

/** The fields of a notification in the format `full`, beside the four. */
export interface NotificationDetails {
  readonly changes: FieldChanges | null
  readonly summary: string
}

export interface Leased {
  readonly id: Id<'delivery'>
  readonly position: number
  readonly resource: string
  readonly attempt: number
  readonly failures: number
  readonly created_at: Date
  /** Null for a test, as are the event's time and user data. */
  readonly event_id: Id<'event'> | null
  readonly at: Date | null
  readonly user_data: string | null
  /** Only where the webhook's format asks for it. */
  readonly details?: NotificationDetails | undefined
  /** The tenant's clock and the database's when the delivery was claimed. */
  readonly tenant_now: Date
  readonly real_now: Date
}

export async function leaseDeliveries(
  tx: Tx,
  { tenant, webhook }: WebhookKey,
  ids: readonly string[],
  leaseMs: number,
): Promise<Leased[]> {
  return tx<Leased[]>`
    with leased as (
      update deliveries set ${setSending(tx, leaseMs)}
      where tenant_id = ${tenant} and webhook_id = ${webhook} and id = any(${plain(ids)}::text[])
      returning id, position, resource, attempt, failures, created_at
    )
    select leased.id, leased.position, leased.resource, leased.attempt, leased.failures, leased.created_at,
      event.id as event_id, event.at, event.user_data, clock.tenant_now, clock.real_now from leased
    left join lateral (
      select id, at, user_data::text from ${eventsView(tx)} event where tenant_id = ${tenant} and position = leased.position limit 1
    ) event on true
    cross join (select ${tenantTimeOf(tx, tenant)} as tenant_now, clock_timestamp() as real_now) clock
    order by leased.position`
}

export interface Recorded {
  readonly id: string
  readonly attempt: number
  readonly at: Date
  readonly failures: number
  readonly verdict: Verdict
  readonly result: AttemptResult
}

const ATTEMPT = {
  id: 'text',
  attempt: 'integer',
  status: 'text',
  due_at: 'timestamptz',
  failures: 'integer',
  at: 'timestamptz',
  duration_ms: 'integer',
  code: 'integer',
  error: 'text',
  answer: 'text',
} as const

/** Records attempts; returns the ids of their deliveries. A delivery that another worker has claimed since is left alone. */
export async function recordAttempts(
  tx: Tx,
  { tenant, webhook }: WebhookKey,
  attempts: readonly Recorded[],
): Promise<Set<string>> {
  const results = attempts.map(({ id, attempt, at, failures, verdict, result }) => ({
    id,
    attempt,
    status: verdict.status,
    due_at: verdict.status === 'due' ? verdict.dueAt : null,
    failures,
    at,
    duration_ms: result.durationMs,
    code: result.status,
    error: result.error,
    answer: result.answer,
  }))
  const rows = await tx<{ delivery_id: string }[]>`
    with mine as (
      select ${namesOf(ATTEMPT)} from ${rowsOf(results, ATTEMPT)} as new
    ), recorded as (
      update deliveries held
      set status = mine.status, due_at = coalesce(mine.due_at, held.due_at), failures = mine.failures,
        leased_until = null, changed_at = statement_timestamp()
      from mine
      where held.tenant_id = ${tenant} and held.webhook_id = ${webhook} and ${isStillMine(tx)}
      returning ${namesOf(ATTEMPT, 'mine')}
    )
    insert into delivery_attempts (tenant_id, webhook_id, delivery_id, attempt, at, duration_ms, status, error, answer)
    select ${tenant}, ${webhook}, id, attempt, at, duration_ms, code, error, answer from recorded
    returning delivery_id`
  return new Set(rows.map((row) => row.delivery_id))
}

/**
 * Makes the first delivery of each of these resources that waits due; answers how many there were, nearly always none. Also
 * where an earlier one is being sent, which may end at this moment and not see that this one has: the claim looks for it
 * again. They are found by a select of their own: a join would walk through all deliveries of a young table, and not every
 * cluster takes it within the update.
 */
export async function promoteNext(
  tx: Tx,
  { tenant, webhook }: WebhookKey,
  resources: readonly string[],
): Promise<number> {
  const next = await tx<{ id: string }[]>`
    select next.id from unnest(${texts(resources)}::text[]) as done (resource)
    cross join lateral (
      select id from deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhook} and resource = done.resource and status = 'waiting'
      order by position limit 1
    ) next`
  if (next.length === 0) return 0
  const promoted = await tx`
    update deliveries set status = 'due', due_at = ${tenantTimeOf(tx, tenant)}, changed_at = statement_timestamp()
    where tenant_id = ${tenant} and webhook_id = ${webhook} and id = any(${plain(next.map(({ id }) => id))}::text[])
      and status = 'waiting'`
  return promoted.count
}

export const renewLeases = (sql: Queryable, key: WebhookKey, held: readonly Held[], leaseMs: number): Promise<void> =>
  renewClaims(sql, QUEUE, lineOf(sql, key), held, leaseMs)

export const releaseLeases = (sql: Queryable, key: WebhookKey, held: readonly Held[]): Promise<void> =>
  releaseClaims(sql, QUEUE, lineOf(sql, key), held)

export interface QueueState {
  readonly depth: number
  /** For how many real seconds the oldest delivery has been due. */
  readonly oldest_seconds: number
}

/**
 * Sandbox clocks jump: no delivery has waited longer than since its row last changed. One whose worker was not heard of
 * again waits since its lease ended.
 */
export async function readQueues(
  sql: Queryable,
): Promise<readonly (QueueState & { readonly environment: Environment })[]> {
  return sql`
    select tenant.environment, count(*)::int as depth, greatest(0, coalesce(extract(epoch from max(case delivery.status
        when 'due' then least(
          clock_timestamp() + tenant.clock_offset_ms * interval '1 millisecond' - delivery.due_at,
          clock_timestamp() - delivery.changed_at)
        when 'sending' then clock_timestamp() - delivery.leased_until
      end)), 0))::float8 as oldest_seconds
    from deliveries delivery
    join webhooks webhook on webhook.tenant_id = delivery.tenant_id and webhook.id = delivery.webhook_id
    join tenants tenant on tenant.id = delivery.tenant_id
    where delivery.status in ('due', 'waiting', 'sending') and webhook.disabled_at is null
    group by tenant.environment`
}

/** The queues of both environments together. */
export async function readQueue(sql: Queryable): Promise<QueueState> {
  const queues = await readQueues(sql)
  return {
    depth: queues.reduce((sum, { depth }) => sum + depth, 0),
    oldest_seconds: Math.max(0, ...queues.map(({ oldest_seconds }) => oldest_seconds)),
  }
}

const DELIVERY = { tenant_id: 'integer', webhook_id: 'text', id: 'text' } as const

/**
 * Removes at most `limit` deliveries that were done 30 days ago; answers how many. The retention stands in the statement,
 * and its time does not change while it runs, so that the planner sees how few rows that is and finds them by index. The
 * attempts go first: a process killed in between leaves deliveries that are found again.
 */
export async function forgetDeliveries(sql: Queryable, limit: number): Promise<number> {
  const old = await sql<{ tenant_id: TenantId; webhook_id: string; id: string }[]>`
    select tenant_id, webhook_id, id from deliveries
    where status in ('delivered', 'dead') and changed_at < statement_timestamp() - interval '30 days'
    limit ${limit}`
  if (old.length === 0) return 0
  await sql`
    delete from delivery_attempts where (tenant_id, webhook_id, delivery_id) in (
      select ${namesOf(DELIVERY)} from ${rowsOf(old, DELIVERY)} as old)`
  const removed = await sql`
    delete from deliveries where (tenant_id, webhook_id, id) in (
      select ${namesOf(DELIVERY)} from ${rowsOf(old, DELIVERY)} as old)
      and status in ('delivered', 'dead')`
  return removed.count
}

/** Removes at most `limit` deliveries of one deleted webhook; answers how many. */
export async function forgetOrphans(sql: Queryable, limit: number): Promise<number> {
  const orphaned = await findOrphaned(sql)
  if (!orphaned) return 0
  const { tenant, webhook } = orphaned
  const removed = await sql`
    with orphan as materialized (
      select id from deliveries where tenant_id = ${tenant} and webhook_id = ${webhook} limit ${limit}
    ), attempts as (
      delete from delivery_attempts
      where tenant_id = ${tenant} and webhook_id = ${webhook} and delivery_id = any(array(select id from orphan))
    )
    delete from deliveries
    where tenant_id = ${tenant} and webhook_id = ${webhook} and id = any(array(select id from orphan))`
  return removed.count
}

/**
 * A deleted webhook that still has deliveries: one that lies between two webhooks that exist, or before or after them all.
 * Reads one index entry for each tenant and each webhook, however many deliveries it has, and on a cluster each server
 * looks for itself.
 */
async function findOrphaned(sql: Queryable): Promise<WebhookKey | undefined> {
  const [orphaned] = await sql<WebhookKey[]>`
    select gap.tenant_id as tenant, next.webhook_id as webhook
    from (
      select tenant_id, id as after, lead(id) over (partition by tenant_id order by id) as before
      from (
        select id as tenant_id, '' as id from ${placedTenants(sql)} tenant
        union all select tenant_id, id from webhooks
      ) known
    ) gap
    cross join lateral (
      select webhook_id from deliveries
      where tenant_id = gap.tenant_id and webhook_id > gap.after order by webhook_id limit 1
    ) next
    where gap.before is null or next.webhook_id < gap.before
    limit 1`
  return orphaned
}
