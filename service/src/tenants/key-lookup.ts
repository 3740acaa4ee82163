import type { Caller, FindCaller, KeyRejection } from '../http/caller.ts'
import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { createKeyGuesses } from './key-guesses.ts'
import { environmentOfKey, hashKey } from './keys.ts'
import { findKey, type KeyRow, readAuthEpoch, touchKeys } from './store.ts'

const CACHE_MAX = 10_000
const POLL_MS = 300
/** A cached key is trusted only while the epoch is known to be fresher than this. */
const TRUST_MS = 900
const TOUCH_EVERY_POLLS = 10
/** Keys refused from one address, in each process. */
const GUESSES_PER_MINUTE = 1_000

interface Known {
  readonly environment: Environment
  readonly revoked: boolean
  readonly caller: Caller
}

export interface KeyLookup {
  forEnvironment(environment: Environment): FindCaller
  start(): void
  stop(): Promise<void>
}

/**
 * Keys are asked for once and then remembered. One row, `auth_epoch`, says whether anything about keys has changed; it
 * is read a few times a second whatever the number of keys, and a change empties the cache. If it cannot be read, or the
 * process was asleep, nothing cached is trusted, so a revocation holds in every process within a second.
 */
export function createKeyLookup(database: Database, log: Logger): KeyLookup {
  const cache = new Map<string, Known>()
  let used = new Map<string, TenantId>()
  const guesses = createKeyGuesses(GUESSES_PER_MINUTE)
  let epoch = 0
  let freshAt = Number.NEGATIVE_INFINITY
  let polls = 0
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    const current = await readAuthEpoch(database.sql)
    if (current !== epoch) cache.clear()
    epoch = current
    freshAt = startedAt
    if (++polls % TOUCH_EVERY_POLLS === 0) await recordUse()
  }

  async function recordUse(): Promise<void> {
    if (used.size === 0) return
    const batch = used
    used = new Map()
    await touchKeys(database.sql, batch)
  }

  function schedule(): void {
    timer = setTimeout(() => {
      polling = poll()
        .catch((error) => log.warn({ err: error }, 'keys cannot be refreshed'))
        .then(() => (timer ? schedule() : undefined))
    }, POLL_MS)
    timer.unref()
  }

  async function ask(key: string): Promise<Known | undefined> {
    const asOf = epoch
    const row = await findKey(database.sql, hashKey(key))
    if (!row) return undefined
    const known = toKnown(row)
    // Read before the epoch moved on, it may already be wrong; answer with it, but do not keep it.
    if (asOf === epoch && epoch > 0) {
      if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value as string)
      cache.set(key, known)
    }
    return known
  }

  function decide(known: Known | undefined, environment: Environment, key: string): ReturnType<FindCaller> {
    if (!known) return Promise.resolve(wrongMark(environment, key) ? 'other_environment' : 'unknown')
    if (known.environment !== environment) return Promise.resolve('other_environment')
    if (known.revoked) return Promise.resolve('revoked')
    used.set(known.caller.keyId, known.caller.tenant)
    return known.caller
  }

  async function askWithin(address: string, key: string, environment: Environment): Promise<Caller | KeyRejection> {
    guesses.refuse(address)
    const decided = await decide(await ask(key), environment, key)
    if (typeof decided === 'string' && guesses.count(address)) {
      log.warn({ address, environment }, 'too many API keys of this address were refused: it has to wait')
    }
    return decided
  }

  return {
    forEnvironment: (environment) => (key, from) => {
      const known = performance.now() - freshAt < TRUST_MS ? cache.get(key) : undefined
      if (known) return decide(known, environment, key)
      return askWithin(from.ip, key, environment)
    },
    start() {
      polling = poll().catch((error) => log.warn({ err: error }, 'keys cannot be refreshed'))
      schedule()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await polling
      await recordUse().catch(() => {})
    },
  }
}

const toKnown = (row: KeyRow): Known => ({
  environment: row.environment,
  revoked: row.revoked,
  caller: { tenant: row.tenant, keyId: row.id, rateLimitPerSecond: row.rate_limit_per_second ?? undefined },
})

/** A key that names the other environment was most likely sent to the wrong address, whether it exists or not. */
function wrongMark(environment: Environment, key: string): boolean {
  const named = environmentOfKey(key)
  return named !== undefined && named !== environment
}
