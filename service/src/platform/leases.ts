import type { TenantId } from '../kernel/ids.ts'
import type { Queryable, Statement } from './database.ts'
import { rowsOf } from './rows.ts'
import { tenantTimeOf } from './tenant-time.ts'

/**
 * A lease says until when a row is one worker's: `leased_until`, by the database's clock, because the clocks of processes
 * differ and a sandbox's jumps. A worker that dies leaves a lease behind that runs out, and another claims the row.
 */
const leaseEnd = (sql: Queryable, leaseMs: number): Statement =>
  sql`statement_timestamp() + ${leaseMs} * interval '1 millisecond'`

/** The assignment that leases a row, for a statement that changes more of it. */
export const setLease = (sql: Queryable, leaseMs: number): Statement => sql`leased_until = ${leaseEnd(sql, leaseMs)}`

/** A condition: the row has no lease. It was never claimed, it was released, or its lease has expired. */
export const isUnleased = (sql: Queryable): Statement =>
  sql`(leased_until is null or leased_until < statement_timestamp())`

/** Rows that are worked on one by one. */
export interface LeasedTable {
  readonly table: string
  /** A condition that selects rows with work to do. */
  readonly isOpen: (sql: Queryable) => Statement
  /** Columns by which the first to claim is chosen. */
  readonly order: (sql: Queryable) => Statement
  /** Columns that the worker gets. */
  readonly returning: (sql: Queryable) => Statement
  /** Whether a claim increments `attempt`, which fences off a worker whose lease has expired. */
  readonly countsAttempts: boolean
}

/** Leases the first open rows of a tenant that nobody else has; rows that are locked at this moment are left out. */
export async function claimRows<Row extends object>(
  sql: Queryable,
  { table, isOpen, order, returning, countsAttempts }: LeasedTable,
  tenant: TenantId,
  { limit, leaseMs, only = sql`true` }: { readonly limit: number; readonly leaseMs: number; readonly only?: Statement },
): Promise<Row[]> {
  const counted = countsAttempts ? sql`attempt = attempt + 1,` : sql``
  return sql<Row[]>`
    update ${sql(table)} set ${counted} ${setLease(sql, leaseMs)}
    where tenant_id = ${tenant} and id = any(array(
      select id from ${sql(table)}
      where tenant_id = ${tenant} and ${isOpen(sql)} and ${only} and ${isUnleased(sql)}
      order by ${order(sql)} limit ${limit} for no key update skip locked))
    returning ${returning(sql)}`
}

type OpenRows = Pick<LeasedTable, 'table' | 'isOpen'>

/** False when there is nothing left to do on the row. */
export async function renewLease(
  sql: Queryable,
  { table, isOpen }: OpenRows,
  tenant: TenantId,
  id: string,
  leaseMs: number,
): Promise<boolean> {
  const renewed = await sql`
    update ${sql(table)} set ${setLease(sql, leaseMs)} where tenant_id = ${tenant} and id = ${id} and ${isOpen(sql)}`
  return renewed.count === 1
}

export async function releaseLease(
  sql: Queryable,
  { table, isOpen }: OpenRows,
  tenant: TenantId,
  id: string,
): Promise<void> {
  await sql`
    update ${sql(table)} set leased_until = null where tenant_id = ${tenant} and id = ${id} and ${isOpen(sql)}`
}

/** One claim of one row: each claim has an attempt number of its own. */
export interface Held {
  readonly id: string
  readonly attempt: number
}

/** A condition: the row still belongs to this claim. Every write of a worker includes it. */
export const isHeldBy = (sql: Queryable, { id, attempt }: Held): Statement => sql`id = ${id} and attempt = ${attempt}`

/**
 * Rows to be sent over the network. `status` is `due` until a row is claimed, and `sending` while a worker has it;
 * `due_at` is a time of the tenant's clock.
 */
export interface SendQueue {
  readonly table: string
  /** The column that orders rows which are due at the same time. */
  readonly tieBreaker: string
}

/** One line of a send queue, sent in order. `rows` is a WHERE condition with unqualified columns. */
export interface QueueLine {
  readonly tenant: TenantId
  readonly rows: Statement
}

/**
 * True where a line has a row to claim. Stands in a query over `tenants tenant`, whose clock it reads. The first row of
 * each index is compared with the time: as a condition on rows, `clock_timestamp()` would have all of them read.
 */
export const hasClaimable = (sql: Queryable, { table }: SendQueue, rows: Statement): Statement => sql`(
  (select due_at from ${sql(table)} where ${rows} and status = 'due' order by due_at limit 1)
    <= clock_timestamp() + tenant.clock_offset_ms * interval '1 millisecond'
  or (select leased_until from ${sql(table)} where ${rows} and status = 'sending' order by leased_until limit 1)
    < clock_timestamp())`

/**
 * The rows of a line that can be claimed now, locked, as two CTEs: `due`, and `lapsed` for those whose worker was not
 * heard of again. Each holds at most `limit` rows.
 */
export const claimableCtes = (
  sql: Queryable,
  { table, tieBreaker }: SendQueue,
  { tenant, rows }: QueueLine,
  columns: Statement,
  limit: number,
): Statement => sql`
  due as materialized (
    select ${columns} from ${sql(table)}
    where ${rows} and status = 'due' and due_at <= ${tenantTimeOf(sql, tenant)}
    order by due_at, ${sql(tieBreaker)} limit ${limit} for update skip locked
  ), lapsed as materialized (
    select ${columns} from ${sql(table)}
    where ${rows} and status = 'sending' and leased_until < statement_timestamp()
    order by leased_until limit ${limit} for update skip locked
  )`

/** The assignments that claim a row of a queue: a new attempt begins. */
export const setSending = (sql: Queryable, leaseMs: number): Statement => sql`
  status = 'sending', attempt = attempt + 1, changed_at = statement_timestamp(), ${setLease(sql, leaseMs)}`

/**
 * The fence. Joins the rows of a queue as `held` with what a worker brings as `mine` (id, attempt): a row that another
 * worker has claimed since is left alone.
 */
export const isStillMine = (sql: Queryable): Statement =>
  sql`held.id = mine.id and held.attempt = mine.attempt and held.status = 'sending'`

const claimsOf = (sql: Queryable, held: readonly Held[]): Statement =>
  sql`${rowsOf(held, { id: 'text', attempt: 'integer' })} as mine`

export async function renewClaims(
  sql: Queryable,
  { table }: SendQueue,
  { rows }: QueueLine,
  held: readonly Held[],
  leaseMs: number,
): Promise<void> {
  await sql`
    update ${sql(table)} held set ${setLease(sql, leaseMs)} from ${claimsOf(sql, held)}
    where ${rows} and ${isStillMine(sql)}`
}

/** Gives back rows that were claimed and not sent: that was no attempt. */
export async function releaseClaims(
  sql: Queryable,
  { table }: SendQueue,
  { rows }: QueueLine,
  held: readonly Held[],
): Promise<void> {
  await sql`
    update ${sql(table)} held set status = 'due', attempt = held.attempt - 1, leased_until = null
    from ${claimsOf(sql, held)} where ${rows} and ${isStillMine(sql)}`
}
