import { problem } from '../kernel/errors.ts'
import { MINUTE_MS } from '../kernel/time.ts'

const ADDRESSES_MAX = 10_000

interface Guesses {
  count: number
  readonly until: number
}

export interface KeyGuesses {
  /** Throws for the rest of the minute once an address has had too many keys refused. */
  refuse(address: string): void
  /** Counts a refused key; true if it is the one that reaches the limit. */
  count(address: string): boolean
}

/**
 * Counts refused keys by address, in this process. A key has 190 bits and cannot be guessed; but a caller that tries must
 * not cost the database a query each time. Cached keys need no query and so are never limited.
 */
export function createKeyGuesses(perMinute: number, now = () => performance.now()): KeyGuesses {
  const byAddress = new Map<string, Guesses>()

  const known = (address: string): Guesses | undefined => {
    const guesses = byAddress.get(address)
    return guesses && now() < guesses.until ? guesses : undefined
  }

  return {
    refuse(address) {
      const guesses = known(address)
      if (!guesses || guesses.count < perMinute) return
      const seconds = Math.max(1, Math.ceil((guesses.until - now()) / 1_000))
      throw problem('rate_limited', {
        message: `Too many API keys from this address were refused; wait ${seconds} seconds and retry with a valid one.`,
        headers: { 'retry-after': String(seconds) },
        guessing: 'API keys',
      })
    },
    count(address) {
      let guesses = known(address)
      if (!guesses) {
        byAddress.delete(address)
        if (byAddress.size >= ADDRESSES_MAX) byAddress.delete(byAddress.keys().next().value as string)
        guesses = { count: 0, until: now() + MINUTE_MS }
        byAddress.set(address, guesses)
      }
      return ++guesses.count === perMinute
    },
  }
}
