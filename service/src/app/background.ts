import type { Config } from '../config.ts'
import { forgetOldPersonSessions, startPaying } from '../dashboard/index.ts'
import { forgetOldAnswers } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { startAnnouncing } from '../platform/activity.ts'
import type { Database } from '../platform/database.ts'
import type { DueKind } from '../platform/due.ts'
import { every } from '../platform/every.ts'
import type { Lanes } from '../platform/lanes.ts'
import type { Logger } from '../platform/logs.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { NameLookup } from '../platform/name-lookup.ts'
import type { Vault } from '../platform/vault.ts'
import { forgetOldSessions } from '../resources/connect/index.ts'
import { forgetOldSignIns } from '../resources/creators/index.ts'
import { startBankFiles } from './bank-files.ts'
import { startCouriers } from './couriers.ts'
import { startProcessor } from './processor.ts'
import type { Rails } from './rails.ts'
import { sandboxExempts } from './reach.ts'
import { purchaseDeps } from './resource-deps.ts'
import { startWatching, startWorker } from './worker.ts'

const DELETED_AT_ONCE = 10_000

/** `api` only answers requests, `worker` only works in the background, `all` does both. */
export type ServingRole = 'all' | 'api' | 'worker'

export interface BackgroundOptions {
  readonly role: ServingRole
  /** Whether this process watches for late deliveries and deletes old rows, whatever its role. */
  readonly watches: boolean
  readonly config: Config
  readonly database: Database
  readonly openPool: (connectionsMax: number) => Database
  readonly log: Logger
  readonly vault: Vault
  readonly metrics: Metrics
  readonly rails: Rails
  readonly lanes: Lanes
  readonly due: readonly DueKind[]
  readonly names: NameLookup | undefined
  readonly environments: readonly Environment[]
  /** The public address of an environment, which mails link to. */
  readonly rootOf: (environment: Environment) => string
}

/** All background work of a process. */
export interface Background {
  /** Ends what submits commands to the lanes; to be called before the lanes are drained. */
  stopSubmitting(): Promise<void>
  stop(): Promise<void>
}

export async function startBackground(options: BackgroundOptions): Promise<Background> {
  const { role, watches, database, log } = options
  const work = role === 'api' ? undefined : await startWork(options)
  const watching = watches ? startWatching(database, log) : undefined
  const cleaning = watches ? startCleaning(database, log) : undefined
  const announcing = startAnnouncing(database, log)
  return {
    stopSubmitting: async () => work?.stopSubmitting(),
    async stop() {
      await Promise.all([work?.stop(), watching?.stop()])
      await Promise.all([cleaning?.stop(), announcing.stop()])
    },
  }
}

/** Work of the roles `all` and `worker` only. */
async function startWork(options: BackgroundOptions): Promise<Background> {
  const { config, database, log, vault, lanes, due } = options
  const metrics = options.metrics.background
  const { ach } = options.rails
  const pollMs = config.workerPollMs
  const worker = startWorker({ database, log, due, vault, pollMs, metrics })
  const bankFiles = await startBankFiles({ config, database, log, metrics, payouts: { vault, ach, log } })
  const processor = startProcessor({ config, database, log, purchases: purchaseDeps(options) })
  const payFiles = startPaying({ database, lanes, vault, ach, log, pollMs })
  const couriers = startCouriers({ ...options, sandboxExempts: sandboxExempts(config, options.environments) })
  return {
    stopSubmitting: () => payFiles.stop(),
    async stop() {
      await Promise.all([worker.stop(), couriers.stop(), bankFiles?.stop(), processor?.stop()])
    },
  }
}

function startCleaning(database: Database, log: Logger): { stop(): Promise<void> } {
  return every(HOUR_MS, log, 'delete old idempotency answers and sign-ins', async () => {
    while ((await forgetOldAnswers(database, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
    await forgetOldSessions(database.sql)
    await forgetOldSignIns(database.sql)
    await forgetOldPersonSessions(database.sql)
  })
}
