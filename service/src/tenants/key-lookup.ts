import type { Caller, FindCaller, KeyRejection } from '../http/caller.ts'
import type { Environment } from '../kernel/environment.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { type CachedKey, createKeyCache } from './key-cache.ts'
import { createKeyGuesses } from './key-guesses.ts'
import { environmentOfKey } from './keys.ts'

/** Refused keys per address before that address must wait. */
const GUESSES_PER_MINUTE = 1_000

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

  function judge(found: CachedKey | undefined, environment: Environment, key: string): ReturnType<FindCaller> {
    if (!found) return Promise.resolve(namesOtherEnvironment(environment, key) ? 'other_environment' : 'unknown')
    if (found.environment !== environment) return Promise.resolve('other_environment')
    if (found.revoked) return Promise.resolve('revoked')
    cache.markUsed(found.caller)
    return found.caller
  }

  async function queryWithinLimit(
    address: string,
    key: string,
    environment: Environment,
  ): Promise<Caller | KeyRejection> {
    guesses.refuse(address)
    const result = await judge(await cache.query(key), environment, key)
    if (typeof result === 'string' && guesses.count(address)) {
      log.warn({ address, environment }, 'too many API keys from this address were refused: it has to wait')
    }
    return result
  }

  return {
    forEnvironment: (environment) => (key, from) => {
      const cached = cache.find(key)
      return cached ? judge(cached, environment, key) : queryWithinLimit(from.ip, key, environment)
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
