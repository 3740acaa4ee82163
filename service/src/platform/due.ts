import type { TenantId } from '../kernel/ids.ts'
import type { Database, Queryable, Tx } from './database.ts'

/** Something that time does to the rows of a resource. The rows are their own queue: they carry `due_at`. */
export type DueKind = TimedKind | CallingKind

interface Due {
  readonly name: string
  /** The least time between a step of a row, taken at `from` or soon after, and the next that follows from it. */
  stepMs(from: Date): number
  /** The tenants with something due now, by their own clocks. */
  tenants(sql: Queryable): Promise<TenantId[]>
  /** When the tenant's earliest is due, whether that has come or not. */
  next(sql: Queryable, tenant: TenantId): Promise<Date | undefined>
}

export interface TimedKind extends Due {
  /** Moves at most `limit` rows that were due until then, each recorded at the time it was due; says how many. */
  run(tx: Tx, tenant: TenantId, until: Date, limit: number): Promise<number>
}

/** Where an outside party has a say: leases the rows in one transaction, calls, and records the outcome in another. */
export interface CallingKind extends Due {
  /** Says how many outcomes it recorded: a call without one is made again when its lease has run out. */
  call(database: Database, tenant: TenantId, until: Date, limit: number): Promise<number>
}

/** Sweeps hold the operating account, some 70 ms for so many rows, and payouts wait meanwhile. */
const ROWS_MAX = 500
const IDLE_MAX = 3

/** When a kind has something due. */
interface Turn {
  readonly kind: Pick<DueKind, 'stepMs'>
  readonly at: Date
  /** Which of the kinds it is: what is due at the same moment is done in their order. */
  readonly rank: number
}

interface Coming extends Turn {
  readonly kind: DueKind
}

/**
 * Does everything that is due for one tenant until `now`, in the order it was due. Whoever follows a clock that goes by
 * itself may be less exact, by so many milliseconds: kinds that are due in turns would else go one by one.
 */
export async function runAllDue(
  database: Database,
  kinds: readonly DueKind[],
  tenant: TenantId,
  now: Date,
  slackMs = 0,
): Promise<number> {
  let moved = 0
  for (let idle = 0; idle < IDLE_MAX; ) {
    const count = await runNextDue(database, kinds, tenant, now, slackMs)
    if (count === undefined) return moved
    // Nothing left: another process was quicker.
    idle = count === 0 ? idle + 1 : 0
    moved += count
  }
  return moved
}

/**
 * One bounded step of it: the kind with the earliest time, and of it only what comes before the next kind and before its
 * own consequences. Says how many rows it moved, or `undefined` when nothing is due.
 */
export async function runNextDue(
  database: Database,
  kinds: readonly DueKind[],
  tenant: TenantId,
  now: Date,
  slackMs: number,
): Promise<number | undefined> {
  const coming = (await Promise.all(kinds.map((kind, rank) => comingOf(database, kind, rank, tenant))))
    .filter((one): one is Coming => one !== undefined && one.at <= now)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const [first, ...others] = coming
  if (!first) return undefined
  const until = Math.min(now.getTime(), turnEnd(first, others, slackMs))
  return runSome(database, first.kind, tenant, new Date(until))
}

/** Until when the first kind may go on, with the moments of the others in mind. */
export function turnEnd(first: Turn, others: readonly Turn[], slackMs: number): number {
  const next = others.map(({ at, rank }) => (rank > first.rank ? at.getTime() : at.getTime() - 1))
  const from = first.at.getTime()
  return Math.min(from + first.kind.stepMs(first.at) - 1, Math.max(from + slackMs, Math.min(...next)))
}

async function comingOf(
  database: Database,
  kind: DueKind,
  rank: number,
  tenant: TenantId,
): Promise<Coming | undefined> {
  const at = await kind.next(database.sql, tenant)
  return at && { kind, at, rank }
}

/** All that one kind has due for a tenant until then, in bounded transactions. */
export async function runKind(database: Database, kind: DueKind, tenant: TenantId, until: Date): Promise<number> {
  let moved = 0
  for (;;) {
    const count = await runSome(database, kind, tenant, until)
    moved += count
    if (count < ROWS_MAX) return moved
  }
}

const runSome = (database: Database, kind: DueKind, tenant: TenantId, until: Date): Promise<number> =>
  'call' in kind
    ? kind.call(database, tenant, until, ROWS_MAX)
    : database.transaction((tx) => kind.run(tx, tenant, until, ROWS_MAX))
