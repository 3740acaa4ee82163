import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import { placedTenants, type Scope } from './activity.ts'
import type { Database, Queryable, Statement, Tx } from './database.ts'
import { ranked } from './ranked.ts'

/** A kind of scheduled work on a resource's rows. Each row's `due_at` says when; there is no job table. */
export type DueKind = TimedKind | CallingKind

interface Due extends DueQueries {
  readonly name: string
  /** The least time between a step of a row, taken at `from` or soon after, and the next that follows from it. */
  stepMs(from: Date): number
}

interface DueQueries {
  /** A query of the tenants (`id`) in a scope with something due now, by their own clocks. */
  tenantsStatement(sql: Queryable, scope: Scope): Statement
  /** A query of one row or none: `at` is when the tenant's first row is due, in the past or in the future. */
  nextStatement(sql: Queryable, tenant: TenantId): Statement
  /** How long the row that was due first has been waiting, in each environment that has one. */
  overdue?(sql: Queryable): Promise<Overdue[]>
}

export interface Overdue {
  readonly environment: Environment
  readonly seconds: number
}

/** The rows that time moves on. */
export interface DueRows {
  readonly table: string
  /** The column that says when a row is due, by the tenant's clock. */
  readonly dueAt: string
  /** Restricts the due rows. `tenant` is a tenant id, or the outer query's tenant column. */
  readonly only?: (sql: Queryable, tenant: TenantId | Statement) => Statement
}

/**
 * The clock of each tenant. Taken from here, the time is a bound for an index: `clock_timestamp()` itself is not, and
 * everything that is due in the future would be read.
 */
const clocks = (sql: Queryable, scope: Scope): Statement => sql`(
  select id, environment, retired_at, clock_timestamp() + clock_offset_ms * interval '1 millisecond' as now
  from ${placedTenants(sql, scope)} placed
) clock`

/** The queries use the index on (tenant, due time), and read one row of it for each tenant. */
export function dueQueries({ table, dueAt, only = (sql) => sql`true` }: DueRows): DueQueries {
  return {
    tenantsStatement: (sql, scope) => sql`
      select clock.id from ${clocks(sql, scope)}
      cross join lateral (
        select 1 from ${sql(table)}
        where tenant_id = clock.id and ${sql(dueAt)} <= clock.now and ${only(sql, sql`clock.id`)}
        order by ${sql(dueAt)} limit 1
      ) first`,
    nextStatement: (sql, tenant) => sql`
      select ${sql(dueAt)} as at from ${sql(table)}
      where tenant_id = ${tenant} and ${sql(dueAt)} is not null and ${only(sql, tenant)}
      order by ${sql(dueAt)} limit 1`,
    async overdue(sql) {
      return sql<Overdue[]>`
        select clock.environment, max(extract(epoch from clock.now - first.at))::float8 as seconds
        from ${clocks(sql, 'all')}
        cross join lateral (
          select ${sql(dueAt)} as at from ${sql(table)}
          where tenant_id = clock.id and ${sql(dueAt)} <= clock.now and ${only(sql, sql`clock.id`)}
          order by ${sql(dueAt)} limit 1
        ) first
        where clock.retired_at is null
        group by clock.environment`
    },
  }
}

export interface TimedKind extends Due {
  /**
   * Moves at most `limit` rows that are due by `until`, each recorded at the time it was due. Returns how many. Only the
   * sending of payouts holds rows without a lock that `run` takes first; other kinds need not look at `heldByOthers`.
   */
  run(tx: Tx, tenant: TenantId, until: Date, limit: number, heldByOthers: HeldByOthers): Promise<number>
  /**
   * Like `run`, but only for rows that need no lock shared with requests; rows that another transaction holds are left to it.
   * Returns `undefined` when the row that is due first needs such a lock: then `run` moves it.
   */
  runBesideRequests?(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<Step | undefined>
}

/**
 * Rows that another transaction is moving: a worker skips them, so that requests do not wait for the other
 * one through it; a caller that must not end early waits.
 */
export type HeldByOthers = 'skipped' | 'waited for'

export interface Step {
  /** How many rows it moved. */
  readonly moved: number
  /** There may be others that were due when it began. */
  readonly mayLeaveSome: boolean
}

/** How due work is run: by a worker beside requests, or by a caller that waits until all of it is done, in order. */
export interface Pace {
  /**
   * How long a kind may continue after another is due. Without it, two kinds due alternately would move one row per
   * transaction.
   */
  readonly slackMs: number
  readonly isBesideRequests: boolean
}

const IN_ORDER: Pace = { slackMs: 0, isBesideRequests: false }

/** A kind that asks an outside party: it leases rows in one transaction, calls, and records the outcome in another. */
export interface CallingKind extends Due {
  /** Returns how many outcomes it recorded. A call without one is repeated after its lease has expired. */
  call(database: Database, tenant: TenantId, until: Date, limit: number): Promise<number>
}

/**
 * A sweep of this many rows holds the operating account for some 70 ms, and payouts wait meanwhile; one that only sends
 * holds `pending_payouts` while it writes their transfers and commits. With half as many, due payouts would be sent at three
 * quarters of the rate.
 */
const ROWS_MAX = 500
/** How often and how long a caller waits for due rows that another transaction holds, before it leaves them to that one. */
const HELD_PAUSE_MS = 20
const HELD_MAX_MS = 10_000

/** A kind, and when it has something due. */
interface Turn {
  readonly kind: Pick<DueKind, 'stepMs'>
  readonly at: Date
  /** The kind's place in the list of kinds: kinds that are due at the same moment run in that order. */
  readonly rank: number
}

interface Coming extends Turn {
  readonly kind: DueKind
}

/** Does everything that is due for one tenant until `now`, in the order it was due. */
export async function runAllDue(
  database: Database,
  kinds: readonly DueKind[],
  tenant: TenantId,
  now: Date,
): Promise<number> {
  let moved = 0
  for (let heldMs = 0; heldMs < HELD_MAX_MS; ) {
    const step = await runNextDue(database, kinds, tenant, now, IN_ORDER)
    if (step === undefined) return moved
    moved += step.moved
    if (step.moved > 0) {
      heldMs = 0
      continue
    }
    // A worker moves these rows at this moment. They count as done only when it has committed.
    await sleep(HELD_PAUSE_MS)
    heldMs += HELD_PAUSE_MS
  }
  return moved
}

/**
 * One bounded step: the kind that is due first, and only those of its rows that are due before the next kind and before
 * what follows from this step. Answers `undefined` when nothing is due.
 */
export async function runNextDue(
  database: Database,
  kinds: readonly DueKind[],
  tenant: TenantId,
  now: Date,
  pace: Pace,
): Promise<Step | undefined> {
  return runFirst(database, await findDue(database.sql, kinds, tenant, now), tenant, now, pace)
}

/** Runs the kind that is due first; `due` may be in any order. */
export async function runFirst(
  database: Database,
  due: readonly Coming[],
  tenant: TenantId,
  now: Date,
  { slackMs, isBesideRequests }: Pace,
): Promise<Step | undefined> {
  const [first, ...others] = due.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.rank - b.rank)
  if (!first) return undefined
  const until = Math.min(now.getTime(), turnEnd(first, others, slackMs))
  const { moved, mayLeaveSome } = await runSome(database, first.kind, tenant, new Date(until), isBesideRequests)
  return { moved, mayLeaveSome: mayLeaveSome || until < now.getTime() || others.length > 0 }
}

/** The time up to which the first kind may continue before it is another's turn. */
export function turnEnd(first: Turn, others: readonly Turn[], slackMs: number): number {
  const next = others.map(({ at, rank }) => (rank > first.rank ? at.getTime() : at.getTime() - 1))
  const from = first.at.getTime()
  return Math.min(from + first.kind.stepMs(first.at) - 1, Math.max(from + slackMs, Math.min(...next)))
}

/**
 * The kinds with something due until `now`. One query for all kinds: an advance of a clock asks after each of its steps, and
 * a query for each kind cost more than the steps.
 */
async function findDue(
  sql: Queryable,
  kinds: readonly DueKind[],
  tenant: TenantId,
  now: Date,
): Promise<readonly Coming[]> {
  const next = kinds.map((kind) => kind.nextStatement(sql, tenant))
  const rows = await sql<{ rank: number; at: Date }[]>`${ranked(sql, sql`at`, next)}`
  return rows.flatMap(({ rank, at }) => (at <= now ? [{ rank, at, kind: kinds[rank] as DueKind }] : []))
}

/**
 * The kinds that each tenant of a scope has something due of, in the order of all kinds. One query, too: workers ask four
 * times a second, and a query for each kind was more than half of what an idle one sent.
 */
export async function findTenantsDue(
  sql: Queryable,
  kinds: readonly DueKind[],
  scope: Scope,
): Promise<ReadonlyMap<TenantId, readonly DueKind[]>> {
  const tenants = kinds.map((kind) => kind.tenantsStatement(sql, scope))
  const rows = await sql<{ rank: number; id: TenantId }[]>`${ranked(sql, sql`id`, tenants)}`
  rows.sort((a, b) => a.rank - b.rank)
  const byTenant = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byTenant].map(([id, of]) => [id, of.map(({ rank }) => kinds[rank] as DueKind)]))
}

/** Does everything that is due of these kinds, one after the other. A step of one may make something of a later one due. */
export async function runKinds(
  database: Database,
  kinds: readonly DueKind[],
  tenant: TenantId,
  now: Date,
): Promise<void> {
  if ((await findDue(database.sql, kinds, tenant, now)).length === 0) return
  for (const kind of kinds) await runKind(database, kind, tenant, now)
}

/** Does everything that one kind has due for a tenant until then, in bounded transactions. */
export async function runKind(database: Database, kind: DueKind, tenant: TenantId, until: Date): Promise<number> {
  let moved = 0
  for (;;) {
    const step = await runSome(database, kind, tenant, until)
    moved += step.moved
    if (!step.mayLeaveSome) return moved
  }
}

async function runSome(
  database: Database,
  kind: DueKind,
  tenant: TenantId,
  until: Date,
  isBesideRequests = false,
): Promise<Step> {
  if ('call' in kind) return stepOf(await kind.call(database, tenant, until, ROWS_MAX))
  const { runBesideRequests } = kind
  if (isBesideRequests && runBesideRequests) {
    const step = await database.transaction((tx) => runBesideRequests(tx, tenant, until, ROWS_MAX))
    if (step !== undefined) return step
  }
  const heldByOthers = isBesideRequests ? 'skipped' : 'waited for'
  return stepOf(await database.transaction((tx) => kind.run(tx, tenant, until, ROWS_MAX, heldByOthers)))
}

const stepOf = (moved: number): Step => ({ moved, mayLeaveSome: moved >= ROWS_MAX })
