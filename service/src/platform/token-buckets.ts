interface Bucket {
  tokens: number
  filledAt: number
}

const NAMES_MAX = 10_000

/** Removes the oldest entry of a map that is full: bounds the memory. */
function makeRoom(map: Map<string, unknown>): void {
  if (map.size >= NAMES_MAX) map.delete(map.keys().next().value as string)
}

/** Token buckets by name. Each holds a second's worth and refills evenly, by the process's monotonic clock. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #now: () => number

  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Takes as many of the wanted tokens as there are, and answers how many. */
  take(name: string, perSecond: number, wanted: number): number {
    const at = this.#now()
    let bucket = this.#buckets.get(name)
    if (!bucket) {
      // The name that was first seen longest ago gets a new bucket with its next request.
      makeRoom(this.#buckets)
      bucket = { tokens: perSecond, filledAt: at }
      this.#buckets.set(name, bucket)
    }
    bucket.tokens = Math.min(perSecond, bucket.tokens + ((at - bucket.filledAt) / 1_000) * perSecond)
    bucket.filledAt = at
    const taken = Math.min(wanted, Math.floor(bucket.tokens))
    bucket.tokens -= taken
    return taken
  }

  /** The whole tokens that were left when some were last taken. */
  left(name: string): number {
    return Math.floor(this.#buckets.get(name)?.tokens ?? 0)
  }
}

/** Takes one token for a request: at once where the buckets are this process's own, or else perhaps after asking. */
export interface TakeToken {
  (name: string, perSecond: number): boolean | Promise<boolean>
  /** The tokens left, as far as this process knows. */
  left(name: string): number
}

/** Tokens from buckets of this process alone. */
export function ownTokens(now?: () => number): TakeToken {
  const buckets = new TokenBuckets(now)
  const take = (name: string, perSecond: number): boolean => buckets.take(name, perSecond, 1) === 1
  return Object.assign(take, { left: (name: string) => buckets.left(name) })
}

export interface TokensWanted {
  readonly name: string
  readonly perSecond: number
  readonly count: number
}

/** Tokens that a process was given, and those that were left for all. */
export interface TokensGranted {
  readonly granted: number
  readonly left: number
}

interface Lease {
  readonly name: string
  readonly perSecond: number
  /** The number that is asked for at once. */
  readonly share: number
  tokens: number
  /** The tokens that were left for all processes when this one last asked. */
  left: number
  /** Requests that wait for a token. */
  waiting: number
  asking: Promise<void> | undefined
}

/** A hundredth of a second's worth at once: few questions, and little that lies unused in one process. */
const SHARES_PER_SECOND = 100

/**
 * Tokens from buckets that several processes share. A share is asked for at a time, and the next one before the first is
 * used up, so that a busy sender seldom waits. Limits below 200 a second are exact; above, each process may have one and
 * a half shares in hand.
 */
export function leasedTokens(ask: (wanted: TokensWanted) => Promise<TokensGranted>): TakeToken {
  const leases = new Map<string, Lease>()

  function leaseOf(name: string, perSecond: number): Lease {
    const known = leases.get(name)
    // Tokens of a limit that has changed since are worth nothing.
    if (known?.perSecond === perSecond) return known
    if (!known) makeRoom(leases)
    const share = Math.max(1, Math.floor(perSecond / SHARES_PER_SECOND))
    const lease: Lease = { name, perSecond, share, tokens: 0, left: 0, waiting: 0, asking: undefined }
    leases.set(name, lease)
    return lease
  }

  function askFor(lease: Lease): Promise<void> {
    const { name, perSecond, share, waiting } = lease
    lease.asking ??= ask({ name, perSecond, count: Math.max(share, waiting) })
      .then(({ granted, left }) => {
        lease.tokens += granted
        lease.left = left
      })
      .finally(() => {
        lease.asking = undefined
      })
    return lease.asking
  }

  async function takeAfterAsking(lease: Lease): Promise<boolean> {
    lease.waiting++
    try {
      // A question that was sent before this request came did not ask for it.
      if (lease.asking) await lease.asking
      if (lease.tokens < 1) await askFor(lease)
      return takeOne(lease)
    } finally {
      lease.waiting--
    }
  }

  function take(name: string, perSecond: number): boolean | Promise<boolean> {
    const lease = leaseOf(name, perSecond)
    if (!takeOne(lease)) return takeAfterAsking(lease)
    if (lease.share > 1 && lease.tokens < lease.share / 2) askFor(lease).catch(() => {})
    return true
  }

  const left = (name: string): number => {
    const lease = leases.get(name)
    return lease ? lease.tokens + lease.left : 0
  }
  return Object.assign(take, { left })
}

function takeOne(lease: Lease): boolean {
  if (lease.tokens < 1) return false
  lease.tokens--
  return true
}
