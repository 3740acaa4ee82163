import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Order, Page, PageRequest } from '../../kernel/pages.ts'
import { json, plain, type Queryable, type Tx } from '../../platform/database.ts'
import { type Period, within } from '../../platform/lists.ts'
import { tenantTimeOf } from '../../platform/tenant-time.ts'
import { eventsView, lastEventQuery, type WebhookEvent } from '../events/index.ts'
import type { WebhookKey } from './model.ts'

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const

interface WebhookFilter extends Period {
  /** One of these. */
  readonly status?: readonly (typeof WEBHOOK_STATUSES)[number][] | undefined
  readonly order?: Order | undefined
}

export interface WebhookRow {
  readonly id: Id<'webhook'>
  readonly url: string
  readonly event: WebhookEvent
  readonly user_data: JsonObject | null
  /** Null: the standard one. */
  readonly format: 'full' | null
  readonly disabled_at: Date | null
  readonly disabled_because: string | null
}

export interface NewWebhook extends WebhookRow {
  readonly basic_user_sealed: Buffer | null
  readonly basic_secret_sealed: Buffer | null
  readonly signing_secret_sealed: Buffer
}

/** False when the event has a webhook already. */
export async function insertWebhook(tx: Tx, tenant: TenantId, row: NewWebhook): Promise<boolean> {
  const inserted = await tx`
    insert into webhooks (tenant_id, id, event, url, basic_user_sealed, basic_secret_sealed, signing_secret_sealed,
      user_data, format, created_at)
    values (${tenant}, ${row.id}, ${row.event}, ${row.url}, ${row.basic_user_sealed}, ${row.basic_secret_sealed},
      ${row.signing_secret_sealed}, ${json(row.user_data)}, ${row.format}, tenant_now(${tenant}))
    on conflict (tenant_id, event) do nothing`
  return inserted.count === 1
}

export async function findWebhook(sql: Queryable, tenant: TenantId, id: string): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    select id, url, event, user_data, format, disabled_at, disabled_because from webhooks where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function findWebhookOfEvent(
  sql: Queryable,
  tenant: TenantId,
  event: WebhookEvent,
): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    select id, url, event, user_data, format, disabled_at, disabled_because from webhooks where tenant_id = ${tenant} and event = ${event}`
  return row
}

/** There is at most one per event, so all are read and the page is cut from them. */
export async function listWebhooks(
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  { status = WEBHOOK_STATUSES, order = 'newest', ...period }: WebhookFilter,
): Promise<Page<WebhookRow>> {
  const only = sql`and case when disabled_at is null then 'enabled' else 'disabled' end = any(${plain(status)}::text[])`
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const rows = await sql<WebhookRow[]>`
    select id, url, event, user_data, format, disabled_at, disabled_because from webhooks
    where tenant_id = ${tenant} ${only} ${within(sql, period)} order by created_at ${direction}, id ${direction}`
  const from = (page.page - 1) * page.pageSize
  return { data: rows.slice(from, from + page.pageSize), total: rows.length }
}

/** A field that is absent stays as it is. */
export interface WebhookChange {
  readonly url?: string
  readonly user_data?: JsonObject | null
  readonly format?: 'full' | null
  readonly basic_user_sealed?: Buffer | null
  readonly basic_secret_sealed?: Buffer | null
}

/** Undefined when there is no such webhook. */
export async function updateWebhook(
  tx: Tx,
  tenant: TenantId,
  id: string,
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const [row] = await tx<WebhookRow[]>`
    update webhooks set
      url = coalesce(${change.url ?? null}::text, url),
      user_data = case when ${'user_data' in change}::boolean then ${json(change.user_data ?? null)} else user_data end,
      format = case when ${'format' in change}::boolean then ${change.format ?? null}::text else format end,
      basic_user_sealed = case when ${'basic_user_sealed' in change}::boolean
        then ${change.basic_user_sealed ?? null}::bytea else basic_user_sealed end,
      basic_secret_sealed = case when ${'basic_secret_sealed' in change}::boolean
        then ${change.basic_secret_sealed ?? null}::bytea else basic_secret_sealed end
    where tenant_id = ${tenant} and id = ${id}
    returning id, url, event, user_data, format, disabled_at, disabled_because`
  return row
}

export async function deleteWebhook(tx: Tx, tenant: TenantId, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx<WebhookRow[]>`
    delete from webhooks where tenant_id = ${tenant} and id = ${id} returning id, url, event, user_data, format, disabled_at, disabled_because`
  return row
}

/** A webhook as its deliveries need it. */
export interface EndpointRow {
  readonly url: string
  readonly event: WebhookEvent
  readonly format: 'full' | null
  readonly environment: Environment
  readonly basic_user_sealed: Buffer | null
  readonly basic_secret_sealed: Buffer | null
  readonly signing_secret_sealed: Buffer
  /** Null once the overlap is over. */
  readonly previous_secret_sealed: Buffer | null
}

/** Undefined when the webhook was deleted or disabled. */
export async function readEndpoint(sql: Queryable, { tenant, webhook }: WebhookKey): Promise<EndpointRow | undefined> {
  const [row] = await sql<EndpointRow[]>`
    select url, event, format, environment, basic_user_sealed, basic_secret_sealed, signing_secret_sealed,
      case when previous_secret_until > ${tenantTimeOf(sql, tenant)} then previous_secret_sealed end as previous_secret_sealed
    from webhooks join tenants on tenants.id = webhooks.tenant_id
    where tenant_id = ${tenant} and webhooks.id = ${webhook} and disabled_at is null`
  return row
}

export interface SecretsRow {
  readonly signing_secret_sealed: Buffer
  readonly previous_secret_sealed: Buffer | null
  readonly previous_secret_until: Date | null
}

export async function findSecrets(sql: Queryable, tenant: TenantId, id: string): Promise<SecretsRow | undefined> {
  const [row] = await sql<SecretsRow[]>`
    select signing_secret_sealed,
      case when previous_secret_until > ${tenantTimeOf(sql, tenant)} then previous_secret_sealed end as previous_secret_sealed,
      previous_secret_until
    from webhooks where tenant_id = ${tenant} and id = ${id}`
  return row
}

/** The old secret keeps signing beside the new one until the overlap is over. */
export async function replaceSecret(tx: Tx, tenant: TenantId, id: string, sealed: Buffer, overlapMs: number) {
  await tx`
    update webhooks set previous_secret_sealed = signing_secret_sealed, signing_secret_sealed = ${sealed},
      previous_secret_until = ${tenantTimeOf(tx, tenant)} + ${overlapMs} * interval '1 millisecond'
    where tenant_id = ${tenant} and id = ${id}`
}

/** Runs after every batch with a success, because another process may have noted a failure; writes only where one is noted. */
export async function noteSuccess(tx: Tx, { tenant, webhook }: WebhookKey): Promise<void> {
  await tx`
    update webhooks set failing_since = null, failed_attempts = 0
    where tenant_id = ${tenant} and id = ${webhook} and failing_since is not null`
}

export async function noteFailures(
  tx: Tx,
  { tenant, webhook }: WebhookKey,
  count: number,
  at: Date,
): Promise<{ failingSince: Date; failedAttempts: number } | undefined> {
  const [row] = await tx<{ failingSince: Date; failedAttempts: number }[]>`
    update webhooks set failing_since = coalesce(failing_since, ${at}), failed_attempts = failed_attempts + ${count}
    where tenant_id = ${tenant} and id = ${webhook}
    returning failing_since as "failingSince", failed_attempts as "failedAttempts"`
  return row
}

/** False when it was disabled already. Keeps the last event's position: later ones are not queued for it. */
export async function disableWebhook(
  tx: Tx,
  { tenant, webhook }: WebhookKey,
  at: Date,
  because: string,
): Promise<boolean> {
  const disabled = await tx`
    update webhooks set disabled_at = ${at}, disabled_because = ${because},
      disabled_after = coalesce((${lastEventQuery(tx, tenant)}), 0)
    where tenant_id = ${tenant} and id = ${webhook} and disabled_at is null`
  return disabled.count === 1
}

/**
 * When the first event was written that the webhook has missed since it began to fail; an event is older than its first
 * attempt. Undefined when only tests were sent.
 */
export async function findMissedSince(
  tx: Tx,
  { tenant, webhook }: WebhookKey,
  failingSince: Date,
): Promise<Date | undefined> {
  const [row] = await tx<{ since: Date | null }[]>`
    select min(event.recorded_at) as since from deliveries delivery
    join ${eventsView(tx)} event on event.tenant_id = delivery.tenant_id and event.position = delivery.position
    where delivery.tenant_id = ${tenant} and delivery.webhook_id = ${webhook} and delivery.status <> 'delivered'
      and exists (
        select 1 from delivery_attempts attempt
        where attempt.tenant_id = ${tenant} and attempt.webhook_id = ${webhook} and attempt.delivery_id = delivery.id
          and attempt.at >= ${failingSince})`
  return row?.since ?? undefined
}

export async function enableWebhook(tx: Tx, tenant: TenantId, id: string): Promise<void> {
  await tx`
    update webhooks set disabled_at = null, disabled_because = null, disabled_after = null, failing_since = null, failed_attempts = 0
    where tenant_id = ${tenant} and id = ${id}`
}

/** Deletes every webhook of a tenant and returns them with their secrets. */
export async function takeWebhooks(tx: Tx, tenant: TenantId): Promise<NewWebhook[]> {
  return tx<NewWebhook[]>`
    delete from webhooks where tenant_id = ${tenant}
    returning id, url, event, user_data, format, disabled_at, disabled_because, basic_user_sealed, basic_secret_sealed,
      signing_secret_sealed`
}
