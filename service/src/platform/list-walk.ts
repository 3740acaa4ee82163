import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement } from './database.ts'
import { allOf, comparisonsOf, type FilteredColumns } from './list-conditions.ts'
import type { Condition, ListedTable, ListFilter } from './lists.ts'

/** A listed table, and the columns that are read of it. */
export interface ColumnsOf extends Pick<ListedTable, 'table' | 'counter'>, FilteredColumns {
  readonly columns: readonly string[]
}

/** The filters of a file: those of its list. */
export type WalkFilter = ListFilter

/** A resource whose stored status may be past a deadline until the worker has recorded it. */
export interface Deadlines<Row> {
  /** The tenant's clock. */
  now(): Promise<Date>
  /** Matches at least every row whose stored status is out of date at that moment. */
  overdue(now: Date): Condition
  /** The row as it must be read at that moment. */
  asOf(row: Row, now: Date): Row
  /** Completes the rows of one step with what other tables know of them. */
  complete?(rows: readonly Row[]): Promise<readonly Row[]>
}

/** Positions of one step. A step takes a few milliseconds: a long snapshot would slow every payout. */
const STEP = 500

/** Positions from `low`, which is not included, to `high`. */
interface Range {
  readonly low: number
  readonly high: number
}

/** The ranges of positions that were given out when the walk began, newest first. */
async function* ranges(sql: Queryable, tenant: TenantId, counter: string): AsyncGenerator<Range> {
  const [row] = await sql<{ value: number }[]>`
    select value from counters where tenant_id = ${tenant} and kind = ${counter}`
  for (let high = row?.value ?? 0; high > 0; high -= STEP) yield { low: high - STEP, high }
}

async function readRange<Row extends object>(
  sql: Queryable,
  list: ColumnsOf,
  tenant: TenantId,
  { low, high }: Range,
  filter: ListFilter,
  also: readonly Statement[] = [],
): Promise<Row[]> {
  return await sql<Row[]>`
    select ${sql([...list.columns])} from ${sql(list.table)}
    where tenant_id = ${tenant} and position > ${low} and position <= ${high}
      and ${allOf(sql, [...comparisonsOf(sql, tenant, filter, list), ...also])}
    order by position desc`
}

/** Every row there was when the walk began, newest first, in short steps. */
export async function* walkList<Row extends object>(
  sql: Queryable,
  list: ColumnsOf,
  tenant: TenantId,
  filter: WalkFilter,
): AsyncGenerator<Row> {
  for await (const range of ranges(sql, tenant, list.counter)) {
    yield* await readRange<Row>(sql, list, tenant, range, filter)
  }
}

/** The filters that a deadline may change the answer to. */
type StateFilter = Pick<ListFilter, 'status' | 'statuses' | 'updated_after' | 'updated_before'>

interface Stateful {
  readonly status: string
  readonly updated_at: Date
}

/** Like the comparisons of SQL, for a row whose state is known only once its deadline was looked at. */
function isInState({ status, updated_at }: Stateful, filter: StateFilter): boolean {
  const { statuses, updated_after: after, updated_before: before } = filter
  return (
    (filter.status === undefined || status === filter.status) &&
    (statuses === undefined || statuses.includes(status)) &&
    (after === undefined || updated_at > new Date(after)) &&
    (before === undefined || updated_at < new Date(before))
  )
}

/** Like `walkList`, with each row in its current state. Filters of the state compare that, not the stored one. */
export async function* walkCurrent<Row extends Stateful>(
  sql: Queryable,
  list: ColumnsOf,
  tenant: TenantId,
  { status, statuses, updated_after, updated_before, ...filter }: WalkFilter,
  { now: readNow, overdue, asOf, complete }: Deadlines<Row>,
): AsyncGenerator<Row> {
  const ofState: StateFilter = { status, statuses, updated_after, updated_before }
  for await (const range of ranges(sql, tenant, list.counter)) {
    const now = await readNow()
    const compared = comparisonsOf(sql, tenant, ofState)
    const candidates = compared.length === 0 ? [] : [sql`((${allOf(sql, compared)}) or (${overdue(now)}))`]
    const rows = await readRange<Row>(sql, list, tenant, range, filter, candidates)
    const current = rows.map((row) => asOf(row, now)).filter((row) => isInState(row, ofState))
    yield* complete ? await complete(current) : current
  }
}
