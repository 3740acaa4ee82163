import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { beginsWith, findWhere } from '../../platform/list-search.ts'
import type { Condition } from '../../platform/lists.ts'
import type { WebhookRow } from './store.ts'

const FIELDS = {
  table: 'webhooks',
  columns: ['id', 'url', 'event', 'disabled_at'] as const satisfies readonly (keyof WebhookRow)[],
}

export type WebhookFields = Pick<WebhookRow, (typeof FIELDS.columns)[number]>

/** Webhooks whose id begins with these letters. */
export const findWebhooksById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<WebhookFields[]> => findWhere<WebhookFields>(sql, FIELDS, tenant, beginsWith(sql, sql`id`, start), limit)

/** Webhooks whose URL, in any case, or event begins with these letters. A tenant has at most one per event. */
export const findWebhooksByName = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<WebhookFields[]> => {
  const text = start.toLowerCase()
  const where: Condition = sql`(starts_with(lower(url), ${text}) or starts_with(event, ${text}))`
  return findWhere<WebhookFields>(sql, FIELDS, tenant, where, limit)
}

export interface FailingWebhook {
  readonly id: string
  readonly url: string
  readonly event: string
  readonly failed_attempts: number
  readonly failing_since: Date | null
  readonly disabled_because: string | null
}

export async function findFailingWebhooks(sql: Queryable, tenant: TenantId): Promise<FailingWebhook[]> {
  return sql<FailingWebhook[]>`
    select id, url, event, failed_attempts, failing_since, disabled_because from webhooks
    where tenant_id = ${tenant} and (failing_since is not null or disabled_at is not null) order by event`
}

/** Undefined when there is no such webhook. */
export async function findWebhookCreation(sql: Queryable, tenant: TenantId, id: string): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }[]>`
    select created_at from webhooks where tenant_id = ${tenant} and id = ${id}`
  return row?.created_at
}

/** A delivery and its last attempt. */
export interface DeliverySummary {
  readonly webhook_id: string
  readonly url: string
  readonly resource: string
  readonly status: string
  /** Whether it waits for its webhook to be enabled. */
  readonly held: boolean
  readonly attempt: number
  readonly at: Date
  /** The HTTP status of the last attempt, or why there is none. */
  readonly answered: number | null
  readonly error: string | null
}

/** The status is that of the API: what is due and what waits for an earlier event are both queued. */
const summary = (sql: Queryable) => sql`
  delivery.webhook_id, webhook.url, delivery.resource, delivery.attempt,
  case when delivery.status in ('due', 'waiting') then 'queued' else delivery.status end as status,
  delivery.status in ('due', 'waiting') and webhook.disabled_at is not null as held,
  coalesce(last.at, delivery.created_at) as at, last.status as answered, last.error`

const lastAttempt = (sql: Queryable, tenant: TenantId) => sql`
  left join lateral (
    select at, status, error from delivery_attempts
    where tenant_id = ${tenant} and webhook_id = delivery.webhook_id and delivery_id = delivery.id
    order by attempt desc limit 1
  ) last on true`

/** The deliveries of these events, newest first. A delivery has its event's id under its own prefix. */
export async function findDeliveriesOfEvents(
  sql: Queryable,
  tenant: TenantId,
  events: readonly Id<'event'>[],
): Promise<DeliverySummary[]> {
  if (events.length === 0) return []
  return await sql<DeliverySummary[]>`
    select ${summary(sql)} from webhooks webhook
    join deliveries delivery on delivery.tenant_id = ${tenant} and delivery.webhook_id = webhook.id
      and delivery.id = any(${texts(events.map((id) => `dlv${id.slice(3)}`))}::text[])
    ${lastAttempt(sql, tenant)}
    where webhook.tenant_id = ${tenant} order by delivery.id desc`
}

/** The newest deliveries to one webhook, newest first. */
export async function findNewestDeliveries(
  sql: Queryable,
  tenant: TenantId,
  webhook: string,
  limit: number,
): Promise<DeliverySummary[]> {
  return await sql<DeliverySummary[]>`
    select ${summary(sql)} from (
      select id, webhook_id, resource, status, attempt, created_at from deliveries
      where tenant_id = ${tenant} and webhook_id = ${webhook} order by id desc limit ${limit}
    ) delivery
    join webhooks webhook on webhook.tenant_id = ${tenant} and webhook.id = delivery.webhook_id
    ${lastAttempt(sql, tenant)}
    order by delivery.id desc`
}
