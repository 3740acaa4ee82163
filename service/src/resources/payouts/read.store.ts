import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../../platform/database.ts'
import { type ContentSearch, findByIdPrefix, findByIds, findNewestOf, findRecent } from '../../platform/list-search.ts'
import { type Deadlines, type WalkFilter, walkCurrent } from '../../platform/list-walk.ts'
import type { Condition } from '../../platform/lists.ts'
import { shownType } from './lists.store.ts'
import { HELD_MS, type Payout } from './model.ts'
import { LIST } from './store.ts'

/** A payout without its activity, which neither files nor search show. */
export type PayoutFields = Omit<Payout, 'activity'>

const COLUMNS = [
  'id',
  'account_connection',
  'status',
  'type',
  'amount_in_cents',
  'fee_in_cents',
  'description',
  'date',
  'destination',
  'creator_id',
  'due_at',
  'batch_at',
  'ach_file',
  'return_code',
  'user_data',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PayoutFields)[]

const FIELDS = { ...LIST, columns: COLUMNS, typeOf: shownType }

export const walkPayoutFields = (
  sql: Queryable,
  tenant: TenantId,
  filter: WalkFilter,
  deadlines: Deadlines<PayoutFields>,
): AsyncGenerator<PayoutFields> => walkCurrent(sql, FIELDS, tenant, filter, deadlines)

/** Unclaimed, and their 30 days are over; or awaiting an approval whose time is over. */
export const pastDeadline = (sql: Queryable, now: Date): Condition =>
  sql`status = 'ready' and ((type = 'unclaimed' and due_at <= ${now})
    or (due_at is null and batch_at <= ${new Date(now.getTime() + HELD_MS)}))`

export const findPayoutFieldsById = (
  sql: Queryable,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<PayoutFields[]> => findByIdPrefix<PayoutFields>(sql, FIELDS, tenant, start, limit)

export const findNewestPayoutFields = (
  sql: Queryable,
  tenant: TenantId,
  connections: readonly string[],
  limit: number,
): Promise<PayoutFields[]> =>
  findNewestOf<PayoutFields>(sql, FIELDS, tenant, { column: 'account_connection', ids: connections }, limit)

/** Among the newest payouts: those with this amount, or whose description has these words. */
export const findRecentPayoutFields = (
  sql: Queryable,
  tenant: TenantId,
  { words, cents }: ContentSearch,
  limit: number,
): Promise<PayoutFields[]> => {
  const amount = cents === undefined ? sql`false` : sql`amount_in_cents = ${cents}`
  const described = sql`strpos(lower(description), lower(${words})) > 0`
  return findRecent<PayoutFields>(sql, FIELDS, tenant, sql`${amount} or ${described}`, limit)
}

export const findPayoutFieldsByIds = (sql: Queryable, tenant: TenantId, ids: readonly string[]) =>
  findByIds<PayoutFields>(sql, FIELDS, tenant, ids)

/**
 * Counts payouts that failed or were returned since then, among the newest `max` of them. The newest of each of the two
 * states are read in the order of their index; of both at once, all would be read and sorted.
 */
export async function countFailedSince(sql: Queryable, tenant: TenantId, since: Date, max: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with newest as (
      (select position, updated_at from payouts where tenant_id = ${tenant} and status = 'error'
        order by position desc limit ${max})
      union all
      (select position, updated_at from payouts where tenant_id = ${tenant} and status = 'returned'
        order by position desc limit ${max})
    )
    select count(*)::int as count from (select updated_at from newest order by position desc limit ${max}) failed
    where updated_at > ${since}`
  return row?.count ?? 0
}

/** The next payouts that wait for their date, by the index `payouts_upcoming`. */
export const findUpcomingPayouts = (sql: Queryable, tenant: TenantId, now: Date, limit: number) =>
  sql<Pick<Payout, 'id' | 'account_connection' | 'amount_in_cents' | 'date'>[]>`
    select id, account_connection, amount_in_cents, date from payouts
    where tenant_id = ${tenant} and status = 'ready' and type <> 'unclaimed' and due_at > ${now}
    order by due_at, position limit ${limit}`

/** Counts unclaimed payouts that expire between these times, up to `max`. */
export async function countClaimsEnding(
  sql: Queryable,
  tenant: TenantId,
  { after, before }: { readonly after: Date; readonly before: Date },
  max: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from payouts where tenant_id = ${tenant} and status = 'ready' and type = 'unclaimed'
        and due_at > ${after} and due_at < ${before} limit ${max}
    ) ending`
  return row?.count ?? 0
}

/** Payouts that banks have returned since then to the enterprises of a bank, by the code. */
export async function countReturnsByCode(
  sql: Queryable,
  bank: TenantId,
  since: Date,
): Promise<{ readonly code: string; readonly count: number }[]> {
  return sql<{ code: string; count: number }[]>`
    select coalesce(payout.return_code, 'none') as code, count(*)::int as count
    from tenants tenant join payouts payout on payout.tenant_id = tenant.id and payout.status = 'returned'
    where tenant.bank_id = ${bank} and payout.updated_at >= ${since}
    group by 1 order by 1`
}

/**
 * The fees reserved for payouts in `ready`, for SQL of another room. It reads every payout in `ready`, by the index of the
 * rarer states; nothing adds them up beforehand, because creating and sending a payout would have to write it.
 */
export const reservedFees = (sql: Queryable, tenant: TenantId): Statement =>
  sql`select coalesce(sum(fee_in_cents), 0)::bigint from payouts where tenant_id = ${tenant} and status = 'ready'`

/** Whether a tenant has the payout that an expression names, for SQL of another room. */
export const isPayoutOf = (sql: Queryable, tenant: TenantId, id: Statement): Condition =>
  sql`exists (select 1 from payouts where tenant_id = ${tenant} and id = ${id})`

export async function hasPayouts(sql: Queryable, tenant: TenantId, connection: string): Promise<boolean> {
  const rows = await sql`
    select 1 from payouts where tenant_id = ${tenant} and account_connection = ${connection} limit 1`
  return rows.length > 0
}
