import type { TenantId } from '../kernel/ids.ts'
import type { Cursor, Order, Page, PageRequest, Rank, Walk } from '../kernel/pages.ts'
import { plain, type Queryable, type Statement } from './database.ts'
import { allOf, comparisonsOf, type FilteredColumns, type ListFilter } from './list-conditions.ts'
import { type ListedTable, lastPositionQuery, readPage } from './lists.ts'

// Filters that no index answers are compared row by row along the positions of a list. No index is added for them, because
// creating and sending a payout would have to write it. A request looks at a bounded number of rows: a page may come back
// short or empty, and its cursor says where to go on. Positions never change, so no row is seen twice and none is missed,
// whatever is inserted meanwhile.

/** Rows that one request looks at; reading so many along an index takes a few hundredths of a second. */
export const EXAMINED_MAX = 10_000

/** Transactions of one tenant that may be creating rows at the same time: as far as times may be out of order. */
const UNORDERED_MAX = 1_000

/** A list, and its indexes that end with the position: rows that they find are walked through alone. */
export interface WalkedTable extends ListedTable, FilteredColumns {
  /** Filters by which all rows of an owner are found. */
  readonly ownedBy?: readonly ('account_connection' | 'buyer' | 'external_id')[]
  /** Statuses with an index, each as a condition without parameters, so that it finds its index in a cached plan. */
  readonly byStatus?: Readonly<Record<string, (sql: Queryable) => Statement>>
}

/** A table without dense positions, walked along a column that only grows. Periods are compared row by row like any filter. */
export interface GrowingTable extends Pick<ListedTable, 'table' | 'columns'>, FilteredColumns {
  readonly along: string
}

/**
 * Parts of a list, each a condition that an index which ends with the position answers; a row is in one of them at most.
 * Without any, the whole list.
 */
export type ListParts = readonly Statement[]

/** A page of a list or of parts of it: by its number and an exact count, or of a walk. */
export async function readList<Row extends object>(
  sql: Queryable,
  list: WalkedTable,
  tenant: TenantId,
  request: PageRequest,
  filter: ListFilter,
  parts: ListParts = [],
): Promise<Page<Row>> {
  const { walk } = request
  if (walk) return walkPage<Row>(sql, list, tenant, { ...request, walk }, filter, parts)
  const [first, ...others] = parts
  const only = first && sql`(${others.reduce((any, part) => sql`${any} or ${part}`, sql`${first}`)})`
  const hasPeriod = filter.created_after !== undefined || filter.created_before !== undefined
  const within = hasPeriod ? isIn(sql, await rangeOf(sql, list, tenant, filter)) : undefined
  const also = [only, within].filter((condition) => condition !== undefined)
  return readPage<Row>(sql, list, tenant, request, filter, also.length > 0 ? sql`and ${allOf(sql, also)}` : undefined)
}

/** The parts of a list that a filter leaves, as far as there is an index for it. */
function partsOf(sql: Queryable, { ownedBy = [], byStatus = {} }: WalkedTable, filter: ListFilter): ListParts {
  const owner = ownedBy.find((name) => filter[name] !== undefined)
  if (owner) return [sql`${sql(owner)} = ${filter[owner] as string}`]
  const found = filter.statuses?.map((status) => byStatus[status]) ?? []
  return found.every((condition) => condition !== undefined) ? found.map((condition) => condition(sql)) : []
}

const isIn = (sql: Queryable, { low, high }: Range, along = 'position'): Statement =>
  sql`${sql(along)} > ${low} and ${sql(along)} <= ${high}`

interface Range {
  /** Positions above `low`, up to and including `high`. */
  readonly low: number
  readonly high: number
}

/** The rows that a request looked at. */
interface Examined {
  readonly examined: number
  readonly matched: number
  /** The last position in the order of the walk. */
  readonly last: number | null
  /** The positions on the page, in the order of the walk. */
  readonly positions: readonly number[]
}

async function walkPage<Row extends object>(
  sql: Queryable,
  list: WalkedTable,
  tenant: TenantId,
  request: PageRequest & { readonly walk: Walk },
  filter: ListFilter,
  given: ListParts,
): Promise<Page<Row>> {
  const parts = given.length > 0 ? given : partsOf(sql, list, filter)
  const comparisons = comparisonsOf(sql, tenant, filter, list)
  const range = await rangeOf(sql, list, tenant, filter)
  const isWhole = comparisons.length === 0 && parts.length === 0 && request.walk.rank === undefined
  const along = { ...list, along: 'position' }
  if (!isWhole) return examinePage<Row>(sql, along, tenant, request, { range, parts, comparisons })
  const { pageSize, walk } = request
  const from = walk.from ?? beginning(request, range)
  const found = countPositions(leftOf(range, from, walk.order), from, walk.order, pageSize)
  const data = await readPositions<Row>(sql, along, tenant, found.positions)
  const walked = { next: nextOf(from, found, pageSize, true), isTotalExact: true }
  return { data, total: range.high - range.low, walked }
}

/** Larger than any number that a table grows to. */
const GROWN_MAX = 1e15

/** A page of a walk through a table without dense positions. */
export const walkGrowing = <Row extends object>(
  sql: Queryable,
  list: GrowingTable,
  tenant: TenantId,
  request: PageRequest & { readonly walk: Walk },
  filter: ListFilter,
): Promise<Page<Row>> => {
  const comparisons = comparisonsOf(sql, tenant, filter, list)
  return examinePage<Row>(sql, list, tenant, request, { range: { low: 0, high: GROWN_MAX }, parts: [], comparisons })
}

async function examinePage<Row extends object>(
  sql: Queryable,
  list: GrowingTable,
  tenant: TenantId,
  request: PageRequest & { readonly walk: Walk },
  { range, ...compared }: { readonly range: Range } & Pick<Walking, 'parts' | 'comparisons'>,
): Promise<Page<Row>> {
  const { pageSize, walk } = request
  const { order, rank } = walk
  const from = walk.from ?? beginning(request, range)
  const left = leftOf(range, from, order)
  const found = await examine(sql, list, tenant, {
    ...compared,
    left,
    order,
    rank,
    skip: from.skip,
    limit: pageSize,
  })
  const data = await readPositions<Row>(sql, list, tenant, found.positions)
  const isEnd = found.examined < EXAMINED_MAX
  const next = rank === undefined ? nextOf(from, found, pageSize, isEnd) : undefined
  return { data, total: from.matched + found.matched, walked: { next, isTotalExact: isEnd } }
}

/** The cursor of a request that names a page, or none. */
const beginning = ({ page, pageSize, walk }: PageRequest, { low, high }: Range): Cursor => ({
  position: walk?.order === 'oldest' ? low : high + 1,
  page,
  matched: 0,
  skip: (page - 1) * pageSize,
})

/** After a full page the walk goes on behind its last row, after a short one behind the last row that was looked at. */
function nextOf(from: Cursor, found: Examined, pageSize: number, isEnd: boolean): Cursor | undefined {
  const { skip, matched, page } = from
  const lastOnPage = found.positions.at(-1)
  if (found.positions.length === pageSize && lastOnPage !== undefined) {
    const passed = skip + pageSize
    const hasMore = !isEnd || found.matched > passed
    return hasMore ? { position: lastOnPage, page: page + 1, matched: matched + passed, skip: 0 } : undefined
  }
  if (isEnd || found.last === null) return undefined
  const isBegun = found.matched >= skip
  return {
    position: found.last,
    page: isBegun ? page + 1 : page,
    matched: matched + found.matched,
    skip: isBegun ? 0 : skip - found.matched,
  }
}

/** The positions that a walk has not passed yet. */
const leftOf = ({ low, high }: Range, { position }: Cursor, order: Order): Range =>
  order === 'newest' ? { low, high: Math.min(high, position - 1) } : { low: Math.max(low, position), high }

/** Without a filter positions are counted, not read. */
function countPositions({ low, high }: Range, { skip }: Cursor, order: Order, pageSize: number): Examined {
  const matched = Math.max(0, high - low)
  const [first, step] = order === 'newest' ? [high - skip, -1] : [low + skip + 1, 1]
  const length = Math.max(0, Math.min(pageSize, matched - skip))
  return { examined: matched, matched, last: null, positions: Array.from({ length }, (_, nth) => first + nth * step) }
}

/** The rows that come next in a walk. */
interface Candidates {
  readonly left: Range
  readonly order: Order
  readonly parts: ListParts
  readonly comparisons: readonly Statement[]
}

interface Walking extends Candidates {
  readonly rank?: Rank | undefined
  /** Rows that match and are passed over. */
  readonly skip: number
  readonly limit: number
}

type AlongTable = Pick<GrowingTable, 'table' | 'along' | 'amount'>

const directionOf = (sql: Queryable, order: Order): Statement => (order === 'newest' ? sql`desc` : sql`asc`)

/** Selects the next rows of a walk, whether they match or not: `position`, `matches` and the columns named. */
function candidatesQuery(
  sql: Queryable,
  { table, along }: AlongTable,
  tenant: TenantId,
  { left, order, parts, comparisons }: Candidates,
  columns: readonly string[],
): Statement {
  const more = columns.reduce((all, column) => sql`${all}, ${sql(column)}`, sql``)
  const part = (condition: Statement): Statement => sql`
    (select ${sql(along)} as position, (${allOf(sql, comparisons)}) as matches ${more} from ${sql(table)}
    where tenant_id = ${tenant} and ${condition} and ${isIn(sql, left, along)}
    order by ${sql(along)} ${directionOf(sql, order)} limit ${EXAMINED_MAX})`
  const [first = sql`true`, ...others] = parts
  const all = others.reduce((rows, condition) => sql`${rows} union all ${part(condition)}`, part(first))
  return sql`
    select position, matches ${more} from (${all}) own order by position ${directionOf(sql, order)} limit ${EXAMINED_MAX}`
}

/** Compares the next rows of the walk, in one statement, so that the count and the page are of one moment. */
export async function examine(sql: Queryable, list: AlongTable, tenant: TenantId, walking: Walking): Promise<Examined> {
  const { skip, order, rank, limit } = walking
  const amount = list.amount ?? 'amount_in_cents'
  const sorted = rank
    ? sql`${sql(amount)} ${rank === 'largest' ? sql`desc` : sql`asc`}, position desc`
    : sql`position ${directionOf(sql, order)}`
  const [row] = await sql<Examined[]>`
    with candidate as materialized (${candidatesQuery(sql, list, tenant, walking, rank ? [amount] : [])})
    select count(*)::int as examined, (count(*) filter (where matches))::int as matched,
      ${order === 'newest' ? sql`min(position)` : sql`max(position)`} as last,
      (select coalesce(json_agg(position order by nth), '[]') from (
        select position, row_number() over (order by ${sorted}) as nth from candidate where matches
        order by nth limit ${limit} offset ${skip}
      ) page) as positions
    from candidate`
  return row as Examined
}

/** The sums of the matching ones among the next rows of a walk. */
export interface ListSums {
  /** Rows that were looked at. */
  readonly examined: number
  readonly matched: number
  /** By column. */
  readonly sums: Readonly<Record<string, number>>
  /** Where adding up goes on; undefined once every row was looked at. */
  readonly next: Cursor | undefined
}

/** Adds up columns over the rows that match, in steps as bounded as those of a page. */
export async function sumList(
  sql: Queryable,
  list: WalkedTable,
  tenant: TenantId,
  walk: Walk,
  filter: ListFilter,
  columns: readonly string[],
): Promise<ListSums> {
  const { order } = walk
  const range = await rangeOf(sql, list, tenant, filter)
  const left = walk.from ? leftOf(range, walk.from, order) : range
  const candidates = {
    left,
    order,
    parts: partsOf(sql, list, filter),
    comparisons: comparisonsOf(sql, tenant, filter, list),
  }
  const added = columns.reduce(
    (all, column) => sql`${all}, coalesce(sum(${sql(column)}) filter (where matches), 0)::bigint as ${sql(column)}`,
    sql``,
  )
  const [row] = await sql<(Omit<Examined, 'positions'> & Readonly<Record<string, number>>)[]>`
    with candidate as materialized (${candidatesQuery(sql, { ...list, along: 'position' }, tenant, candidates, columns)})
    select count(*)::int as examined, (count(*) filter (where matches))::int as matched,
      ${order === 'newest' ? sql`min(position)` : sql`max(position)`} as last ${added}
    from candidate`
  const { examined = 0, matched = 0, last = null } = row ?? {}
  const sums = Object.fromEntries(columns.map((column) => [column, row?.[column] ?? 0]))
  const isEnd = examined < EXAMINED_MAX || last === null
  return { examined, matched, sums, next: isEnd ? undefined : { position: last, page: 1, matched: 0, skip: 0 } }
}

async function readPositions<Row extends object>(
  sql: Queryable,
  { table, columns, along }: GrowingTable,
  tenant: TenantId,
  positions: readonly number[],
): Promise<Row[]> {
  if (positions.length === 0) return []
  return await sql<Row[]>`
    select ${columns} from ${sql(table)}
    where tenant_id = ${tenant} and ${sql(along)} = any(${plain(positions)}::bigint[])
    order by array_position(${plain(positions)}::bigint[], ${sql(along)}::bigint)`
}

/**
 * The positions that a period can be in. Rows get their time before their position, so two that were created at the same
 * moment may be out of order: the range is a little wider, and the times themselves are compared too. A row that changed
 * before a time was created before it.
 */
async function rangeOf(
  sql: Queryable,
  { table, counter }: WalkedTable,
  tenant: TenantId,
  { created_after, created_before, updated_before }: ListFilter,
): Promise<Range> {
  const ends = [created_before, updated_before].filter((end) => end !== undefined).map((end) => new Date(end))
  const until = ends.sort((a, b) => a.getTime() - b.getTime())[0] ?? null
  const after = created_after === undefined ? null : new Date(created_after)
  const last = sql`(${lastPositionQuery(sql, tenant, counter)})`
  const before = (time: Date): Statement => positionBefore(sql, { table, at: 'created_at' }, tenant, time, last)
  const [row] = await sql<Range[]>`
    select ${after === null ? sql`0::bigint` : sql`greatest(0, (${before(after)}) - ${UNORDERED_MAX})`} as low,
      coalesce(${until === null ? last : sql`least(${last}, (${before(until)}) + ${UNORDERED_MAX})`}, 0) as high`
  return row as Range
}

/** The positions of rows that can have been written after a time, where a column says when each was. */
export async function writtenSince(
  sql: Queryable,
  { table, counter, writtenAt }: Pick<ListedTable, 'table' | 'counter'> & { readonly writtenAt: string },
  tenant: TenantId,
  since: Date | undefined,
): Promise<Range> {
  const last = sql`(${lastPositionQuery(sql, tenant, counter)})`
  const first = since && positionBefore(sql, { table, at: writtenAt }, tenant, since, last)
  const [row] = await sql<Range[]>`
    select ${first ? sql`greatest(0, (${first}) - ${UNORDERED_MAX})` : sql`0::bigint`} as low, coalesce(${last}, 0) as high`
  return row as Range
}

/** The number of rows with an earlier time, by a search in halves along the positions. */
const positionBefore = (
  sql: Queryable,
  { table, at }: { readonly table: string; readonly at: string },
  tenant: TenantId,
  time: Date,
  last: Statement,
): Statement => sql`
  with recursive search (low, high) as (
    select 0::bigint, coalesce(${last}, 0)::bigint
    union all
    select case when probe.is_before then probe.middle else low end,
      case when probe.is_before then high else probe.middle - 1 end
    from search cross join lateral (
      select (low + high + 1) / 2 as middle, coalesce((
        select ${sql(at)} < ${time} from ${sql(table)} where tenant_id = ${tenant} and position = (low + high + 1) / 2
      ), false) as is_before
    ) probe
    where low < high
  )
  select low from search where low = high`
