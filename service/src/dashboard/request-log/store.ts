import type { TenantId } from '../../kernel/ids.ts'
import { copyStatement } from '../../platform/copy.ts'
import type { Database, Queryable } from '../../platform/database.ts'

/** A constant within a statement, so that the planner sees how few rows are older and uses the index. */
const keptSince = (sql: Queryable) => sql`statement_timestamp() - interval '30 days'`

export interface NewRequestRow {
  readonly tenant_id: TenantId
  readonly id: string
  /** The request's age. The database computes its time, by its own clock. */
  readonly agoMs: number
  readonly method: string
  readonly path: string
  readonly route: string | null
  readonly status: number
  readonly duration_ms: number
  readonly api_key: string
  readonly headers: string
  readonly request_body: string | null
  readonly response_body: string | null
}

const NEW_REQUEST = {
  tenant_id: 'integer',
  id: 'text',
  at: 'timestamptz',
  method: 'text',
  path: 'text',
  route: 'text',
  status: 'smallint',
  duration_ms: 'real',
  api_key: 'text',
  headers: 'text',
  request_body: 'text',
  response_body: 'text',
} as const

/** Many in one statement. A crash may lose the last moment of them; no request waits for the disk because of this log. */
export async function insertRequests(database: Database, rows: readonly NewRequestRow[]): Promise<void> {
  await database.transaction(async (tx) => {
    const [clock] = await tx<{ now: Date }[]>`
      select clock_timestamp() as now, set_config('synchronous_commit', 'off', true)`
    const { now } = clock as { now: Date }
    const dated = rows.map(({ agoMs, ...row }) => ({ ...row, at: new Date(now.getTime() - agoMs) }))
    await copyStatement(tx, { table: 'request_log', every: {} }, dated, NEW_REQUEST)
  })
}

export interface RequestRow {
  readonly id: string
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly route: string | null
  readonly status: number
  readonly duration_ms: number
  readonly api_key: string | null
}

export interface RequestWithBodies extends RequestRow {
  readonly request_body: string | null
  readonly response_body: string | null
}

export interface WholeRequest extends RequestWithBodies {
  /** Null for requests of version 0.1. */
  readonly headers: string | null
}

export interface RequestFilter {
  /** `2xx`, `4xx`, `5xx`, or one status. */
  readonly status?: string | undefined
  readonly method?: string | undefined
  /** A part of the path. */
  readonly path?: string | undefined
  readonly request_id?: string | undefined
  /** Older than this request. */
  readonly before?: string | undefined
}

const columns = (sql: Queryable) => sql`id, at, method, path, route, status, duration_ms, api_key`

function byStatus(sql: Queryable, status: string | undefined) {
  if (status === undefined) return sql``
  const [from, to] = status.endsWith('xx')
    ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99]
    : [Number(status), Number(status)]
  // `status >= 400` is spelled out, so that the planner sees that the index of failed requests fits.
  return from >= 400
    ? sql`and status >= 400 and status between ${from} and ${to}`
    : sql`and status between ${from} and ${to}`
}

/** Newest first. A page begins after the last request of the one before, so that every page costs the same. */
export async function listRequests(
  sql: Queryable,
  tenant: TenantId,
  { status, method, path, request_id, before }: RequestFilter,
  limit: number,
): Promise<RequestRow[]> {
  return sql<RequestRow[]>`
    select ${columns(sql)} from request_log
    where tenant_id = ${tenant} and at > ${keptSince(sql)}
      ${request_id === undefined ? sql`` : sql`and id = ${request_id}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
      ${byStatus(sql, status)}
      ${method === undefined ? sql`` : sql`and method = ${method}`}
      ${path === undefined ? sql`` : sql`and position(${path} in path) > 0`}
    order by id desc limit ${limit}`
}

export interface OwnRequestFilter extends Pick<RequestFilter, 'status' | 'method'> {
  /** Behind this request, in the order asked for. */
  readonly after?: string | undefined
  readonly order: 'newest' | 'oldest'
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

/** The requests of one API key. */
export async function readOwnRequests(
  sql: Queryable,
  tenant: TenantId,
  key: string,
  { after, order, status, method, created_after, created_before }: OwnRequestFilter,
  limit: number,
): Promise<RequestWithBodies[]> {
  const isForward = order === 'oldest'
  const from = after === undefined ? sql`` : isForward ? sql`and id > ${after}` : sql`and id < ${after}`
  return sql<RequestWithBodies[]>`
    select ${columns(sql)}, request_body, response_body from request_log
    where tenant_id = ${tenant} and api_key = ${key} and at > ${keptSince(sql)} ${from}
      ${byStatus(sql, status)}
      ${method === undefined ? sql`` : sql`and method = ${method}`}
      ${created_after === undefined ? sql`` : sql`and at > ${new Date(created_after)}`}
      ${created_before === undefined ? sql`` : sql`and at < ${new Date(created_before)}`}
    order by id ${isForward ? sql`asc` : sql`desc`} limit ${limit}`
}

export async function findRequest(sql: Queryable, tenant: TenantId, id: string): Promise<WholeRequest | undefined> {
  const [row] = await sql<WholeRequest[]>`
    select ${columns(sql)}, headers, request_body, response_body from request_log
    where tenant_id = ${tenant} and id = ${id} and at > ${keptSince(sql)}`
  return row
}

/** The most requests that are counted at once: a page must not wait for a month of them. */
export const COUNTED_MAX = 10_000

export interface PeriodRow {
  readonly at: Date
  /** Null where no request is in the period. */
  readonly p50: number | null
  readonly p95: number | null
  readonly requests: number
  readonly refused: number
  readonly failed: number
  /** How many requests were looked at in all; whether older ones were left out. */
  readonly examined: number
  readonly reaches: boolean
}

/** Requests of the last hours by periods of equal length, oldest first, among the newest of the log. */
export async function countRequests(
  sql: Queryable,
  tenant: TenantId,
  hours: number,
  periodHours: number,
): Promise<PeriodRow[]> {
  const period = sql`${periodHours} * interval '1 hour'`
  return sql<PeriodRow[]>`
    with newest as materialized (
      select at, status, duration_ms from request_log where tenant_id = ${tenant} order by id desc limit ${COUNTED_MAX}
    ), span as (
      select date_bin(${period}, statement_timestamp(), '2000-01-01') as until,
        date_bin(${period}, statement_timestamp(), '2000-01-01') - ${hours} * interval '1 hour' as since
    )
    select start as at, count(newest.at)::int as requests,
      count(newest.at) filter (where status between 400 and 499)::int as refused,
      count(newest.at) filter (where status >= 500)::int as failed,
      percentile_disc(0.5) within group (order by duration_ms) as p50,
      percentile_disc(0.95) within group (order by duration_ms) as p95,
      (select count(*) from newest)::int as examined,
      coalesce((select min(at) from newest) <= since, true) as reaches
    from span cross join generate_series(since, until, ${period}) as start
    left join newest on newest.at >= start and newest.at < start + ${period}
    group by start, since order by start`
}

/** Deletes requests older than 30 days, at most `limit` at once; answers how many it deleted. */
export async function forgetRequests(sql: Queryable, limit: number): Promise<number> {
  const removed = await sql`
    delete from request_log where (tenant_id, id) in (
      select tenant_id, id from request_log where at < ${keptSince(sql)} limit ${limit})`
  return removed.count
}
