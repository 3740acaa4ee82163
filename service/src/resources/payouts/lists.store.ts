import type { TenantId } from '../../kernel/ids.ts'
import type { Page, PageRequest, Walk } from '../../kernel/pages.ts'
import type { Queryable, Statement } from '../../platform/database.ts'
import { type ListSums, readList, sumList, type WalkedTable } from '../../platform/list-pages.ts'
import { type ListFilter, lastPositionQuery } from '../../platform/lists.ts'
import { typeOfConnection } from '../account-connections/index.ts'
import { type Payout, type PayoutStatus, STATUSES } from './model.ts'
import { COLUMN_NAMES, LIST } from './store.ts'

/** Positions above `low`, up to and including `high`. */
interface Range {
  readonly low: number
  readonly high: number
}

/**
 * Counts without reading all payouts: a period is a range of positions, and every payout of the range that is in none of
 * the rarer states has been sent.
 */
export async function listPayouts(
  sql: Queryable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
): Promise<Page<Payout>> {
  const { status, created_after, created_before, ...rest } = filter
  const isNarrowedFurther = Object.values(rest).some((value) => value !== undefined)
  const hasPeriodOrStatus = [created_after, created_before, status].some((value) => value !== undefined)
  if (page.walk || isNarrowedFurther || !hasPeriodOrStatus) return readList(sql, WALKED, tenant, page, filter)
  const range = await rangeOf(sql, tenant, created_after, created_before)
  return status === undefined
    ? readRange(sql, tenant, page, range)
    : readStatus(sql, tenant, page, range, status as PayoutStatus)
}

/** Times have milliseconds, so a row that is not after one millisecond is before the next. */
async function rangeOf(
  sql: Queryable,
  tenant: TenantId,
  after: string | undefined,
  before: string | undefined,
): Promise<Range> {
  const [low, high] = await Promise.all([
    after === undefined ? 0 : lastBefore(sql, tenant, new Date(new Date(after).getTime() + 1)),
    lastBefore(sql, tenant, before === undefined ? null : new Date(before)),
  ])
  return { low, high }
}

/**
 * The position of the last payout created before this time; of the last one at all, without a time. Positions follow the
 * times, so that halving what is left finds it in some twenty looks at an index. A function of the database would do the
 * same, but on a cluster it could not read the tables.
 */
async function lastBefore(sql: Queryable, tenant: TenantId, before: Date | null): Promise<number> {
  const [row] = await sql<{ low: number }[]>`
    with recursive halved as (
      select case when ${before}::timestamptz is null then counted.last else 0 end as low, counted.last as high
      from (select coalesce((${lastPositionQuery(sql, tenant, LIST.counter)}), 0)::bigint as last) as counted
      union all
      select case when is_before then middle else low end, case when is_before then high else middle - 1 end
      from (
        select low, high, (low + high + 1) / 2 as middle, coalesce((
          select created_at < ${before} from payouts
          where tenant_id = ${tenant} and position = (low + high + 1) / 2
        ), false) as is_before
        from halved where low < high
      ) as half
    )
    select low from halved where low >= high`
  return row?.low ?? 0
}

async function readRange(
  sql: Queryable,
  tenant: TenantId,
  { page, pageSize }: PageRequest,
  { low, high }: Range,
): Promise<Page<Payout>> {
  const to = high - (page - 1) * pageSize
  const data = await sql<Payout[]>`
    select ${COLUMN_NAMES} from payouts
    where tenant_id = ${tenant} and position > ${Math.max(low, to - pageSize)} and position <= ${to}
    order by position desc`
  return { data, total: Math.max(0, high - low) }
}

/** Conditions without parameters, so that each status finds its own index even in a cached plan. */
const IN_STATUS: Record<PayoutStatus, (sql: Queryable) => Statement> = {
  created: (sql) => sql`false`,
  ready: (sql) => sql`status = 'ready'`,
  pending: (sql) => sql`status = 'pending' and (due_at is not null or batch_at is not null)`,
  sent: (sql) => sql`status = 'sent'`,
  error: (sql) => sql`status = 'error'`,
  returned: (sql) => sql`status = 'returned'`,
  canceled: (sql) => sql`status = 'canceled'`,
}

/** A `ready` payout follows the method of its connection until it is initiated. */
export function shownType(sql: Queryable, tenant: TenantId): Statement {
  return sql`
    case when status = 'ready' and type <> 'unclaimed'
      then coalesce((${typeOfConnection(sql, tenant, sql`payouts.account_connection`)}), type) else type end`
}

/** Pending payouts are in two indexes, of which one is not in the order of positions: they are found by walking. */
const { pending: _pending, ...BY_STATUS } = IN_STATUS

const WALKED: WalkedTable = {
  ...LIST,
  ownedBy: ['account_connection'],
  byStatus: BY_STATUS,
  typeOf: shownType,
}

/** The sums of all payouts that match, in bounded steps. */
export const sumPayouts = (sql: Queryable, tenant: TenantId, walk: Walk, filter: ListFilter): Promise<ListSums> =>
  sumList(sql, WALKED, tenant, walk, filter, ['amount_in_cents', 'fee_in_cents'])

async function readStatus(
  sql: Queryable,
  tenant: TenantId,
  { page, pageSize }: PageRequest,
  range: Range,
  status: PayoutStatus,
): Promise<Page<Payout>> {
  const counts = await countRange(sql, tenant, range)
  const total = counts[status]
  const skip = (page - 1) * pageSize
  if (skip >= total) return { data: [], total }
  const place =
    status === 'sent'
      ? sql`position > ${range.low} and position <= ${await afterSent(sql, tenant, range, skip)}`
      : within(sql, range)
  const data = await sql<Payout[]>`
    select ${COLUMN_NAMES} from payouts where tenant_id = ${tenant} and ${place} and ${IN_STATUS[status](sql)}
    order by position desc limit ${pageSize} offset ${status === 'sent' ? 0 : skip}`
  return { data, total }
}

/**
 * The position above which `skip` payouts were sent. Each step goes down by the number still missing, which never goes too
 * far. Only payouts in the rarer states cause another step, so a few steps suffice however deep the page is.
 */
async function afterSent(sql: Queryable, tenant: TenantId, { low, high }: Range, skip: number): Promise<number> {
  let at = high
  let missing = skip
  while (missing > 0 && at > low) {
    const next = Math.max(low, at - missing)
    missing -= (await countRange(sql, tenant, { low: next, high: at })).sent
    at = next
  }
  return at
}

export type StatusCounts = Record<PayoutStatus, number>

/**
 * `position + 0` keeps the planner from the index of positions: a cached plan takes every range for a short one, and would
 * read a million payouts where the index of due payouts holds a few.
 */
const within = (sql: Queryable, { low, high }: Range): Statement =>
  sql`position + 0 > ${low} and position + 0 <= ${high}`

/** Pending payouts that are due and those that wait for a file are counted apart: an `or` of the two read every payout. */
async function countRange(sql: Queryable, tenant: TenantId, range: Range): Promise<StatusCounts> {
  const rows = await sql<{ status: PayoutStatus; count: number }[]>`
    select status, count(*) from payouts
    where tenant_id = ${tenant} and position > ${range.low} and position <= ${range.high}
      and status in ('ready', 'error', 'returned', 'canceled')
    group by status
    union all
    select 'pending', count(*) from payouts
    where tenant_id = ${tenant} and ${within(sql, range)} and status = 'pending' and due_at is not null
    union all
    select 'pending', count(*) from payouts
    where tenant_id = ${tenant} and ${within(sql, range)} and status = 'pending' and due_at is null`
  return countsOf(range, rows)
}

/** Every payout that is in none of the rarer states was sent. */
function countsOf({ low, high }: Range, rows: readonly { status: PayoutStatus; count: number }[]): StatusCounts {
  const counts = Object.fromEntries(STATUSES.map((status) => [status, 0])) as StatusCounts
  for (const { status, count } of rows) counts[status] += count
  const others = rows.reduce((sum, { count }) => sum + count, 0)
  return { ...counts, sent: Math.max(0, high - low - others) }
}

/** The number of payouts in each status, and the amounts of the rarer ones. The books know what was sent. */
export async function countByStatus(
  sql: Queryable,
  tenant: TenantId,
): Promise<{ readonly counts: StatusCounts; readonly cents: Partial<StatusCounts> }> {
  const range = await rangeOf(sql, tenant, undefined, undefined)
  const rows = await sql<{ status: PayoutStatus; count: number; amount: number }[]>`
    select status, count(*), sum(amount_in_cents)::bigint as amount from payouts
    where tenant_id = ${tenant} and position <= ${range.high} and status in ('ready', 'error', 'returned', 'canceled')
    group by status
    union all
    select 'pending', count(*), coalesce(sum(amount_in_cents), 0)::bigint from payouts
    where tenant_id = ${tenant} and ${within(sql, range)} and status = 'pending' and due_at is not null
    union all
    select 'pending', count(*), coalesce(sum(amount_in_cents), 0)::bigint from payouts
    where tenant_id = ${tenant} and ${within(sql, range)} and status = 'pending' and due_at is null`
  const cents: Partial<StatusCounts> = {}
  for (const { status, amount } of rows) cents[status] = (cents[status] ?? 0) + amount
  return { counts: countsOf(range, rows), cents }
}
