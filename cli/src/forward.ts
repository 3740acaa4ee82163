import { setTimeout as sleep } from 'node:timers/promises'
import { type Event, sign } from '../../sdk/typescript/src/index.ts'
import type { Progress } from './progress.ts'

/** One attempt to deliver an event. */
export interface Attempt {
  readonly event: Event
  readonly attempt: number
  readonly durationMs: number
  /** Absent where no answer came. */
  readonly status?: number
  readonly error?: string
  /** How long the next attempt is waited for; absent after a success. */
  readonly retryInMs?: number
}

export interface ForwardOptions {
  readonly follow: (signal: AbortSignal) => AsyncIterable<Event>
  readonly url: string
  readonly secret: string
  readonly userAgent: string
  readonly progress: Progress
  /** Whether an event is wanted; others are passed over. */
  readonly isWanted: (event: Event) => boolean
  readonly onAttempt: (attempt: Attempt) => void
  readonly signal: AbortSignal
}

/** So many calls are under way at once, each of another resource. */
export const CALLS_MAX = 32
/** So many events are read ahead of those that are delivered: one that fails again and again holds back only its own. */
const UNFINISHED_MAX = 5_000
const TIMEOUT_MS = 15_000
const RETRY_MS = 250
const RETRY_MAX_MS = 15_000
const PAUSE_MS = 5

/** The same bytes as the service sends. */
export const notificationBody = ({ type, resource, timestamp, user_data }: Event): string =>
  JSON.stringify({ event: type, id: resource, timestamp, user_data })

/**
 * Delivers events as the service does: signed, at least once, in order per resource; one that fails is tried again and
 * holds back only its own resource. An event is done when the receiver has answered 2xx and that is written down; only
 * then comes the next one of its resource, so that a killed process repeats at most the last one of each.
 */
export async function forward(options: ForwardOptions): Promise<void> {
  const { follow, progress, isWanted } = options
  const queues = new Map<string, Event[]>()
  const slots = createSlots(CALLS_MAX)
  const broken = new AbortController()
  const signal = AbortSignal.any([options.signal, broken.signal])
  let unfinished = 0

  /** Delivers the events of one resource, one after the other. */
  async function drain(resource: string, queue: Event[]): Promise<void> {
    try {
      for (let event = queue[0]; event; event = queue[0]) {
        await deliver(event, { ...options, signal }, slots)
        queue.shift()
        unfinished--
      }
    } catch (error) {
      broken.abort(error)
    } finally {
      queues.delete(resource)
    }
  }

  for await (const event of follow(signal)) {
    if (progress.isDone(event.position)) continue
    if (!isWanted(event)) {
      progress.done(event.position).catch((error: unknown) => broken.abort(error))
      continue
    }
    while (unfinished >= UNFINISHED_MAX) await sleep(PAUSE_MS, undefined, { signal })
    unfinished++
    const waiting = queues.get(event.resource)
    if (waiting) waiting.push(event)
    else {
      const queue = [event]
      queues.set(event.resource, queue)
      void drain(event.resource, queue)
    }
  }
}

type Slots = <T>(run: () => Promise<T>) => Promise<T>

/** Runs at most so many at once; others wait for their turn. */
function createSlots(max: number): Slots {
  const waiting: (() => void)[] = []
  let taken = 0
  return async (run) => {
    if (taken >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken++
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}

async function deliver(event: Event, options: ForwardOptions, slots: Slots): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    options.signal.throwIfAborted()
    const { durationMs, ...answer } = await slots(() => post(event, attempt, options))
    options.signal.throwIfAborted()
    const isTaken = answer.status !== undefined && answer.status >= 200 && answer.status < 300
    const retryInMs = isTaken ? undefined : Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (attempt - 1))
    // Written down before it is shown: an event seen as delivered is not sent again, even after a kill.
    if (isTaken) await options.progress.done(event.position)
    options.onAttempt({
      event,
      attempt,
      durationMs,
      ...answer,
      ...(retryInMs === undefined ? {} : { retryInMs }),
    })
    if (retryInMs === undefined) return
    await sleep(retryInMs, undefined, { signal: options.signal })
  }
}

async function post(
  event: Event,
  attempt: number,
  { url, secret, userAgent, signal }: ForwardOptions,
): Promise<Pick<Attempt, 'status' | 'error' | 'durationMs'>> {
  const startedAt = performance.now()
  const body = notificationBody(event)
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(await sign(body, { id: event.id, secret })),
    'webhook-attempt': String(attempt),
  }
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
    await response.arrayBuffer()
    return { status: response.status, durationMs: performance.now() - startedAt }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return { error: cause?.code ?? message, durationMs: performance.now() - startedAt }
  }
}
