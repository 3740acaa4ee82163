import { createScopes, type Scope } from './activity.ts'
import type { Database, Queryable, Statement } from './database.ts'
import { every } from './every.ts'
import type { Logger } from './logs.ts'
import { ranked } from './ranked.ts'

/** Jobs that are sent apart from all others, so that a slow receiver holds up no one else: a webhook's, a tenant's. */
export interface Line {
  readonly key: string
}

export interface Claim<Job> {
  readonly jobs: readonly Job[]
  /** There may be more to claim at once. */
  readonly more: boolean
}

export interface Done<Job, Outcome> {
  readonly job: Job
  readonly outcome: Outcome
}

/**
 * Work that the network does. Jobs are rows, leased with an attempt number: `record` writes only where that is still the
 * row's, so a worker that slept through its lease changes nothing.
 */
export interface CourierKind<L extends Line, Job, Outcome> {
  readonly name: string
  /** At most this many jobs of a line are sent at once. */
  readonly concurrency: number
  /**
   * A query of the lines with something to claim now, of the tenants in a scope: their fields but for the key, which travel as
   * JSON: texts and small numbers.
   */
  linesStatement(sql: Queryable, scope: Scope): Statement
  keyOf(line: Omit<L, 'key'>): string
  claim(line: L, limit: number): Promise<Claim<Job>>
  /** A failure is an outcome. When it throws, nothing is recorded: the job can be claimed again when its lease is over. */
  send(line: L, job: Job): Promise<Outcome>
  /** Answers whether recording made another job claimable. */
  record(line: L, done: readonly Done<Job, Outcome>[]): Promise<boolean>
  renew(line: L, jobs: readonly Job[]): Promise<void>
  /** Gives back jobs that were claimed and not begun. */
  release(line: L, jobs: readonly Job[]): Promise<void>
  /** This line has no job that can be claimed now. */
  rest?(line: L): void
}

export interface CourierOptions {
  readonly log: Logger
  readonly leaseMs: number
}

export interface PollOptions {
  readonly database: Database
  readonly log: Logger
  readonly pollMs: number
}

export interface Courier {
  readonly name: string
  readonly linesStatement: CourierKind<Line, unknown, unknown>['linesStatement']
  /** Takes up lines that have something to claim, as the statement has found them. */
  takeUp(found: readonly object[]): void
  /** Claims nothing new; jobs that are being sent are finished and recorded. */
  stop(): Promise<void>
}

/** Jobs that one process holds at once, over all lines: bounds its memory. */
const HELD_MAX = 16_384
/** A fast line may claim ahead of its sockets, as much as it sends in half a second: fewer, larger transactions. */
const AHEAD_MS = 500
const AHEAD_MAX = 256
/** A line that takes this long for each job holds only a few, so that many such lines do not fill the process. */
const SLOW_MS = 5_000
const SLOW_HELD_MAX = 8
/** Pauses between attempts to record outcomes; in sum just under one lease, after which other workers resend. */
const RECORD_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, ...Array<number>(6).fill(4_000)]

interface HeldJob<Job> {
  readonly job: Job
  readonly since: number
}

interface LineState<L, Job, Outcome> {
  readonly line: L
  readonly waiting: HeldJob<Job>[]
  readonly sending: Set<HeldJob<Job>>
  readonly done: Done<Job, Outcome>[]
  isClaiming: boolean
  isRecording: boolean
  recordingCount: number
  more: boolean
  /** The recent average time of a job. */
  averageMs: number
}

const newState = <L, Job, Outcome>(line: L): LineState<L, Job, Outcome> => ({
  line,
  waiting: [],
  sending: new Set(),
  done: [],
  isClaiming: false,
  isRecording: false,
  recordingCount: 0,
  more: true,
  averageMs: AHEAD_MS,
})

const countHeld = ({ waiting, sending, done, recordingCount }: LineState<unknown, unknown, unknown>): number =>
  waiting.length + sending.size + done.length + recordingCount

/** How many jobs a line may hold. */
function windowOf(averageMs: number, concurrency: number): number {
  if (averageMs > SLOW_MS) return Math.min(SLOW_HELD_MAX, concurrency)
  const ahead = Math.floor((concurrency * AHEAD_MS) / Math.max(1, averageMs))
  return Math.min(AHEAD_MAX, Math.max(concurrency, ahead))
}

export function startCourier<L extends Line, Job, Outcome>(
  kind: CourierKind<L, Job, Outcome>,
  { log, leaseMs }: CourierOptions,
): Courier {
  const lines = new Lines(kind, log)
  const renewing = every(leaseMs / 3, log, `renew the leases of ${kind.name}`, () => lines.renew(leaseMs / 3))
  return {
    name: kind.name,
    linesStatement: kind.linesStatement,
    takeUp: (found) => lines.takeUp(found as readonly Omit<L, 'key'>[]),
    async stop() {
      lines.beginStop()
      await lines.finish()
      await renewing.stop()
    },
  }
}

/** Looks for the lines of all couriers in one query: they are asked so often that an idle process would do little else. */
export function pollFor(
  couriers: readonly Courier[],
  { database, log, pollMs }: PollOptions,
): { stop(): Promise<void> } {
  const nextScope = createScopes(database)
  const names = couriers.map(({ name }) => name).join(' and ')
  return every(pollMs, log, `look for ${names}`, async () => {
    const scope = await nextScope()
    const { sql } = database
    const queries = couriers.map(({ linesStatement }) => linesStatement(sql, scope))
    const rows = await sql<{ rank: number; line: object }[]>`${ranked(sql, sql`row_to_json(one) as line`, queries)}`
    const byCourier = Map.groupBy(rows, ({ rank }) => rank)
    for (const [rank, found] of byCourier) couriers[rank]?.takeUp(found.map(({ line }) => line))
  })
}

/** The lines that have work, and all jobs that this process holds. */
class Lines<L extends Line, Job, Outcome> {
  readonly #kind: CourierKind<L, Job, Outcome>
  readonly #log: Logger
  readonly #states = new Map<string, LineState<L, Job, Outcome>>()
  readonly #stopped = Promise.withResolvers<void>()
  #held = 0
  #isStopping = false
  #onIdle: (() => void) | undefined

  constructor(kind: CourierKind<L, Job, Outcome>, log: Logger) {
    this.#kind = kind
    this.#log = log
  }

  takeUp(found: readonly Omit<L, 'key'>[]): void {
    if (this.#isStopping) return
    for (const one of found) {
      const key = this.#kind.keyOf(one)
      const state = this.#states.get(key) ?? newState<L, Job, Outcome>({ ...one, key } as L)
      this.#states.set(key, state)
      state.more = true
      this.#pump(state)
    }
  }

  /** A receiver may take longer than a lease: the lease of a job that is still held must not run out. */
  async renew(heldForMs: number): Promise<void> {
    const before = performance.now() - heldForMs
    for (const { line, waiting, sending } of this.#states.values()) {
      const jobs = [...waiting, ...sending].filter(({ since }) => since <= before).map(({ job }) => job)
      if (jobs.length > 0) await this.#kind.renew(line, jobs)
    }
  }

  beginStop(): void {
    this.#isStopping = true
    this.#stopped.resolve()
  }

  /** Gives back what has not begun, and waits until the rest is recorded. */
  async finish(): Promise<void> {
    for (const state of this.#states.values()) await this.#giveBack(state)
    if (this.#held === 0) return
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve
      for (const state of this.#states.values()) this.#pump(state)
    })
  }

  #windowOf(state: LineState<L, Job, Outcome>): number {
    return windowOf(state.averageMs, this.#kind.concurrency)
  }

  /** Starts everything that can happen next on a line. */
  #pump(state: LineState<L, Job, Outcome>): void {
    const window = this.#windowOf(state)
    const room = Math.min(window - countHeld(state), HELD_MAX - this.#held)
    if (state.more && !state.isClaiming && !this.#isStopping && room >= Math.min(window, HELD_MAX) / 2) {
      void this.#claim(state, room)
    }
    while (!this.#isStopping && state.waiting.length > 0 && state.sending.size < this.#kind.concurrency) {
      void this.#send(state, state.waiting.shift() as HeldJob<Job>)
    }
    if (state.done.length > 0 && !state.isRecording) void this.#record(state)
    if (countHeld(state) === 0 && !state.isClaiming && !state.more) {
      this.#states.delete(state.line.key)
      this.#kind.rest?.(state.line)
    }
    if (this.#isStopping && this.#held === 0) this.#onIdle?.()
  }

  async #claim(state: LineState<L, Job, Outcome>, room: number): Promise<void> {
    state.isClaiming = true
    state.more = false
    this.#held += room
    let got = 0
    try {
      const { jobs, more } = await this.#kind.claim(state.line, room)
      got = jobs.length
      state.more = more
      const since = performance.now()
      for (const job of jobs) state.waiting.push({ job, since })
    } catch (error) {
      this.#log.error({ err: error }, `could not claim ${this.#kind.name}`)
    }
    this.#held -= room - got
    state.isClaiming = false
    if (this.#isStopping) await this.#giveBack(state)
    this.#pump(state)
  }

  async #send(state: LineState<L, Job, Outcome>, one: HeldJob<Job>): Promise<void> {
    state.sending.add(one)
    const startedAt = performance.now()
    try {
      const outcome = await this.#kind.send(state.line, one.job)
      state.averageMs = 0.8 * state.averageMs + 0.2 * (performance.now() - startedAt)
      state.done.push({ job: one.job, outcome })
    } catch (error) {
      // Not released: it would come back at once, and throw again.
      this.#log.error({ err: error }, `could not send one of ${this.#kind.name}`)
      this.#held--
    }
    state.sending.delete(one)
    // A line that has become slow holds more than it should: another process may send the rest.
    const window = this.#windowOf(state)
    if (state.waiting.length > window) void this.#giveBack(state, window).then(() => this.#pump(state))
    this.#pump(state)
  }

  /** Records in one transaction all jobs that were finished while the previous ones were being recorded. */
  async #record(state: LineState<L, Job, Outcome>): Promise<void> {
    state.isRecording = true
    const batch = state.done.splice(0)
    state.recordingCount = batch.length
    await this.#recordPatiently(state, batch)
    this.#held -= batch.length
    state.recordingCount = 0
    state.isRecording = false
    this.#pump(state)
  }

  /** Jobs that are not recorded are sent again, so recording is tried for a while, unless the process is stopping. */
  async #recordPatiently(state: LineState<L, Job, Outcome>, batch: readonly Done<Job, Outcome>[]): Promise<void> {
    const { name } = this.#kind
    for (let tries = 0; ; tries++) {
      try {
        if (await this.#kind.record(state.line, batch)) state.more = true
        return
      } catch (error) {
        this.#log.error({ err: error }, `could not record ${name}`)
      }
      const pause = RECORD_PAUSES_MS[tries]
      if (pause === undefined)
        this.#log.error({ count: batch.length }, `gave up recording ${name}: they are sent again`)
      if (pause === undefined || this.#isStopping) return
      await Promise.race([this.#stopped.promise, new Promise((resolve) => setTimeout(resolve, pause).unref())])
    }
  }

  async #giveBack(state: LineState<L, Job, Outcome>, keep = 0): Promise<void> {
    const jobs = state.waiting.splice(keep).map(({ job }) => job)
    if (jobs.length === 0) return
    await this.#kind
      .release(state.line, jobs)
      .catch((error) => this.#log.warn({ err: error }, `could not release ${this.#kind.name}`))
    this.#held -= jobs.length
  }
}
