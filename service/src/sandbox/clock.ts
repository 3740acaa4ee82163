import { validationFailed } from '../kernel/errors.ts'
import type { TenantId } from '../kernel/ids.ts'
import { DAY_MS } from '../kernel/time.ts'
import type { Database, Tx } from '../platform/database.ts'
import { type DueKind, runAllDue } from '../platform/due.ts'
import { whileHolding } from '../platform/locks.ts'
import { advanceClock, tenantNow } from '../tenants/index.ts'

/** More than any test needs, and far from the last date that JavaScript and PostgreSQL know. */
const OFFSET_MAX_MS = 100 * 366 * DAY_MS

export async function moveClock(tx: Tx, tenant: TenantId, seconds: number): Promise<Date> {
  if (!(await advanceClock(tx, tenant, seconds, OFFSET_MAX_MS))) {
    const message = 'must not move the clock more than a hundred years ahead'
    throw validationFailed([{ param: 'seconds', code: 'out_of_range', message }])
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
    return await whileHolding(locks, `clock ${tenant}`, work)
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
