import type { TenantId } from '../kernel/ids.ts'
import { type Database, isDatabaseAway, isRolledBack, type Statement, type Tx } from './database.ts'
import type { LaneKind, Outcome } from './lanes.ts'

export interface Decided<Result> {
  /** One per request, in their order. */
  readonly outcomes: readonly Outcome<Result>[]
  readonly statements: readonly Statement[]
}

/** A lane of the usual kind: read under locks, decide one request after the other, write it all at once. */
export interface DecidingKind<Request, Result, Found, Batch extends Decided<Result>>
  extends Pick<LaneKind<Request, Result>, 'name' | 'weigh'> {
  read(tx: Tx, tenant: TenantId, requests: readonly Request[]): Promise<Found>
  decide(tx: Tx, tenant: TenantId, requests: readonly Request[], found: Found): Batch
  /** Whether what was decided is there, once the locks it held are free; false where nothing tells. */
  wasCommitted(tx: Tx, tenant: TenantId, batch: Batch): Promise<boolean>
}

/** Two round trips per batch. A COMMIT whose reply was lost is settled by looking, not by guessing. */
export function decidingLane<Request, Result, Found, Batch extends Decided<Result>>(
  database: Database,
  { name, weigh, read, decide, wasCommitted }: DecidingKind<Request, Result, Found, Batch>,
): LaneKind<Request, Result> {
  /** What broke before anything was sent to be written. */
  const undecided = new WeakSet<object>()
  return {
    name,
    ...(weigh ? { weigh } : {}),
    changedNothing: (error) => isRolledBack(error) || undecided.has(error as object),
    async run(tenant, requests) {
      let batch: Batch | undefined
      try {
        await database.twoSteps(
          (tx) => read(tx, tenant, requests),
          (tx, found) => {
            batch = decide(tx, tenant, requests, found)
            return batch.statements
          },
        )
      } catch (error) {
        const decided = batch
        if (!decided && error instanceof Error && !isDatabaseAway(error)) undecided.add(error)
        if (!decided || isRolledBack(error)) throw error
        if (!(await database.transaction((tx) => wasCommitted(tx, tenant, decided)))) throw error
      }
      return (batch as Batch | undefined)?.outcomes ?? []
    },
  }
}
