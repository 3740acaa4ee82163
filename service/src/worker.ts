import { auditSinceLast } from './app/audit.ts'
import { forgetRequests } from './dashboard/index.ts'
import type { TenantId } from './kernel/ids.ts'
import { HOUR_MS, MINUTE_MS } from './kernel/time.ts'
import { rollUpDays } from './ledger/index.ts'
import type { Database } from './platform/database.ts'
import { type DueKind, runNextDue } from './platform/due.ts'
import { every } from './platform/every.ts'
import type { Logger } from './platform/logs.ts'
import type { Vault } from './platform/vault.ts'
import { sendDailySummaries } from './resources/payouts/index.ts'
import { forgetDeliveries, forgetOrphans, readQueue } from './resources/webhooks/index.ts'
import { retiredTenants, stopPayouts, tenantNow } from './tenants/index.ts'

/** What has moved since is added up by whoever asks. */
const ROLL_UP_MS = 15_000
const FORGET_AT_ONCE = 10_000
const FORGETTING = [
  ['old deliveries', forgetDeliveries],
  ['the deliveries of deleted webhooks', forgetOrphans],
  ['old requests', forgetRequests],
] as const
/** The worker keeps the order between kinds of things due to the second; an advanced clock keeps it to the moment. */
const ORDER_MS = 1_000
/** A delivery that could be sent and has waited this long means that somebody should look. */
const LATE_SECONDS = 300

export interface WorkerOptions {
  readonly database: Database
  readonly log: Logger
  readonly due: readonly DueKind[]
  readonly pollMs: number
  readonly vault: Vault
}

export interface Worker {
  stop(): Promise<void>
}

/** What time does, and the audit. Any number of workers run side by side: rows are claimed under their tenant's lock. */
export function startWorker({ database, log, due, pollMs, vault }: WorkerOptions): Worker {
  const sweep = every(pollMs, log, 'do what was due', () => sweepOnce(database, due, log))
  const check = every(MINUTE_MS, log, 'audit the ledger', () => auditOnce(database, log))
  const rollUp = every(ROLL_UP_MS, log, 'add up the days of the ledger', () => rollUpDays(database))
  const forget = every(HOUR_MS, log, 'forget what is old', () => forgetOnce(database, log))
  const summarize = every(MINUTE_MS, log, 'send daily summaries', () => sendDailySummaries(database, vault))
  return {
    async stop() {
      await Promise.all([sweep, check, rollUp, forget, summarize].map((one) => one.stop()))
    },
  }
}

/** Every role does: where all workers are gone, somebody must still say so. */
export function startWatching(database: Database, log: Logger): Worker {
  return every(MINUTE_MS, log, 'look at the queue of deliveries', () => watchDeliveries(database, log))
}

export async function watchDeliveries(database: Database, log: Logger): Promise<void> {
  const { depth, oldest_seconds } = await readQueue(database.sql)
  if (oldest_seconds <= LATE_SECONDS) return
  log.error({ oldest_seconds: Math.round(oldest_seconds), depth }, 'deliveries are late: the oldest due one is waiting')
}

/**
 * One bounded step for each tenant with something due, so that who has much of it keeps no other waiting, and neither
 * does what fails.
 */
export async function sweepOnce(database: Database, due: readonly DueKind[], log: Logger): Promise<'more' | undefined> {
  const tenants = new Set<TenantId>((await Promise.all(due.map((kind) => kind.tenants(database.sql)))).flat())
  // A sandbox that was begun anew: its books stay as they were.
  for (const tenant of await retiredTenants(database.sql)) tenants.delete(tenant)
  let moved = 0
  for (const tenant of tenants) {
    try {
      moved += (await runNextDue(database, due, tenant, await tenantNow(database.sql, tenant), ORDER_MS)) ?? 0
    } catch (err) {
      log.error({ err, tenant }, 'could not do what was due for this tenant')
    }
  }
  return moved > 0 ? 'more' : undefined
}

/** Each for itself: one that fails keeps none of the others from what they have to forget. */
export async function forgetOnce({ sql }: Database, log: Logger): Promise<void> {
  for (const [what, forget] of FORGETTING) {
    try {
      while ((await forget(sql, FORGET_AT_ONCE)) > 0);
    } catch (err) {
      log.error({ err }, `could not forget ${what}`)
    }
  }
}

/** A mismatch stops the payouts of that book and raises an alarm; it never "repairs". */
export async function auditOnce(database: Database, log: Logger): Promise<void> {
  const mismatches = await auditSinceLast(database)
  for (const { tenant, what } of mismatches) {
    log.fatal(
      { tenant, what },
      'the ledger does not agree: payouts of this tenant, and of those whose bank it is, are stopped',
    )
    await stopPayouts(database.sql, tenant, what)
  }
}
