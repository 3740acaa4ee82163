import type { Id, TenantId } from '../../../kernel/ids.ts'
import type { Order, Page, PageRequest } from '../../../kernel/pages.ts'
import { plain, type Queryable, type Tx } from '../../../platform/database.ts'
import { type Period, within } from '../../../platform/lists.ts'
import { namesOf } from '../../../platform/rows.ts'
import { tenantTimeOf } from '../../../platform/tenant-time.ts'
import { eventsView } from '../../events/index.ts'

export interface DeliveryRow {
  readonly id: Id<'delivery'>
  readonly position: number
  readonly resource: string
  readonly status: 'due' | 'waiting' | 'sending' | 'delivered' | 'dead'
  readonly due_at: Date
  readonly attempt: number
  readonly created_at: Date
}

const DELIVERY_NAMES = namesOf({
  id: true,
  position: true,
  resource: true,
  status: true,
  due_at: true,
  attempt: true,
  created_at: true,
} as const satisfies Record<keyof DeliveryRow, true>)

export interface AttemptRow {
  readonly delivery_id: string
  readonly attempt: number
  readonly at: Date
  readonly duration_ms: number
  readonly status: number | null
  readonly error: string | null
  readonly answer: string | null
}

/** The statuses of the API, and the stored ones that each stands for. */
export const SHOWN = {
  queued: ['due', 'waiting'],
  sending: ['sending'],
  delivered: ['delivered'],
  dead: ['dead'],
} as const

export type ShownStatus = keyof typeof SHOWN

export interface DeliveryFilter extends Period {
  /** One of these. */
  readonly status?: readonly ShownStatus[] | undefined
  readonly resource?: string | undefined
  readonly order?: Order | undefined
}

/** In the order of creation: a delivery's id has the age of its event. */
export async function listDeliveries(
  sql: Queryable,
  tenant: TenantId,
  webhook: string,
  { page, pageSize }: PageRequest,
  { status, resource, order = 'newest', ...period }: DeliveryFilter,
): Promise<Page<DeliveryRow>> {
  const only = status === undefined ? sql`` : sql`and status = any(${status.flatMap((one) => SHOWN[one])}::text[])`
  const of = resource === undefined ? sql`` : sql`and resource = ${resource}`
  const where = sql`where tenant_id = ${tenant} and webhook_id = ${webhook} ${only} ${of} ${within(sql, period)}`
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from deliveries ${where}`,
    sql<DeliveryRow[]>`
      select ${DELIVERY_NAMES} from deliveries ${where}
      order by id ${direction} limit ${pageSize} offset ${(page - 1) * pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export async function findDelivery(
  sql: Queryable,
  tenant: TenantId,
  webhook: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    select ${DELIVERY_NAMES} from deliveries where tenant_id = ${tenant} and webhook_id = ${webhook} and id = ${id}`
  return row
}

export async function findAttempts(
  sql: Queryable,
  tenant: TenantId,
  webhook: string,
  ids: readonly string[],
): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select delivery_id, attempt, at, duration_ms, status, error, answer from delivery_attempts
    where tenant_id = ${tenant} and webhook_id = ${webhook} and delivery_id = any(${plain(ids)}::text[])
    order by delivery_id, attempt`
}

/** Due at once, with all its attempts again. A delivery that is being sent, or waits for an earlier one, stays as it is. */
export async function requeueDelivery(tx: Tx, tenant: TenantId, webhook: string, id: string): Promise<void> {
  await tx`
    update deliveries set status = 'due', due_at = ${tenantTimeOf(tx, tenant)}, failures = 0, changed_at = statement_timestamp()
    where tenant_id = ${tenant} and webhook_id = ${webhook} and id = ${id}
      and status in ('due', 'delivered', 'dead')`
}

/**
 * Queues every event since then, and since the webhook was disabled, that it has not got: deliveries that are dead or due
 * to be tried again, and events that were never queued for it. Answers how many.
 */
export async function requeueSince(tx: Tx, tenant: TenantId, webhook: string, since: Date): Promise<number> {
  const [row] = await tx<{ queued: number }[]>`
    with missed as (
      select event.id, event.position, event.resource from ${eventsView(tx)} event
      join webhooks webhook on webhook.tenant_id = event.tenant_id and webhook.event = event.type
      where event.tenant_id = ${tenant} and webhook.id = ${webhook}
        and (event.recorded_at >= ${since} or event.position > webhook.disabled_after)
    ), clock as materialized (select ${tenantTimeOf(tx, tenant)} as now
    ), again as (
      update deliveries delivery set status = 'due', due_at = clock.now, failures = 0, changed_at = statement_timestamp()
      from missed, clock
      where delivery.tenant_id = ${tenant} and delivery.webhook_id = ${webhook}
        and delivery.id = 'dlv' || substr(missed.id, 4) and delivery.status in ('due', 'dead')
      returning 1
    ), fresh as (
      insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at)
      select ${tenant}, ${webhook}, 'dlv' || substr(missed.id, 4), position, resource, 'due', clock.now, clock.now
      from missed, clock
      on conflict (tenant_id, webhook_id, id) do nothing
      returning 1
    )
    select (select count(*) from again) + (select count(*) from fresh) as queued`
  return row?.queued ?? 0
}

export async function insertTest(
  tx: Tx,
  tenant: TenantId,
  webhook: string,
  id: Id<'delivery'>,
  resource: string,
): Promise<void> {
  await tx`
    insert into deliveries (tenant_id, webhook_id, id, position, resource, status, due_at, created_at)
    select ${tenant}, ${webhook}, ${id}, 0, ${resource}, 'due', now, now from tenant_now(${tenant}) as now`
}
