import { approvers, erasePayFileRows, forgetRequests } from '../dashboard/index.ts'
import type { TenantId } from '../kernel/ids.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import { rollUpDays } from '../ledger/index.ts'
import { createScopes, type Scope } from '../platform/activity.ts'
import type { Database } from '../platform/database.ts'
import { type DueKind, findTenantsDue, type Pace, runNextDue, type Step } from '../platform/due.ts'
import { every } from '../platform/every.ts'
import { unlessHeld } from '../platform/locks.ts'
import type { Logger } from '../platform/logs.ts'
import type { BackgroundMetrics } from '../platform/metrics.ts'
import { traced } from '../platform/traces.ts'
import type { Vault } from '../platform/vault.ts'
import { watchAlerts } from '../resources/alerts/index.ts'
import { eraseDue } from '../resources/erasures/index.ts'
import { forgetUsage } from '../resources/limits/index.ts'
import { sendDailySummaries } from '../resources/payouts/index.ts'
import { forgetDeliveries, forgetOrphans, readQueue } from '../resources/webhooks/index.ts'
import { clockLock, liveTenants, stopPayouts, tenantNow } from '../tenants/index.ts'
import { auditSinceLast } from './audit.ts'

/** A reader adds the transfers since the last roll-up itself, so this interval changes no figure. */
const ROLL_UP_MS = 15_000
const DELETED_AT_ONCE = 10_000
const EXPIRING = [
  ['old deliveries', forgetDeliveries],
  ['deliveries of deleted webhooks', forgetOrphans],
  ['old requests', forgetRequests],
  ['what was used of limits long ago', forgetUsage],
] as const
/** Rows of different kinds due within this span may be done in any order; only an advanced clock keeps it exactly. */
const PACE: Pace = { slackMs: 1_000, isBesideRequests: true }
/** A delivery that is due and has waited this long is an alarm. */
const LATE_SECONDS = 300

export interface WorkerOptions {
  readonly database: Database
  readonly log: Logger
  readonly due: readonly DueKind[]
  readonly pollMs: number
  readonly vault: Vault
  readonly metrics: BackgroundMetrics
}

export interface Worker {
  stop(): Promise<void>
}

/**
 * Runs what is due, the audit and the deletion of old rows. Any number of workers run side by side: rows are claimed
 * under a lock of their tenant, or are locked themselves.
 */
export function startWorker({ database, log, due, pollMs, vault, metrics }: WorkerOptions): Worker {
  const nextScope = createScopes(database)
  const clock = () => performance.now()
  const searchAgainMs = Math.min(pollMs, PACE.slackMs)
  let known: Work | undefined
  const sweep = every(pollMs, log, 'run what was due', async () => {
    // Tenants that have more are known: the search among all is not repeated for each of their steps.
    if (!known || clock() - known.foundAt >= searchAgainMs)
      known = await findWork(database, due, await nextScope(), clock)
    const outcome = await runWork(database, known, log, clock)
    metrics.sweepRan.setToCurrentTime()
    if (outcome !== 'more') known = undefined
    return outcome
  })
  const check = every(MINUTE_MS, log, 'audit the ledger', async () => {
    const startedAt = Date.now()
    const hasAudited = await auditOnce(database, log)
    // One of two workers audits. The other must not say that the books were checked while the first one hangs.
    if (!hasAudited) return
    metrics.auditRan.setToCurrentTime()
    metrics.auditedUntil.set(startedAt / SECOND_MS)
  })
  const rollUp = every(ROLL_UP_MS, log, 'add up the days of the ledger', () => rollUpDays(database))
  const clean = every(HOUR_MS, log, 'delete old rows', () => deleteOldRows(database, log))
  const erasing = { vault, eraseElsewhere: erasePayFileRows }
  const erase = every(HOUR_MS, log, 'erase creators', () => eraseDue(database, erasing, log))
  const alerts = every(MINUTE_MS, log, 'look for alerts', () => watchAlerts({ database, vault, log, approvers }))
  const summarize = every(MINUTE_MS, log, 'send daily summaries', () => sendDailySummaries(database, vault))
  return {
    async stop() {
      await Promise.all([sweep, check, rollUp, clean, erase, alerts, summarize].map((task) => task.stop()))
    },
  }
}

/** Runs in every role, so that late deliveries are reported even when no worker is left. */
export function startWatching(database: Database, log: Logger): Worker {
  return every(MINUTE_MS, log, 'check for late deliveries', () => watchDeliveries(database, log))
}

export async function watchDeliveries(database: Database, log: Logger): Promise<void> {
  const { depth, oldest_seconds } = await readQueue(database.sql)
  if (oldest_seconds <= LATE_SECONDS) return
  log.error({ oldest_seconds: Math.round(oldest_seconds), depth }, 'deliveries are late: the oldest due one is waiting')
}

/** Tenants with something due, as a search has found them. */
interface Work {
  readonly kinds: ReadonlyMap<TenantId, readonly DueKind[]>
  /** The tenants that may have more to do. */
  left: readonly LiveTenant[]
  readonly foundAt: number
  readonly searchMs: number
}

/** One search, and the steps that follow from it. */
export async function sweepOnce(
  database: Database,
  due: readonly DueKind[],
  log: Logger,
  scope: Scope = 'all',
  clock: () => number = () => 0,
): Promise<'more' | 'moved' | undefined> {
  return runWork(database, await findWork(database, due, scope, clock), log, clock)
}

async function findWork(database: Database, due: readonly DueKind[], scope: Scope, clock: () => number): Promise<Work> {
  const startedAt = clock()
  const kinds = await findTenantsDue(database.sql, due, scope)
  const left = kinds.size === 0 ? [] : await liveTenants(database.sql, [...kinds.keys()])
  const foundAt = clock()
  return { kinds, left, foundAt, searchMs: foundAt - startedAt }
}

/**
 * Runs one bounded step for each tenant with something due, so that neither a tenant with much to do nor one whose step
 * fails keeps the others waiting; and then another for each that has more, as long as all of them together have taken less
 * than the search for them did. On a cluster every server is asked: with one step for each search, a worker on slow servers
 * fell behind without end. Answers `more` where rows that were due may be left. What comes due meanwhile waits for the
 * next poll: moved at once, it would come in many small transactions, each of which costs as much as some fifty rows.
 */
async function runWork(
  database: Database,
  work: Work,
  log: Logger,
  clock: () => number,
): Promise<'more' | 'moved' | undefined> {
  if (work.left.length === 0) return undefined
  const startedAt = clock()
  const nows = new Map<TenantId, Date>()
  let hasMoved = false
  do {
    const more: LiveTenant[] = []
    for (const tenant of work.left) {
      const taken = await stepOf(database, work.kinds.get(tenant.id) ?? [], tenant, nows, log)
      if (!taken || taken.moved === 0) continue
      hasMoved = true
      if (taken.mayLeaveSome) more.push(tenant)
    }
    work.left = more
  } while (work.left.length > 0 && clock() - startedAt < work.searchMs)
  if (work.left.length > 0) return 'more'
  return hasMoved ? 'moved' : undefined
}

type LiveTenant = Awaited<ReturnType<typeof liveTenants>>[number]

/** A step of one tenant, until the time of its first in this sweep; none where it failed, or where somebody else takes one. */
async function stepOf(
  database: Database,
  kinds: readonly DueKind[],
  { id: tenant, environment }: LiveTenant,
  nows: Map<TenantId, Date>,
  log: Logger,
): Promise<Step | undefined> {
  const step = async () => {
    const now = nows.get(tenant) ?? (await tenantNow(database.sql, tenant))
    nows.set(tenant, now)
    return runNextDue(database, kinds, tenant, now, PACE)
  }
  // An advance of a sandbox's clock does by itself what becomes due, which keeps the order.
  const run = environment === 'sandbox' ? () => unlessHeld(database, clockLock(tenant), step) : step
  try {
    return await traced('sweep', { attributes: { 'tributary.tenant': tenant } }, run)
  } catch (err) {
    log.error({ err, tenant }, 'could not run what was due for this tenant')
    return undefined
  }
}

/** Deletes each kind on its own: one that fails does not keep the others. */
export async function deleteOldRows({ sql }: Database, log: Logger): Promise<void> {
  for (const [what, deleteSome] of EXPIRING) {
    try {
      while ((await deleteSome(sql, DELETED_AT_ONCE)) > 0);
    } catch (err) {
      log.error({ err }, `could not delete ${what}`)
    }
  }
}

/**
 * A mismatch stops the payouts of that book and raises an alarm; nothing is ever repaired automatically. False where
 * another worker audits at this moment.
 */
export async function auditOnce(database: Database, log: Logger): Promise<boolean> {
  const mismatches = await auditSinceLast(database)
  if (!mismatches) return false
  for (const { tenant, what } of mismatches) {
    log.fatal(
      { tenant, what },
      'the audit found a mismatch: payouts of this tenant, and of every tenant whose bank it is, are stopped',
    )
    await stopPayouts(database.sql, tenant, what)
  }
  return true
}
