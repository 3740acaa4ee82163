import { setTimeout as pause } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { SECOND_MS } from '../kernel/time.ts'
import type { Database, Tx } from './database.ts'
import type { Logger } from './logs.ts'

/** One value of a metric that is read from the database. */
export interface Figure {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  /** A counter only grows, whichever process reads it, and through restarts. */
  readonly type: 'gauge' | 'counter'
  readonly help: string
}

/**
 * Metrics of rows, which the room that owns the rows reads. Their labels name an environment, never an enterprise: the
 * number of series must not grow with the number of customers.
 */
export interface FigureSource {
  readonly name: string
  readonly families: Readonly<Record<string, Family>>
  /** The least time between two reads; fifteen seconds, when absent. */
  readonly freshMs?: number
  /** How long the read may take; five seconds, when absent. */
  readonly timeoutMs?: number
  read(tx: Tx): Promise<Figure[]>
}

const FRESH_MS = 15 * SECOND_MS
const TIMEOUT_MS = 5 * SECOND_MS
/** A read takes at most one part in this many of its connection's time, however slow it has become. */
const REST_FACTOR = 20
/** A scrape that comes while figures are being read shows the former ones after this time. */
const SCRAPE_WAIT_MS = 2 * SECOND_MS
const AGE = 'tributary_figures_age_seconds'

interface State {
  figures: readonly Figure[]
  reading: Promise<void> | undefined
  readAt: number | undefined
  nextAt: number
}

/**
 * Reads the figures of all sources for the metrics, each at most as often as it may be and only when somebody scrapes. No
 * scrape waits for a slow read, and a source that fails leaves the others alone; its age then says how old its figures are.
 */
export class FigureReader {
  readonly #sources: ReadonlyMap<FigureSource, State>
  #database: Database | undefined
  #since = performance.now()
  #log: Logger | undefined

  constructor(sources: readonly FigureSource[]) {
    const state = (): State => ({ figures: [], reading: undefined, readAt: undefined, nextAt: 0 })
    this.#sources = new Map(sources.map((source) => [source, state()]))
  }

  /** Without a database there are no figures: in a service of several processes one reads for all. */
  readFrom(database: Database, log: Logger): void {
    this.#database = database
    this.#log = log
    this.#since = performance.now()
  }

  async close(): Promise<void> {
    await this.#database?.close()
  }

  register(registry: Registry): void {
    const add = (name: string, { type, help }: Family, values: () => Promise<object[]>): void =>
      registry.registerMetric({
        name,
        // Every process that reads one of these reads the same rows.
        get: async () => ({ name, help, type, aggregator: 'max', values: await values() }),
        reset: () => {},
      } as unknown as Parameters<Registry['registerMetric']>[0])
    for (const source of this.#sources.keys()) {
      for (const [name, family] of Object.entries(source.families)) {
        add(name, family, async () => (await this.#fresh(source)).filter((figure) => figure.name === name))
      }
    }
    const help = 'How long ago the figures of a source were read from the database; never yet: since the start.'
    const age: Family = { type: 'gauge', help }
    add(AGE, age, () => this.#ages())
  }

  /**
   * As of after the reads that this scrape has begun. Figures that were never read are as old as this reader: a source that
   * has failed since the start would otherwise be missed by nobody.
   */
  async #ages(): Promise<object[]> {
    if (!this.#database) return []
    await Promise.all([...this.#sources.keys()].map((source) => this.#fresh(source)))
    const now = performance.now()
    return [...this.#sources].map(([{ name }, { readAt = this.#since }]) => ({
      labels: { source: name },
      value: (now - readAt) / SECOND_MS,
    }))
  }

  async #fresh(source: FigureSource): Promise<readonly Figure[]> {
    const state = this.#sources.get(source) as State
    const database = this.#database
    if (!database) return []
    if (!state.reading && performance.now() >= state.nextAt) {
      state.reading = this.#read(database, source, state).finally(() => {
        state.reading = undefined
      })
    }
    await Promise.race([state.reading, pause(SCRAPE_WAIT_MS, undefined, { ref: false })])
    return state.figures
  }

  async #read(database: Database, source: FigureSource, state: State): Promise<void> {
    const { freshMs = FRESH_MS, timeoutMs = TIMEOUT_MS } = source
    const startedAt = performance.now()
    try {
      state.figures = await database.transaction(async (tx) => {
        await tx`select set_config('statement_timeout', ${String(timeoutMs)}, true)`
        return source.read(tx)
      })
      state.readAt = performance.now()
    } catch (err) {
      this.#log?.warn({ err, source: source.name }, 'the figures of this source could not be read for the metrics')
    }
    const endedAt = performance.now()
    state.nextAt = endedAt + Math.max(freshMs, REST_FACTOR * (endedAt - startedAt))
  }
}
