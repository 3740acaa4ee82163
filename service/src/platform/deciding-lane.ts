import type { TenantId } from '../kernel/ids.ts'
import { type Database, errorCode, isDatabaseAway, isRolledBack, type Tx, type Writes } from './database.ts'
import type { LaneKind, Outcome } from './lanes.ts'

export interface Decided<Result> extends Writes {
  /** One outcome per request, in their order. */
  readonly outcomes: readonly Outcome<Result>[]
}

/** A lane that reads under locks, decides one request after the other, and writes everything at once. */
export interface DecidingKind<Request, Result, Found, Batch extends Decided<Result>>
  extends Pick<LaneKind<Request, Result>, 'name' | 'weigh'> {
  read(tx: Tx, tenant: TenantId, requests: readonly Request[]): Promise<Found>
  decide(tx: Tx, tenant: TenantId, requests: readonly Request[], found: Found): Batch
  /** After a lost reply to COMMIT: waits for the locks of the batch and looks for its rows; false where it left none. */
  wasCommitted(tx: Tx, tenant: TenantId, batch: Batch): Promise<boolean>
  /** Called when the batch is known to be committed, for the log. */
  committed?(tenant: TenantId, batch: Batch): void
}

/** lock_not_available and query_canceled, both by their time limits. */
const ranOutOfTime = (error: unknown): boolean => ['55P03', '57014'].includes(errorCode(error))

/** The same statements; `made` is called when there are all of them, before `commit` is sent. */
function whenMade({ statements, further }: Writes, made: () => void): Writes {
  if (!further) {
    made()
    return { statements }
  }
  return {
    statements,
    further() {
      const last = further()
      made()
      return last
    },
  }
}

/** Two round trips per batch. After a lost reply to COMMIT the rows are looked for; nothing is guessed. */
export function decidingLane<Request, Result, Found, Batch extends Decided<Result>>(
  database: Database,
  { name, weigh, read, decide, wasCommitted, committed }: DecidingKind<Request, Result, Found, Batch>,
): LaneKind<Request, Result> {
  /** Errors from before `commit` was sent. */
  const undecided = new WeakSet<object>()
  return {
    name,
    ...(weigh ? { weigh } : {}),
    // A batch that ran out of time is not tried one by one: each request would wait as long again.
    changedNothing: (error) => (isRolledBack(error) && !ranOutOfTime(error)) || undecided.has(error as object),
    async run(tenant, requests) {
      let batch: Batch | undefined
      try {
        await database.twoSteps(
          (tx) => read(tx, tenant, requests),
          (tx, found) => {
            const decided = decide(tx, tenant, requests, found)
            return whenMade(decided, () => {
              batch = decided
            })
          },
        )
      } catch (error) {
        const decided = batch
        if (!decided && error instanceof Error && !isDatabaseAway(error) && !ranOutOfTime(error)) undecided.add(error)
        if (!decided || isRolledBack(error)) throw error
        // No telling: the first error stands. By that of the look itself, the batch would seem to have changed nothing.
        const isThere = await database.transaction((tx) => wasCommitted(tx, tenant, decided)).catch(() => false)
        if (!isThere) throw error
      }
      const written = batch as Batch | undefined
      if (written) committed?.(tenant, written)
      return written?.outcomes ?? []
    },
  }
}
