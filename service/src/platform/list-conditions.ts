import type { TenantId } from '../kernel/ids.ts'
import { type Part, type Queryable, type Statement, texts } from './database.ts'

/** When a row was created. Every list can be narrowed by it. */
export interface Period {
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

/** The filters of lists. Those that a list does not have are absent. */
export interface ListFilter extends Period {
  readonly status?: string | undefined
  /** One of these. */
  readonly statuses?: readonly string[] | undefined
  readonly types?: readonly string[] | undefined
  readonly deposit_sources?: readonly string[] | undefined
  readonly external_id?: string | undefined
  readonly account_connection?: string | undefined
  readonly buyer?: string | undefined
  readonly amount_min_in_cents?: number | undefined
  readonly amount_max_in_cents?: number | undefined
  readonly updated_after?: string | undefined
  readonly updated_before?: string | undefined
  /** The kinds of a message, and its recipient in any letter case. */
  readonly kinds?: readonly string[] | undefined
  readonly to?: string | undefined
  /** The type and the resource of an event. */
  readonly type?: string | undefined
  readonly resource?: string | undefined
}

/** A room's own narrowing, as SQL that begins with `and`. */
export type Condition = Part

/** Where a list's columns are not called as its filters are. */
export interface FilteredColumns {
  /** The column of the amount; `amount_in_cents` by default. */
  readonly amount?: string
  /** The column that a period is compared with; `created_at` by default. */
  readonly at?: string
  /** The type as readers see it, where it is not the stored one. */
  readonly typeOf?: (sql: Queryable, tenant: TenantId) => Statement
}

type Compare = (sql: Queryable, value: never, columns: FilteredColumns, tenant: TenantId) => Statement

const equals =
  (column: string): Compare =>
  (sql, value) =>
    sql`${sql(column)} = ${value}`

const isOneOf =
  (column: string): Compare =>
  (sql, values: readonly string[]) =>
    sql`${sql(column)} = any(${texts(values)}::text[])`

const createdAt = (sql: Queryable, { at = 'created_at' }: FilteredColumns) => sql(at)
const amountOf = (sql: Queryable, { amount = 'amount_in_cents' }: FilteredColumns) => sql(amount)

/** Each filter as a comparison. A list offers those that its columns have. */
const COMPARISONS: Record<keyof ListFilter, Compare> = {
  status: equals('status'),
  statuses: isOneOf('status'),
  types: (sql, values: readonly string[], { typeOf }, tenant) =>
    sql`${typeOf ? typeOf(sql, tenant) : sql`type`} = any(${texts(values)}::text[])`,
  deposit_sources: isOneOf('deposit_source'),
  kinds: isOneOf('kind'),
  to: (sql, value) => sql`lower(recipient) = lower(${value})`,
  type: equals('type'),
  resource: equals('resource'),
  external_id: equals('external_id'),
  account_connection: equals('account_connection'),
  buyer: equals('buyer'),
  amount_min_in_cents: (sql, value, columns) => sql`${amountOf(sql, columns)} >= ${value}::bigint`,
  amount_max_in_cents: (sql, value, columns) => sql`${amountOf(sql, columns)} <= ${value}::bigint`,
  created_after: (sql, value, columns) => sql`${createdAt(sql, columns)} > ${new Date(value)}`,
  created_before: (sql, value, columns) => sql`${createdAt(sql, columns)} < ${new Date(value)}`,
  updated_after: (sql, value) => sql`updated_at > ${new Date(value)}`,
  updated_before: (sql, value) => sql`updated_at < ${new Date(value)}`,
}

/** The comparisons that a filter asks for; none where it asks nothing. */
export const comparisonsOf = (
  sql: Queryable,
  tenant: TenantId,
  filter: ListFilter,
  columns: FilteredColumns = {},
): Statement[] =>
  Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [COMPARISONS[name as keyof ListFilter](sql, value as never, columns, tenant)],
  )

/** All of these, as one expression. */
export const allOf = (sql: Queryable, conditions: readonly Statement[]): Statement =>
  conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`)

/** Whether a filter compares what a deadline changes: then what is due is recorded before rows are selected. */
export const comparesState = ({ status, statuses, updated_after, updated_before }: ListFilter): boolean =>
  [status, statuses, updated_after, updated_before].some((value) => value !== undefined)

export function within(sql: Queryable, { created_after, created_before }: Period): Condition {
  const after = created_after === undefined ? sql`` : sql`and created_at > ${new Date(created_after)}`
  const before = created_before === undefined ? sql`` : sql`and created_at < ${new Date(created_before)}`
  return sql`${after} ${before}`
}
