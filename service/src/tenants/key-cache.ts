import type { Caller } from '../http/caller.ts'
import type { Environment } from '../kernel/environment.ts'
import { MINUTE_MS } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { scopesOfKey } from './key-scopes.ts'
import { findKey, type KeyRow, type KeyUse, readAuthEpoch, touchKeys } from './keys.store.ts'
import { keyHashes } from './keys.ts'
import { createAllowList } from './networks.ts'

const CACHE_MAX = 10_000
const POLL_MS = 300
/** A cached key is trusted only if the epoch was read within this time. */
const TRUST_MS = 900
const TOUCH_EVERY_POLLS = 10
/** A key that is used without pause from one address is written this often. */
const TOUCH_AGAIN_MS = MINUTE_MS

export interface CachedKey {
  readonly environment: Environment
  readonly revoked: boolean
  /** When the row was read. */
  readonly expired: boolean
  /** Milliseconds of the database's clock. */
  readonly expiresAt: number
  readonly caller: Caller
  /** Absent if the key may be used from everywhere. */
  readonly allows: ((ip: string) => boolean) | undefined
}

export interface KeyCache {
  /** From memory; `undefined` if the key is not there or cannot be trusted. */
  find(key: string): CachedKey | undefined
  /** From the database; `undefined` if there is no such key. */
  query(key: string): Promise<CachedKey | undefined>
  /** Whether a key has expired by now. Exact: the database's clock is read with the epoch, a few times a second. */
  isExpired(key: CachedKey): boolean
  /** Notes that a key was used; written to the database later, at most once a minute for an address. */
  markUsed(caller: Caller, from: { readonly ip: string }): void
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
  const uses = createUses()
  let epoch = 0
  let freshAt = Number.NEGATIVE_INFINITY
  /** The database's clock less this process's. At most the time of one query too large, so no key is used too long. */
  let aheadMs = Number.NEGATIVE_INFINITY
  let polls = 0
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> = Promise.resolve()

  async function poll(): Promise<void> {
    const startedAt = performance.now()
    const current = await readAuthEpoch(database.sql)
    if (current.epoch !== epoch) cache.clear()
    epoch = current.epoch
    aheadMs = current.now.getTime() - startedAt
    freshAt = startedAt
    if (++polls % TOUCH_EVERY_POLLS === 0) await recordUse()
  }

  const pollOrWarn = (): Promise<void> =>
    poll().catch((error) => log.warn({ err: error }, 'could not check for changed API keys'))

  async function recordUse(when: 'due' | 'all' = 'due'): Promise<void> {
    const batch = uses.take(when)
    if (batch.length > 0) await touchKeys(database.sql, batch)
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
      const row = await findKey(database.sql, keyHashes(key))
      if (!row) return undefined
      const found = toCachedKey(row)
      // A row read before the epoch changed may be outdated already: it is used once and not cached.
      if (asOf === epoch && epoch > 0) {
        if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value as string)
        cache.set(key, found)
      }
      return found
    },
    isExpired: ({ expired, expiresAt }) => expired || performance.now() + aheadMs >= expiresAt,
    markUsed: uses.mark,
    start() {
      polling = pollOrWarn()
      schedule()
    },
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await polling
      await recordUse('all').catch(() => {})
    },
  }
}

/** The uses of keys that are not written yet. Between two writes only the first use of a key reads the address. */
function createUses() {
  let used = new Map<Caller, string>()
  /** By key id, each with its latest address. */
  const waiting = new Map<string, KeyUse>()
  const written = new Map<string, { readonly address: string; readonly at: number }>()

  const isDue = ({ id, address }: KeyUse): boolean => {
    const last = written.get(id)
    return last === undefined || last.address !== address || performance.now() - last.at >= TOUCH_AGAIN_MS
  }

  return {
    mark(caller: Caller, from: { readonly ip: string }): void {
      if (!used.has(caller)) used.set(caller, from.ip)
    },
    /** The uses to write now; the others wait. */
    take(when: 'due' | 'all'): KeyUse[] {
      for (const [{ tenant, keyId }, address] of used) waiting.set(keyId, { tenant_id: tenant, id: keyId, address })
      used = new Map()
      const batch = [...waiting.values()].filter((use) => when === 'all' || isDue(use))
      // Bounds the memory. A key that is forgotten here is written a little sooner.
      if (written.size > CACHE_MAX) written.clear()
      for (const { id, address } of batch) {
        waiting.delete(id)
        written.set(id, { address, at: performance.now() })
      }
      return batch
    },
  }
}

const toCachedKey = (row: KeyRow): CachedKey => ({
  environment: row.environment,
  revoked: row.revoked,
  expired: row.expired,
  expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
  allows: row.allowed_networks === null ? undefined : createAllowList(row.allowed_networks),
  caller: {
    tenant: row.tenant,
    keyId: row.id,
    rateLimitPerSecond: row.rate_limit_per_second ?? undefined,
    scopes: scopesOfKey(row.scopes),
  },
})
