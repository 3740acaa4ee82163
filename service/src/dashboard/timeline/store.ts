import type { ActivityEntry } from '../../kernel/activity.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Queryable } from '../../platform/database.ts'
import type { P2p } from '../../resources/p2p/index.ts'

/** More than this of one kind is not shown: the newest are. */
const SHOWN = 100

/** Tables whose rows keep a log of their own. */
export type LoggedTable = 'payouts' | 'purchases' | 'contracts'

/** Undefined when there is no such row. */
export async function findActivity(
  sql: Queryable,
  tenant: TenantId,
  table: LoggedTable,
  id: string,
): Promise<readonly Partial<ActivityEntry>[] | undefined> {
  const [row] = await sql<{ activity: readonly Partial<ActivityEntry>[] }[]>`
    select activity from ${sql(table)} where tenant_id = ${tenant} and id = ${id}`
  return row?.activity
}

export async function findP2p(sql: Queryable, tenant: TenantId, id: string): Promise<P2p | undefined> {
  const [row] = await sql<P2p[]>`select * from p2p_payments where tenant_id = ${tenant} and id = ${id}`
  return row
}

/** When a row came into being that keeps no log. */
export async function findCreated(
  sql: Queryable,
  tenant: TenantId,
  table: 'account_connections' | 'buyers' | 'webhooks',
  id: string,
): Promise<Date | undefined> {
  const [row] = await sql<{ created_at: Date }[]>`
    select created_at from ${sql(table)} where tenant_id = ${tenant} and id = ${id}`
  return row?.created_at
}

export interface TransferRow {
  readonly kind: string
  readonly source_id: string
  readonly amount_in_cents: Cents
  readonly at: Date
  readonly debit: string
  readonly credit: string
}

/** What a resource moved in the enterprise's own book; of a contract, what its splits did. */
export function findTransfers(sql: Queryable, tenant: TenantId, id: string): Promise<TransferRow[]> {
  return sql<TransferRow[]>`
    select transfer.kind, transfer.source_id, transfer.amount_in_cents, transfer.at, debit.code as debit,
      credit.code as credit
    from (
      select ${id} as source_id
      union all
      (select id from contract_splits where tenant_id = ${tenant} and contract = ${id} order by position desc limit ${SHOWN})
    ) source
    join ledger_transfers transfer on transfer.tenant_id = ${tenant} and transfer.source_id = source.source_id
    join ledger_accounts debit on debit.tenant_id = ${tenant} and debit.id = transfer.debit_account
    join ledger_accounts credit on credit.tenant_id = ${tenant} and credit.id = transfer.credit_account
    order by transfer.sequence desc limit ${SHOWN}`
}

export interface EventRow {
  readonly id: string
  readonly type: string
  readonly at: Date
}

export function findEvents(sql: Queryable, tenant: TenantId, id: string): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select id, type, at from events where tenant_id = ${tenant} and resource = ${id}
    order by position desc limit ${SHOWN}`
}

export interface DeliveryRow {
  readonly webhook_id: string
  readonly url: string
  readonly status: string
  readonly attempt: number
  readonly at: Date
  /** What the receiver answered last, or why nobody did. */
  readonly answered: number | null
  readonly error: string | null
}

const lastAttempt = (sql: Queryable, tenant: TenantId) => sql`
  left join lateral (
    select at, status, error from delivery_attempts
    where tenant_id = ${tenant} and webhook_id = delivery.webhook_id and delivery_id = delivery.id
    order by attempt desc limit 1
  ) last on true`

/** A delivery has the id of its event; an event has at most one webhook. */
export function findDeliveries(sql: Queryable, tenant: TenantId, resource: string): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select delivery.webhook_id, webhook.url, delivery.status, delivery.attempt,
      coalesce(last.at, delivery.created_at) as at, last.status as answered, last.error
    from (
      select id, type from events where tenant_id = ${tenant} and resource = ${resource}
      order by position desc limit ${SHOWN}
    ) event
    join webhooks webhook on webhook.tenant_id = ${tenant} and webhook.event = event.type
    join deliveries delivery on delivery.tenant_id = ${tenant} and delivery.webhook_id = webhook.id
      and delivery.id = 'dlv' || substr(event.id, 4)
    ${lastAttempt(sql, tenant)}`
}

export function findDeliveriesOf(sql: Queryable, tenant: TenantId, webhook: string): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    select delivery.webhook_id, delivery.resource as url, delivery.status, delivery.attempt,
      coalesce(last.at, delivery.created_at) as at, last.status as answered, last.error
    from (
      select * from deliveries where tenant_id = ${tenant} and webhook_id = ${webhook} order by id desc limit ${SHOWN}
    ) delivery
    ${lastAttempt(sql, tenant)}`
}
