import type { Caller, FindCaller, KeyRejection } from '../http/caller.ts'
import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { createKeyGuesses } from './key-guesses.ts'
import { findKey, type KeyRow, readAuthEpoch, touchKeys } from './keys.store.ts'
import { environmentOfKey, hashKey } from './keys.ts'

const CACHE_MAX = 10_000
const POLL_MS = 300
/** A cached key is trusted only if the epoch was read within this time. */
const TRUST_MS = 900
const TOUCH_EVERY_POLLS = 10
/** Refused keys per address and process before that address must wait. */
const GUESSES_PER_MINUTE = 1_000

interface CachedKey {
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
 * Finds the tenant of an API key, from a cache. One row, `auth_epoch`, changes with every change of a key or a setting; it
 * is read a few times a second whatever the number of keys, and a change empties the cache. If it cannot be read, or the
 * process was suspended, nothing cached is trusted, so a revocation holds in every process within a second.
 */
export function createKeyLookup(database: Database, log: Logger): KeyLookup {
  const cache = new Map<string, CachedKey>()
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
        .catch((error) => log.warn({ err: error }, 'could not check for changed API keys'))
        .then(() => (timer ? schedule() : undefined))
    }, POLL_MS)
    timer.unref()
  }

  async function queryKey(key: string): Promise<CachedKey | undefined> {
    const asOf = epoch
    const row = await findKey(database.sql, hashKey(key))
    if (!row) return undefined
    const found = toCachedKey(row)
    // A row read before the epoch changed may be outdated already: it is used once and not cached.
    if (asOf === epoch && epoch > 0) {
      if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value as string)
      cache.set(key, found)
    }
    return found
  }

  function judge(found: CachedKey | undefined, environment: Environment, key: string): ReturnType<FindCaller> {
    if (!found) return Promise.resolve(namesOtherEnvironment(environment, key) ? 'other_environment' : 'unknown')
    if (found.environment !== environment) return Promise.resolve('other_environment')
    if (found.revoked) return Promise.resolve('revoked')
    used.set(found.caller.keyId, found.caller.tenant)
    return found.caller
  }

  async function findWithinLimit(
    address: string,
    key: string,
    environment: Environment,
  ): Promise<Caller | KeyRejection> {
    guesses.refuse(address)
    const result = await judge(await queryKey(key), environment, key)
    if (typeof result === 'string' && guesses.count(address)) {
      log.warn({ address, environment }, 'too many API keys from this address were refused: it has to wait')
    }
    return result
  }

  return {
    forEnvironment: (environment) => (key, from) => {
      const cached = performance.now() - freshAt < TRUST_MS ? cache.get(key) : undefined
      if (cached) return judge(cached, environment, key)
      return findWithinLimit(from.ip, key, environment)
    },
    start() {
      polling = poll().catch((error) => log.warn({ err: error }, 'could not check for changed API keys'))
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

const toCachedKey = (row: KeyRow): CachedKey => ({
  environment: row.environment,
  revoked: row.revoked,
  caller: { tenant: row.tenant, keyId: row.id, rateLimitPerSecond: row.rate_limit_per_second ?? undefined },
})

/** A key whose prefix names the other environment was most likely sent to the wrong address, whether it exists or not. */
function namesOtherEnvironment(environment: Environment, key: string): boolean {
  const named = environmentOfKey(key)
  return named !== undefined && named !== environment
}
