import type { Caller } from '../http/caller.ts'
import type { Environment } from '../kernel/environment.ts'
import type { TenantId } from '../kernel/ids.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { findKey, type KeyRow, readAuthEpoch, touchKeys } from './keys.store.ts'
import { hashKey } from './keys.ts'

const CACHE_MAX = 10_000
const POLL_MS = 300
/** A cached key is trusted only if the epoch was read within this time. */
const TRUST_MS = 900
const TOUCH_EVERY_POLLS = 10

export interface CachedKey {
  readonly environment: Environment
  readonly revoked: boolean
  readonly caller: Caller
}

export interface KeyCache {
  /** From memory; `undefined` if the key is not there or cannot be trusted. */
  find(key: string): CachedKey | undefined
  /** From the database; `undefined` if there is no such key. */
  query(key: string): Promise<CachedKey | undefined>
  /** Notes that a key was used; written to the database every few seconds. */
  markUsed(caller: Caller): void
  start(): void
  stop(): Promise<void>
}

/**
 * API keys in memory. One row, `auth_epoch`, changes with every change of a key or a setting; it is read a few times a
 * second whatever the number of keys, and a change empties the cache. If it cannot be read, or the process was suspended,
 * nothing cached is trusted, so a revocation holds in every process within a second.
 */
export function createKeyCache(database: Database, log: Logger): KeyCache {
  const cache = new Map<string, CachedKey>()
  let used = new Map<string, TenantId>()
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

  const pollOrWarn = (): Promise<void> =>
    poll().catch((error) => log.warn({ err: error }, 'could not check for changed API keys'))

  async function recordUse(): Promise<void> {
    if (used.size === 0) return
    const batch = used
    used = new Map()
    await touchKeys(database.sql, batch)
  }

  function schedule(): void {
    timer = setTimeout(() => {
      polling = pollOrWarn().then(() => (timer ? schedule() : undefined))
    }, POLL_MS)
    timer.unref()
  }

  return {
    find: (key) => (performance.now() - freshAt < TRUST_MS ? cache.get(key) : undefined),
    async query(key) {
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
    },
    markUsed: ({ keyId, tenant }) => void used.set(keyId, tenant),
    start() {
      polling = pollOrWarn()
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
