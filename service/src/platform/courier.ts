import { every } from './every.ts'
import type { Logger } from './logs.ts'

/** A line of jobs that must not hold up any other: the deliveries of one webhook, the mail of one tenant. */
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
 * row's, so whoever slept through a lease changes nothing.
 */
export interface CourierKind<L extends Line, Job, Outcome> {
  readonly name: string
  /** At most this many jobs of a line are sent at once. */
  readonly concurrency: number
  /** The lines with something to claim now. */
  lines(): Promise<readonly L[]>
  claim(line: L, limit: number): Promise<Claim<Job>>
  /** A failure is an outcome. What it throws is nobody's: the job comes back when its lease is over. */
  send(line: L, job: Job): Promise<Outcome>
  /** Says whether something else became claimable by it. */
  record(line: L, done: readonly Done<Job, Outcome>[]): Promise<boolean>
  renew(line: L, jobs: readonly Job[]): Promise<void>
  /** Gives back what was claimed and not begun. */
  release(line: L, jobs: readonly Job[]): Promise<void>
  /** Nothing of this line is left to do for now. */
  rest?(line: L): void
}

export interface CourierOptions {
  readonly log: Logger
  readonly pollMs: number
  readonly leaseMs: number
}

export interface Courier {
  /** No new claims; what is being sent is finished and recorded. */
  stop(): Promise<void>
}

/** Jobs that one process holds at once, over all lines: bounds its memory. */
const HELD_MAX = 16_384
/** A fast line may claim ahead of its sockets, as much as it sends in half a second: fewer, larger transactions. */
const AHEAD_MS = 500
const AHEAD_MAX = 256
/** A line that takes this long for each holds only a few, so that many such lines do not fill the process. */
const SLOW_MS = 5_000
const SLOW_HELD_MAX = 8
/** Between the tries to record: a little less than a lease in all, after which others send the jobs anyway. */
const RECORD_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, ...Array<number>(6).fill(4_000)]

interface Held<Job> {
  readonly job: Job
  readonly since: number
}

interface State<L, Job, Outcome> {
  readonly line: L
  readonly waiting: Held<Job>[]
  readonly sending: Set<Held<Job>>
  readonly done: Done<Job, Outcome>[]
  claiming: boolean
  recording: boolean
  recordingCount: number
  more: boolean
  /** Of one job, lately. */
  averageMs: number
}

export function startCourier<L extends Line, Job, Outcome>(
  kind: CourierKind<L, Job, Outcome>,
  { log, pollMs, leaseMs }: CourierOptions,
): Courier {
  const states = new Map<string, State<L, Job, Outcome>>()
  let held = 0
  let stopping = false
  let wakeWhenIdle: (() => void) | undefined
  const leaving = Promise.withResolvers<void>()

  const countOf = (state: State<L, Job, Outcome>): number =>
    state.waiting.length + state.sending.size + state.done.length + state.recordingCount

  function windowOf({ averageMs }: State<L, Job, Outcome>): number {
    if (averageMs > SLOW_MS) return Math.min(SLOW_HELD_MAX, kind.concurrency)
    const ahead = Math.floor((kind.concurrency * AHEAD_MS) / Math.max(1, averageMs))
    return Math.min(AHEAD_MAX, Math.max(kind.concurrency, ahead))
  }

  async function poll(): Promise<void> {
    const lines = await kind.lines()
    if (stopping) return
    for (const line of lines) {
      let state = states.get(line.key)
      if (!state) {
        state = {
          line,
          waiting: [],
          sending: new Set(),
          done: [],
          claiming: false,
          recording: false,
          recordingCount: 0,
          more: true,
          averageMs: AHEAD_MS,
        }
        states.set(line.key, state)
      }
      state.more = true
      pump(state)
    }
  }

  /** Whatever can happen next on a line. */
  function pump(state: State<L, Job, Outcome>): void {
    const room = Math.min(windowOf(state) - countOf(state), HELD_MAX - held)
    if (state.more && !state.claiming && !stopping && room >= Math.min(windowOf(state), HELD_MAX) / 2) {
      void claim(state, room)
    }
    while (!stopping && state.waiting.length > 0 && state.sending.size < kind.concurrency) {
      void send(state, state.waiting.shift() as Held<Job>)
    }
    if (state.done.length > 0 && !state.recording) void record(state)
    if (countOf(state) === 0 && !state.claiming && !state.more) {
      states.delete(state.line.key)
      kind.rest?.(state.line)
    }
    if (stopping && held === 0) wakeWhenIdle?.()
  }

  async function claim(state: State<L, Job, Outcome>, room: number): Promise<void> {
    state.claiming = true
    state.more = false
    held += room
    let got = 0
    try {
      const { jobs, more } = await kind.claim(state.line, room)
      got = jobs.length
      state.more = more
      const since = performance.now()
      for (const job of jobs) state.waiting.push({ job, since })
    } catch (error) {
      log.error({ err: error }, `could not claim ${kind.name}`)
    }
    held -= room - got
    state.claiming = false
    if (stopping) await giveBack(state)
    pump(state)
  }

  async function send(state: State<L, Job, Outcome>, one: Held<Job>): Promise<void> {
    state.sending.add(one)
    const startedAt = performance.now()
    try {
      const outcome = await kind.send(state.line, one.job)
      state.averageMs = 0.8 * state.averageMs + 0.2 * (performance.now() - startedAt)
      state.done.push({ job: one.job, outcome })
    } catch (error) {
      // Not released: it would come back at once, and throw again.
      log.error({ err: error }, `could not send one of ${kind.name}`)
      held--
    }
    state.sending.delete(one)
    // A line that has become slow holds more than it should: others may send it, and it goes out as it is by then.
    if (state.waiting.length > windowOf(state)) void giveBack(state, windowOf(state)).then(() => pump(state))
    pump(state)
  }

  /** All that was finished while the previous were being recorded, as one transaction. */
  async function record(state: State<L, Job, Outcome>): Promise<void> {
    state.recording = true
    const batch = state.done.splice(0)
    state.recordingCount = batch.length
    await recordPatiently(state, batch)
    held -= batch.length
    state.recordingCount = 0
    state.recording = false
    pump(state)
  }

  /** Unrecorded, they are sent again: it is tried on for a while, unless we are leaving anyway. */
  async function recordPatiently(state: State<L, Job, Outcome>, batch: readonly Done<Job, Outcome>[]): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        if (await kind.record(state.line, batch)) state.more = true
        return
      } catch (error) {
        log.error({ err: error }, `could not record ${kind.name}`)
      }
      const pause = RECORD_PAUSES_MS[tries]
      if (pause === undefined) log.error({ count: batch.length }, `gave up recording ${kind.name}: they are sent again`)
      if (pause === undefined || stopping) return
      await Promise.race([leaving.promise, new Promise((resolve) => setTimeout(resolve, pause).unref())])
    }
  }

  async function giveBack(state: State<L, Job, Outcome>, keep = 0): Promise<void> {
    const jobs = state.waiting.splice(keep).map(({ job }) => job)
    if (jobs.length === 0) return
    await kind.release(state.line, jobs).catch((error) => log.warn({ err: error }, `could not release ${kind.name}`))
    held -= jobs.length
  }

  /** A receiver may take longer than a lease; a lease only ends when nobody renews it. */
  async function renewAll(): Promise<void> {
    const before = performance.now() - leaseMs / 3
    for (const { line, waiting, sending } of states.values()) {
      const jobs = [...waiting, ...sending].filter(({ since }) => since <= before).map(({ job }) => job)
      if (jobs.length > 0) await kind.renew(line, jobs)
    }
  }

  const polling = every(pollMs, log, `look for ${kind.name}`, poll)
  const renewing = every(leaseMs / 3, log, `renew the leases of ${kind.name}`, renewAll)

  return {
    async stop() {
      stopping = true
      leaving.resolve()
      await polling.stop()
      for (const state of states.values()) await giveBack(state)
      if (held > 0) {
        await new Promise<void>((resolve) => {
          wakeWhenIdle = resolve
          for (const state of states.values()) pump(state)
        })
      }
      await renewing.stop()
    },
  }
}
