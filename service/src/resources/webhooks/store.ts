import type { Id, TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Page, PageRequest } from '../../kernel/pages.ts'
import { json, type Queryable, type Tx } from '../../platform/database.ts'
import type { WebhookEvent } from '../events/index.ts'

export interface WebhookRow {
  readonly id: Id<'webhook'>
  readonly url: string
  readonly event: WebhookEvent
  readonly user_data: JsonObject | null
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
      user_data, created_at)
    values (${tenant}, ${row.id}, ${row.event}, ${row.url}, ${row.basic_user_sealed}, ${row.basic_secret_sealed},
      ${row.signing_secret_sealed}, ${json(tx, row.user_data) as string}, tenant_now(${tenant}))
    on conflict (tenant_id, event) do nothing`
  return inserted.count === 1
}

export async function findWebhook(sql: Queryable, tenant: TenantId, id: string): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    select id, url, event, user_data from webhooks where tenant_id = ${tenant} and id = ${id}`
  return row
}

export async function findWebhookOfEvent(
  sql: Queryable,
  tenant: TenantId,
  event: WebhookEvent,
): Promise<WebhookRow | undefined> {
  const [row] = await sql<WebhookRow[]>`
    select id, url, event, user_data from webhooks where tenant_id = ${tenant} and event = ${event}`
  return row
}

/** At most one per event, so there is nothing to count ahead. */
export async function listWebhooks(sql: Queryable, tenant: TenantId, page: PageRequest): Promise<Page<WebhookRow>> {
  const rows = await sql<WebhookRow[]>`
    select id, url, event, user_data from webhooks where tenant_id = ${tenant} order by created_at desc, id desc`
  const from = (page.page - 1) * page.pageSize
  return { data: rows.slice(from, from + page.pageSize), total: rows.length }
}

export async function deleteWebhook(tx: Tx, tenant: TenantId, id: string): Promise<WebhookRow | undefined> {
  const [row] = await tx<WebhookRow[]>`
    delete from webhooks where tenant_id = ${tenant} and id = ${id} returning id, url, event, user_data`
  return row
}
