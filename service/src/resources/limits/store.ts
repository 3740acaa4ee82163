import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import { type ColumnType, namesOf, rowsOf } from '../../platform/rows.ts'
import type { Maker } from '../approvals/index.ts'
import { periodStart, type Usage, type UsageKey } from './model.ts'

export type UsageRow = UsageKey & Usage

const KEY = { scope: 'text', subject: 'text', period: 'text', starts_at: 'timestamptz' } as const satisfies Record<
  keyof UsageKey,
  ColumnType
>
const USAGE = { ...KEY, amount_in_cents: 'bigint', count: 'bigint' } as const satisfies Record<
  keyof UsageRow,
  ColumnType
>
const USAGE_NAMES = namesOf(USAGE)

/** Usage of these keys; those that have none are missing. Exact under the lock of `operating`. */
export async function findUsage(sql: Queryable, tenant: TenantId, keys: readonly UsageKey[]): Promise<UsageRow[]> {
  if (keys.length === 0) return []
  return sql<UsageRow[]>`
    select ${namesOf(USAGE, 'usage')} from ${rowsOf(keys, KEY)} as wanted
    join limit_usage usage on usage.tenant_id = ${tenant} and usage.scope = wanted.scope and usage.period = wanted.period
      and usage.starts_at = wanted.starts_at and usage.subject = wanted.subject`
}

/** The usage of the running periods, but that of creators, who may be many. */
export async function readUsage(sql: Queryable, tenant: TenantId, now: Date): Promise<UsageRow[]> {
  return sql<UsageRow[]>`
    select ${USAGE_NAMES} from limit_usage
    where tenant_id = ${tenant} and scope in ('enterprise', 'key', 'role')
      and ((period = 'day' and starts_at = ${periodStart('day', now)})
        or (period = 'month' and starts_at = ${periodStart('month', now)}))`
}

/** Adds to the usage of these keys, each of which comes once. Needs the lock of `operating`. */
export function addUsageStatements(tx: Tx, tenant: TenantId, added: readonly UsageRow[]): Statement[] {
  if (added.length === 0) return []
  return [
    tx`
      insert into limit_usage (tenant_id, ${USAGE_NAMES}) select ${tenant}, ${USAGE_NAMES} from ${rowsOf(added, USAGE)} as new
      on conflict (tenant_id, scope, period, starts_at, subject) do update
      set amount_in_cents = limit_usage.amount_in_cents + excluded.amount_in_cents,
        count = limit_usage.count + excluded.count`,
  ]
}

/** Takes usage back. A period that was never counted stays so. Needs the lock of `operating`. */
export async function takeUsageBack(tx: Tx, tenant: TenantId, taken: readonly UsageRow[]): Promise<void> {
  if (taken.length === 0) return
  await tx`
    update limit_usage usage
    set amount_in_cents = usage.amount_in_cents - back.amount_in_cents, count = usage.count - back.count
    from ${rowsOf(taken, USAGE)} as back
    where usage.tenant_id = ${tenant} and usage.scope = back.scope and usage.period = back.period
      and usage.starts_at = back.starts_at and usage.subject = back.subject`
}

/** Replaces all usage of a tenant by what was counted anew. Needs the lock of `operating`. */
export async function replaceUsage(tx: Tx, tenant: TenantId, rows: readonly UsageRow[]): Promise<void> {
  await tx`delete from limit_usage where tenant_id = ${tenant}`
  await Promise.all(addUsageStatements(tx, tenant, rows))
}

/** Who asked for a payout or a withdrawal; the column `payout` has the id of either. */
export interface PaymentMaker {
  readonly payout: string
  readonly made_by: string
  readonly made_as: string
  readonly created_at: Date
}

const MAKER = { payout: 'text', made_by: 'text', made_as: 'text', created_at: 'timestamptz' } as const satisfies Record<
  keyof PaymentMaker,
  ColumnType
>

export function insertMakersStatements(tx: Tx, tenant: TenantId, makers: readonly PaymentMaker[]): Statement[] {
  if (makers.length === 0) return []
  return [
    tx`
      insert into payout_makers (tenant_id, ${namesOf(MAKER)})
      select ${tenant}, ${namesOf(MAKER)} from ${rowsOf(makers, MAKER)} as new`,
  ]
}

/** Who asked for these payments, as far as it was kept. */
export async function findMakers(
  sql: Queryable,
  tenant: TenantId,
  payments: readonly string[],
): Promise<ReadonlyMap<string, Maker>> {
  const rows = await sql<PaymentMaker[]>`
    select payout, made_by, made_as from payout_makers
    where tenant_id = ${tenant} and payout = any(${texts(payments)}::text[])`
  return new Map(rows.map(({ payout, made_by, made_as }) => [payout, { id: made_by, role: made_as as Maker['role'] }]))
}

/** Pieces of SQL that add payments up by the subject of a scope: the subject, and the join that it needs. */
export interface SubjectSql {
  readonly subject: Statement
  readonly join: Statement
}

/**
 * SQL of the scopes that depend on who made a payment: the subject that a limit counts for, and the join that finds it.
 * `id` is the payment's id in the query of the room that owns it.
 */
export const MAKER_SUBJECTS: Readonly<
  Record<'enterprise' | 'key' | 'role', (sql: Queryable, tenant: TenantId, id: Statement) => SubjectSql>
> = {
  enterprise: (sql) => ({ subject: sql`''`, join: sql`` }),
  key: (sql, tenant, id) => ({
    subject: sql`maker.made_by`,
    join: sql`join payout_makers maker on maker.tenant_id = ${tenant} and maker.payout = ${id} and maker.made_as = 'api_key'`,
  }),
  role: (sql, tenant, id) => ({
    subject: sql`maker.made_as`,
    join: sql`join payout_makers maker on maker.tenant_id = ${tenant} and maker.payout = ${id} and maker.made_as <> 'api_key'`,
  }),
}

/** Two months and a day: no limit looks further back. */
const KEPT_DAYS = 63

/** Deletes usage of periods that are over, and who asked for the payments of that time. Returns how many rows. */
export async function forgetUsage(sql: Queryable, limit: number): Promise<number> {
  const usage = await sql`
    delete from limit_usage where (tenant_id, scope, period, starts_at, subject) in (
      select tenant_id, scope, period, starts_at, subject from limit_usage
      where starts_at < statement_timestamp() - ${KEPT_DAYS} * interval '1 day' limit ${limit})`
  const makers = await sql`
    delete from payout_makers where (tenant_id, payout) in (
      select tenant_id, payout from payout_makers
      where created_at < statement_timestamp() - ${KEPT_DAYS} * interval '1 day' limit ${limit})`
  return usage.count + makers.count
}

/** One sum of payments, as the room that owns them has added it up. */
export interface PeriodSum {
  readonly subject: string
  readonly amount: Cents
  readonly count: number
}
