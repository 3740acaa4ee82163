import type { Session } from './session.ts'
import type { Query, Result } from './sql.ts'

/** A connection that has not answered for so long is busy with a slow read: others are not queued behind it. */
const SLOW_MS = 20
/** At most so many connections serve quick reads: the fewer there are, the more reads share a write and a reply. */
const QUICK_MAX = 4
/** A connection held for longer gets no more reads and goes back to the pool, which replaces those that are too old. */
const HELD_MS = 60_000

/** The pool as reads see it. */
export interface Connections {
  /** At most so many are held for reads, so that transactions always have the others. */
  readonly readersMax: number
  checkOut(): Promise<Session>
  /** Whether a connection can be had without waiting for another to be given back. */
  hasFree(): boolean
  /** Whether a transaction waits for a connection. */
  isAwaited(): boolean
}

interface Reader {
  readonly session: Session
  readonly since: number
}

const lessBusy = (one: Reader, other: Reader | undefined): Reader =>
  other === undefined || one.session.outstanding < other.session.outstanding ? one : other

/**
 * Reads outside of transactions share connections: a read takes an idle one, else a free one of the pool, else it is sent
 * behind the reads of another, which answers them in their order.
 */
export class Readers {
  readonly #connections: Connections
  readonly #readers = new Set<Reader>()
  #opening: Promise<Reader>[] = []
  #isClosed = false

  constructor(connections: Connections) {
    this.#connections = connections
  }

  async send(query: Query): Promise<Result> {
    const found = this.#choose()
    if (found === 'alone') return this.#sendAlone(query)
    const reader = found ?? (await this.#open())
    // Given back to the pool between the opening and this read.
    if (reader.session.hasEnded) return this.send(query)
    try {
      return await reader.session.send(query)
    } finally {
      this.#giveBackIfDue(reader)
    }
  }

  /** A read while all held connections are slow: it has a free one for itself. */
  async #sendAlone(query: Query): Promise<Result> {
    const session = await this.#connections.checkOut()
    try {
      return await session.send(query)
    } finally {
      session.end()
    }
  }

  /** Gives an idle connection back to the pool, for a transaction that would wait otherwise. */
  yieldOne(): void {
    for (const reader of this.#readers) {
      if (reader.session.outstanding === 0) {
        this.#giveBack(reader)
        return
      }
    }
  }

  close(): void {
    this.#isClosed = true
    for (const reader of this.#readers) if (reader.session.outstanding === 0) this.#giveBack(reader)
  }

  /** A connection for the next read; none where another is to be opened, or it should have one for itself. */
  #choose(): Reader | 'alone' | undefined {
    const now = performance.now()
    let quick = this.#opening.length
    let best: Reader | undefined
    let leastBusy: Reader | undefined
    for (const reader of this.#readers) {
      const { session, since } = reader
      if (session.isSpoiled || now - since > HELD_MS) {
        this.#giveBackIfDue(reader)
        continue
      }
      if (session.outstanding === 0) return reader
      leastBusy = lessBusy(reader, leastBusy)
      if (session.waitingMs(now) > SLOW_MS) continue
      quick++
      best = lessBusy(reader, best)
    }
    const hasFree = this.#connections.hasFree()
    const canHoldMore = this.#readers.size + this.#opening.length < this.#connections.readersMax
    if (canHoldMore && quick < QUICK_MAX && hasFree) return undefined
    if (best) return best
    if (this.#opening.length > 0) return undefined
    return hasFree ? 'alone' : leastBusy
  }

  /** Opens another connection, or waits with others for one that is being opened. */
  #open(): Promise<Reader> {
    const { readersMax } = this.#connections
    if (this.#opening.length > 0 && this.#readers.size + this.#opening.length >= Math.min(QUICK_MAX, readersMax)) {
      return this.#opening[0] as Promise<Reader>
    }
    const opening = this.#connections.checkOut().then(
      (session) => {
        this.#opening = this.#opening.filter((other) => other !== opening)
        const reader = { session, since: performance.now() }
        this.#readers.add(reader)
        return reader
      },
      (error: unknown) => {
        this.#opening = this.#opening.filter((other) => other !== opening)
        throw error
      },
    )
    this.#opening.push(opening)
    return opening
  }

  #giveBackIfDue(reader: Reader): void {
    if (reader.session.outstanding > 0 || !this.#readers.has(reader)) return
    const isOld = performance.now() - reader.since > HELD_MS
    if (this.#isClosed || reader.session.isSpoiled || isOld || this.#connections.isAwaited()) this.#giveBack(reader)
  }

  #giveBack(reader: Reader): void {
    this.#readers.delete(reader)
    reader.session.end()
  }
}
