import type { Environment } from '../../kernel/environment.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Queryable } from '../../platform/database.ts'
import { PURCHASE_STATUSES, type PurchaseStatus } from '../../resources/purchases/index.ts'

export interface Standing {
  readonly environment: Environment
  readonly operating: Cents
  readonly pending_payouts: Cents
  /** What involuntary reversals still take from the operating account. */
  readonly refunds_due: Cents
  readonly payouts_stopped_because: string | null
  readonly now: Date
  /** `2026-11-15`, by the tenant's clock: today, the first of this month, and 29 days ago. */
  readonly today: string
  readonly month: string
  readonly since: string
}

/** One statement, so that the balances are of one moment. */
export async function readStanding(sql: Queryable, tenant: TenantId): Promise<Standing> {
  const [row] = await sql<Standing[]>`
    select tenant.environment, operating.credits - operating.debits as operating,
      pending.credits - pending.debits as pending_payouts, due.debits - due.credits as refunds_due,
      coalesce(tenant.payouts_stopped_because, bank.payouts_stopped_because) as payouts_stopped_because,
      clock.now, to_char(clock.now, 'YYYY-MM-DD') as today, to_char(clock.now, 'YYYY-MM-01') as month,
      to_char(clock.now - interval '29 days', 'YYYY-MM-DD') as since
    from tenants tenant
    join tenants bank on bank.id = tenant.bank_id
    join ledger_accounts operating on operating.tenant_id = tenant.id and operating.code = 'operating'
    join ledger_accounts pending on pending.tenant_id = tenant.id and pending.code = 'pending_payouts'
    join ledger_accounts due on due.tenant_id = tenant.id and due.code = 'refunds_due'
    cross join (select tenant_now(${tenant}) as now) clock
    where tenant.id = ${tenant}`
  return row as Standing
}

/** What is at no end yet, or at a rare one, is counted by its index; all the rest is `completed`. */
export async function countPurchases(sql: Queryable, tenant: TenantId): Promise<Record<PurchaseStatus, number>> {
  const rows = await sql<{ status: PurchaseStatus | null; count: number }[]>`
    select status, count(*) from purchases
    where tenant_id = ${tenant} and status in ('created', 'pending', 'settling') group by status
    union all
    select status, count(*) from purchases
    where tenant_id = ${tenant} and status in ('error', 'canceled', 'refunded', 'reversed') group by status
    union all
    select null, value from counters where tenant_id = ${tenant} and kind = 'purchase'`
  const counts = Object.fromEntries(PURCHASE_STATUSES.map((status) => [status, 0])) as Record<PurchaseStatus, number>
  let completed = 0
  for (const { status, count } of rows) {
    completed += status === null ? count : -count
    if (status !== null) counts[status] = count
  }
  return { ...counts, completed }
}

export interface FailingWebhook {
  readonly id: string
  readonly url: string
  readonly event: string
  readonly failed_attempts: number
  readonly failing_since: Date | null
  readonly disabled_because: string | null
}

export function findFailingWebhooks(sql: Queryable, tenant: TenantId): Promise<FailingWebhook[]> {
  return sql<FailingWebhook[]>`
    select id, url, event, failed_attempts, failing_since, disabled_because from webhooks
    where tenant_id = ${tenant} and (failing_since is not null or disabled_at is not null) order by event`
}

export interface Worries {
  readonly failed: number
  readonly unclaimed: number
  readonly flagged_keys: number
  readonly stopped_files: number
}

/** More than this is told as this: nobody reads the difference, and it would have to be counted. */
export const MANY = 1_000

/** What somebody should look at, of the last or the next seven days. */
export async function countWorries(sql: Queryable, tenant: TenantId, now: Date): Promise<Worries> {
  const [row] = await sql<Worries[]>`
    select
      (select count(*)::int from (
        select updated_at from payouts where tenant_id = ${tenant} and status in ('error', 'returned')
        order by position desc limit ${MANY}
      ) failed where updated_at > ${now}::timestamptz - interval '7 days') as failed,
      (select count(*)::int from (
        select 1 from payouts where tenant_id = ${tenant} and status = 'ready' and type = 'unclaimed'
          and due_at > ${now} and due_at < ${now}::timestamptz + interval '7 days' limit ${MANY}) soon) as unclaimed,
      (select count(*)::int from api_keys
        where tenant_id = ${tenant} and flagged_at is not null and revoked_at is null) as flagged_keys,
      (select count(*)::int from (
        select 1 from pay_files where tenant_id = ${tenant} and state = 'failed' limit ${MANY}) stopped) as stopped_files`
  return row as Worries
}
