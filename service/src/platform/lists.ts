import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import { type Page, type PageRequest, positionsOfPage } from '../kernel/pages.ts'
import { announceActivity } from './activity.ts'
import type { Part, Queryable, Statement, Tx } from './database.ts'
import { type Condition, type ListFilter, within } from './list-conditions.ts'

export { type Condition, type ListFilter, type Period, within } from './list-conditions.ts'

/** A table whose rows are never deleted and carry a dense `position` per tenant. */
export interface ListedTable {
  readonly table: string
  /** Its row in `counters`. */
  readonly counter: string
  /** The columns that a page shows. */
  readonly columns: Part
}

/**
 * Unfiltered, `total` is the counter and page n a range of positions read by index, so that page 1,000,000 costs what
 * page 1 costs. Filtered, an index and `count(*)`.
 */
export async function readPage<Row extends object>(
  sql: Queryable,
  { table, counter, columns }: ListedTable,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter = {},
  also?: Condition,
): Promise<Page<Row>> {
  const narrowed = also !== undefined || Object.values(filter).some((value) => value !== undefined)
  if (narrowed) return readFiltered<Row>(sql, { table, columns }, tenant, page, filter, also)
  const [row] = await sql<{ value: number }[]>`${lastPositionQuery(sql, tenant, counter)}`
  const total = row?.value ?? 0
  const range = positionsOfPage(page, total)
  if (!range) return { data: [], total }
  const data = await sql<Row[]>`
    select ${columns} from ${sql(table)} where tenant_id = ${tenant} and position between ${range.from} and ${range.to}
    order by position desc`
  return { data, total }
}

async function readFiltered<Row extends object>(
  sql: Queryable,
  { table, columns }: Pick<ListedTable, 'table' | 'columns'>,
  tenant: TenantId,
  page: PageRequest,
  filter: ListFilter,
  also: Condition = sql``,
): Promise<Page<Row>> {
  const equal = (['status', 'external_id', 'account_connection', 'buyer'] as const).flatMap((name) =>
    filter[name] === undefined ? [] : [sql`and ${sql(name)} = ${filter[name]}`],
  )
  // An empty list would be taken for a parameter.
  if (equal.length === 0) equal.push(sql``)
  const where = sql`where tenant_id = ${tenant} ${equal} ${within(sql, filter)} ${also}`
  const [counted, data] = await Promise.all([
    sql<{ total: number }[]>`select count(*) as total from ${sql(table)} ${where}`,
    sql<Row[]>`
      select ${columns} from ${sql(table)} ${where} order by position desc
      limit ${page.pageSize} offset ${(page.page - 1) * page.pageSize}`,
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** The last position given, as `value`; no row before the first is given. */
export const lastPositionQuery = (sql: Queryable, tenant: TenantId, counter: string): Statement =>
  sql`select value from counters where tenant_id = ${tenant} and kind = ${counter}`

/** The rows ever made of a list, in each environment: in all, and without those of sandboxes that were reset. */
export async function countMade(
  sql: Queryable,
  counter: string,
): Promise<{ readonly environment: Environment; readonly made: number; readonly current: number }[]> {
  return sql`
    select tenant.environment, sum(counter.value)::bigint as made,
      coalesce(sum(counter.value) filter (where tenant.retired_at is null), 0)::bigint as current
    from counters counter join tenants tenant on tenant.id = counter.tenant_id
    where counter.kind = ${counter} group by tenant.environment`
}

/** The rows ever made of every list, by the name of its counter. */
export async function countEveryList(sql: Queryable): Promise<{ readonly kind: string; readonly made: number }[]> {
  return sql`select kind, sum(value)::bigint as made from counters group by kind order by kind`
}

/** Takes the next `count` positions and returns the last of them as `value`: alone, or as a CTE of what needs them. */
export function takePositionsStatement(tx: Tx, tenant: TenantId, counter: string, count: number): Statement {
  announceActivity(tenant)
  return tx`
    insert into counters as counter (tenant_id, kind, value) values (${tenant}, ${counter}, ${count})
    on conflict (tenant_id, kind) do update set value = counter.value + excluded.value
    returning value`
}

/**
 * Takes the next `count` positions and answers the last of them. The counter's row stays locked until the transaction
 * ends, which is what makes positions dense; it is one of the last locks.
 */
export async function takePositions(tx: Tx, tenant: TenantId, counter: string, count: number): Promise<number> {
  const [row] = await takePositionsStatement(tx, tenant, counter, count)
  return (row as unknown as { value: number }).value
}

/** Until the transaction ends nobody else takes a position, and its next statement sees all rows with earlier ones. */
export async function lockPositions(tx: Tx, tenant: TenantId, counter: string): Promise<void> {
  await tx`select 1 from counters where tenant_id = ${tenant} and kind = ${counter} for update`
}

/** Locks the list's counter and returns the last position, for a transaction that writes one round trip later. */
export const holdPositions = (tx: Tx, tenant: TenantId, counter: string): Promise<number> =>
  takePositions(tx, tenant, counter, 0)

export const setPositionsStatement = (tx: Tx, tenant: TenantId, counter: string, last: number): Statement =>
  tx`update counters set value = ${last} where tenant_id = ${tenant} and kind = ${counter}`

/** The last position given, for a transaction whose other lock keeps everybody else from taking one. */
export async function readLastPosition(tx: Tx, tenant: TenantId, counter: string): Promise<number> {
  const [row] = await lastPositionQuery(tx, tenant, counter)
  return (row as { value: number } | undefined)?.value ?? 0
}

/** For such a transaction; also where no position was ever given. */
export const writeLastPositionStatement = (tx: Tx, tenant: TenantId, counter: string, last: number): Statement => tx`
  insert into counters (tenant_id, kind, value) values (${tenant}, ${counter}, ${last})
  on conflict (tenant_id, kind) do update set value = excluded.value`
