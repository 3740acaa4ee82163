import { type Caller, type FindCaller, isRejection, type KeyRejection } from '../http/caller.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { networkOf } from '../platform/networks.ts'
import { type CachedKey, createKeyCache } from './key-cache.ts'
import { createKeyGuesses } from './key-guesses.ts'
import { environmentOfKey } from './keys.ts'

/** Refused keys per address before that address must wait. */
const GUESSES_PER_MINUTE = 1_000

const UNKNOWN: KeyRejection = { reason: 'unknown' }
const REVOKED: KeyRejection = { reason: 'revoked' }
const EXPIRED: KeyRejection = { reason: 'expired' }
const OTHER_ENVIRONMENT: KeyRejection = { reason: 'other_environment' }

/** The sender of a key, and the environment of the address that it was sent to. */
interface Sent {
  readonly key: string
  readonly environment: Environment
  /** Behind a proxy its address is computed each time it is read. */
  readonly from: { readonly ip: string }
}

export interface KeyLookup {
  forEnvironment(environment: Environment): FindCaller
  start(): void
  stop(): Promise<void>
}

/**
 * Finds the tenant of an API key: from memory, or else by a query that guessing is limited for. The limit is divided by
 * the number of processes that serve one address.
 */
export function createKeyLookup(database: Database, log: Logger, processes = 1): KeyLookup {
  const cache = createKeyCache(database, log)
  const guesses = createKeyGuesses(Math.ceil(GUESSES_PER_MINUTE / processes))

  function judge(found: CachedKey | undefined, { key, environment, from }: Sent): Caller | KeyRejection {
    if (!found) return namesOtherEnvironment(environment, key) ? OTHER_ENVIRONMENT : UNKNOWN
    if (found.environment !== environment) return OTHER_ENVIRONMENT
    if (found.revoked) return REVOKED
    if (cache.isExpired(found)) return EXPIRED
    const { caller, allows } = found
    if (allows && !allows(from.ip)) return { reason: 'network_not_allowed', caller }
    cache.markUsed(caller, from)
    return caller
  }

  async function queryWithinLimit(sent: Sent): Promise<Caller | KeyRejection> {
    const { from, environment } = sent
    const address = networkOf(from.ip)
    guesses.refuse(address)
    const result = judge(await cache.query(sent.key), sent)
    if (isRejection(result) && guesses.count(address)) {
      log.warn({ address, environment }, 'too many API keys from this address were refused: it has to wait')
    }
    return result
  }

  return {
    forEnvironment: (environment) => (key, from) => {
      const cached = cache.find(key)
      const sent = { key, environment, from }
      return cached ? judge(cached, sent) : queryWithinLimit(sent)
    },
    start: () => cache.start(),
    stop: () => cache.stop(),
  }
}

/** A key whose prefix names the other environment was most likely sent to the wrong address, whether it exists or not. */
function namesOtherEnvironment(environment: Environment, key: string): boolean {
  const named = environmentOfKey(key)
  return named !== undefined && named !== environment
}
