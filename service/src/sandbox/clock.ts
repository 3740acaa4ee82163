import { validationFailed } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { DAY_MS, iso, SECOND_MS } from '../kernel/time.ts'
import type { Database, Tx } from '../platform/database.ts'
import { type DueKind, runAllDue } from '../platform/due.ts'
import { whileHolding } from '../platform/locks.ts'
import { advanceClock, clockLock, tenantNow } from '../tenants/index.ts'

/** More than any test needs, and far from the last date that JavaScript and PostgreSQL know. */
const OFFSET_MAX_MS = 100 * 366 * DAY_MS

/** The longest step of the clock, 366 days: what becomes due within it is done before the answer. */
export const ADVANCE_MAX_SECONDS = 31_622_400

/** How to move the clock: by seconds, or to a moment. */
export interface ClockMove {
  readonly seconds?: number
  readonly to?: string
}

const refused = (param: keyof ClockMove, code: string, message: string) => validationFailed([{ param, code, message }])

/** The milliseconds of a move. Must run while no other advance of the tenant does. */
async function lengthOf(tx: Tx, tenant: TenantId, { seconds, to }: ClockMove): Promise<number> {
  if (seconds !== undefined && to !== undefined) {
    throw refused('to', 'conflict', 'must not be given beside `seconds`')
  }
  if (seconds !== undefined) return seconds * SECOND_MS
  if (to === undefined) throw refused('seconds', 'required', 'is required, unless `to` is given')
  const now = await tenantNow(tx, tenant)
  const ms = Date.parse(to) - now.getTime()
  if (ms < 0) throw refused('to', 'out_of_range', `must not be before the clock, which says ${iso(now)}`)
  if (ms > ADVANCE_MAX_SECONDS * SECOND_MS) {
    throw refused('to', 'out_of_range', `must be at most ${ADVANCE_MAX_SECONDS} seconds ahead; move there in steps`)
  }
  return ms
}

export async function moveClock(tx: Tx, tenant: TenantId, move: ClockMove): Promise<Date> {
  if (!(await advanceClock(tx, tenant, await lengthOf(tx, tenant, move), OFFSET_MAX_MS))) {
    const message = 'must not move the clock more than a hundred years ahead'
    throw refused(move.to === undefined ? 'seconds' : 'to', 'out_of_range', message)
  }
  return tenantNow(tx, tenant)
}

/** Advances of a tenant's clock run one at a time, over all processes, so that what became due is done in order. */
export async function inTurn<T>(locks: Database, tenant: TenantId, work: () => Promise<T>): Promise<T> {
  const before = turns.get(tenant) ?? Promise.resolve()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const mine = before.then(() => done)
  turns.set(tenant, mine)
  await before
  try {
    return await whileHolding(locks, clockLock(tenant), work)
  } finally {
    resolve()
    if (turns.get(tenant) === mine) turns.delete(tenant)
  }
}

/** Advances of this process queue here first: while they wait they hold no connection. */
const turns = new Map<TenantId, Promise<void>>()

/** Does everything that is due by the tenant's clock, until nothing is. */
export async function catchUp(database: Database, kinds: readonly DueKind[], tenant: TenantId): Promise<void> {
  await runAllDue(database, kinds, tenant, await tenantNow(database.sql, tenant))
}
