import { validationFailed } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { Database, Tx } from '../platform/database.ts'
import { type DueKind, runAllDue } from '../platform/due.ts'
import { whileHolding } from '../platform/locks.ts'
import { advanceClock, tenantNow } from '../tenants/index.ts'

/** Far beyond any test, and far from where dates end. */
const OFFSET_MAX_MS = 100 * 366 * DAY_MS

export async function moveClock(tx: Tx, tenant: TenantId, seconds: number): Promise<Date> {
  if (!(await advanceClock(tx, tenant, seconds, OFFSET_MAX_MS))) {
    const message = 'must not move the clock more than a hundred years ahead'
    throw validationFailed([{ param: 'seconds', code: 'out_of_range', message }])
  }
  return tenantNow(tx, tenant)
}

/** Advances are taken one at a time per tenant, in every process: whoever has the turn runs what became due, in order. */
export async function inTurn<T>(locks: Database, tenant: TenantId, work: () => Promise<T>): Promise<T> {
  const before = turns.get(tenant) ?? Promise.resolve()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const mine = before.then(() => done)
  turns.set(tenant, mine)
  await before
  try {
    return await whileHolding(locks, `clock ${tenant}`, work)
  } finally {
    resolve()
    if (turns.get(tenant) === mine) turns.delete(tenant)
  }
}

/** In this process the queue is ours, so that the waiting advances of one tenant do not each hold a connection. */
const turns = new Map<TenantId, Promise<void>>()

/** Everything that is due by the tenant's clock, until nothing is. */
export async function catchUp(database: Database, kinds: readonly DueKind[], tenant: TenantId): Promise<void> {
  await runAllDue(database, kinds, tenant, await tenantNow(database.sql, tenant))
}
