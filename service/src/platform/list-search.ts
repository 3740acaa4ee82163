import type { TenantId } from '../kernel/ids.ts'
import { type Queryable, type Statement, texts } from './database.ts'
import type { ColumnsOf } from './list-walk.ts'
import { type Condition, lastPositionQuery } from './lists.ts'

/** Sorts after every string that has the same beginning, in the order of bytes. */
const END = '\u{10FFFF}'

/** Whether an expression begins with these letters, as a range that an index in the order of bytes answers. */
export const beginsWith = (sql: Queryable, expression: Statement, start: string): Condition =>
  sql`${expression} >= ${start} and ${expression} < ${start + END}`

/** Like `beginsWith`, ignoring case. The indexes are on `lower(…) collate "C"`. */
export const beginsWithAnyCase = (sql: Queryable, expression: Statement, start: string): Condition =>
  beginsWith(sql, sql`(lower(${expression}) collate "C")`, start.toLowerCase())

export async function findWhere<Row extends object>(
  sql: Queryable,
  { table, columns }: Pick<ColumnsOf, 'table' | 'columns'>,
  tenant: TenantId,
  where: Condition,
  limit: number,
): Promise<Row[]> {
  return await sql<Row[]>`
    select ${sql([...columns])} from ${sql(table)} where tenant_id = ${tenant} and ${where} limit ${limit}`
}

/** Ids are told apart by letters' case, so the beginning is compared as it was typed. */
export const findByIdPrefix = <Row extends object>(
  sql: Queryable,
  list: ColumnsOf,
  tenant: TenantId,
  start: string,
  limit: number,
): Promise<Row[]> => findWhere<Row>(sql, list, tenant, beginsWith(sql, sql`id`, start), limit)

/** Rows that a person has chosen, newest first: ids grow with time. */
export async function findByIds<Row extends { readonly id: string }>(
  sql: Queryable,
  list: Pick<ColumnsOf, 'table' | 'columns'>,
  tenant: TenantId,
  ids: readonly string[],
): Promise<Row[]> {
  const found = await findWhere<Row>(sql, list, tenant, sql`id = any(${texts(ids)}::text[])`, ids.length)
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** The newest rows that belong to these owners, at most `limit` of all of them together. */
export async function findNewestOf<Row extends object>(
  sql: Queryable,
  { table, columns }: ColumnsOf,
  tenant: TenantId,
  owner: { readonly column: string; readonly ids: readonly string[] },
  limit: number,
): Promise<Row[]> {
  return await sql<Row[]>`
    select ${sql([...columns])} from unnest(${texts(owner.ids)}::text[]) as owner (owner_id)
    cross join lateral (
      select ${sql([...columns])}, position from ${sql(table)}
      where tenant_id = ${tenant} and ${sql(owner.column)} = owner_id
      order by position desc limit ${limit}
    ) newest
    order by position desc limit ${limit}`
}

/** The newest rows among which a search compares what no index answers; as many as a request of a list looks at. */
const RECENT_MAX = 10_000

/** Newest first, those of the newest rows of a list that fulfil a condition. */
export async function findRecent<Row extends object>(
  sql: Queryable,
  { table, counter, columns }: ColumnsOf,
  tenant: TenantId,
  where: Condition,
  limit: number,
): Promise<Row[]> {
  return await sql<Row[]>`
    select ${sql([...columns])} from ${sql(table)}
    where tenant_id = ${tenant} and position > (${lastPositionQuery(sql, tenant, counter)}) - ${RECENT_MAX} and (${where})
    order by position desc limit ${limit}`
}

/** A search for a payment as a person types it: words of its description, or its amount. */
export interface ContentSearch {
  readonly words: string
  readonly cents: number | undefined
}
