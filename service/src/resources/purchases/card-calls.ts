import type { TenantId } from '../../kernel/ids.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Database } from '../../platform/database.ts'
import type { CallingKind } from '../../platform/due.ts'

/** Enough calls to keep the network busy, few enough that all return before the lease runs out. */
export const CALLS_AT_ONCE = 16

/** Leases up to `CALLS_AT_ONCE` calls, makes them and records their outcomes. */
type Round = (database: Database, tenant: TenantId, until: Date) => Promise<{ leased: number; recorded: number }>

/** Calls to the card network that are due, made round by round. */
export const cardCalls = (
  name: string,
  due: Pick<CallingKind, Exclude<keyof CallingKind, 'name' | 'stepMs' | 'call'>>,
  round: Round,
): CallingKind => ({
  name,
  stepMs: () => MINUTE_MS,
  ...due,
  async call(database, tenant, until, limit) {
    let total = 0
    for (;;) {
      const { leased, recorded } = await round(database, tenant, until)
      total += recorded
      // If no outcome was recorded, the network is down: the calls are made again after their leases expire.
      if (leased < CALLS_AT_ONCE || recorded === 0 || total >= limit) return total
    }
  },
})
