import { ApiError, ConnectionError, TributaryError } from './errors.ts'
import type { Event, EventPage, Operations } from './generated/api.ts'
import { type CallOptions, sleep } from './transport.ts'

export interface FollowOptions extends CallOptions {
  /**
   * Where to go on: the position or the id of the last event that you have; `'now'` for what comes from now on. From the
   * first event, when absent.
   */
  readonly after?: number | string | undefined
  /** Only events of these types. */
  readonly types?: readonly Event['type'][] | undefined
  /** How long to wait before the log is asked again, once it has been read to its end, in milliseconds. */
  readonly pollMs?: number | undefined
  /** Called when the log has been read to its end, with the position of its last event. */
  readonly onCaughtUp?: ((position: number) => void) | undefined
}

type ListEvents = (query: Operations['listEvents']['query'], options: CallOptions) => PromiseLike<EventPage>

const PAGE_SIZE = 500
const POLL_MS = 1_000
const AWAY_MAX_MS = 15_000
const END_CHECK_MS = 30_000

/**
 * Every event, in order, for as long as the caller goes on asking. Keep `event.position` once an event is dealt with, and
 * go on from there after a restart: none is missed, whatever was down meanwhile. While the service cannot be reached, it
 * is asked again until it can; `signal` ends the wait.
 */
export async function* followEvents(
  list: ListEvents,
  { after, types, pollMs = POLL_MS, onCaughtUp, ...options }: FollowOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const ask = <T>(question: () => PromiseLike<T>): Promise<T> => untilAnswered(question, pollMs, options.signal)
  const last = () => lastPosition(list, options)
  let position = after === 'now' ? await ask(last) : after
  let endCheckedAt = Number.NEGATIVE_INFINITY
  for (;;) {
    const query = { page_size: PAGE_SIZE, ...(position === undefined ? {} : { after: String(position) }) }
    const { data, pagination } = await ask(() => list(query, options))
    for (const event of data) {
      position = following(position, event)
      if (!types || types.includes(event.type)) yield event
    }
    if (pagination.has_more) continue
    // Also a log without new events tells where it stands, so that the next question begins at a number.
    position = pagination.next_after
    if (data.length === 0 && performance.now() - endCheckedAt > END_CHECK_MS) {
      checkEnd(await ask(last), position)
      endCheckedAt = performance.now()
    }
    onCaughtUp?.(position)
    await sleep(pollMs, options.signal)
  }
}

async function untilAnswered<T>(ask: () => PromiseLike<T>, pollMs: number, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await ask()
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    await sleep(Math.random() * Math.min(AWAY_MAX_MS, pollMs * 2 ** failures), signal)
  }
}

async function lastPosition(list: ListEvents, options: CallOptions): Promise<number> {
  const { data } = await list({ order: 'newest', page_size: 1 }, options)
  return data[0]?.position ?? 0
}

/** The service is away, or busy: the same question has an answer later. */
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && (error.status >= 500 || error.status === 429))

/** Positions count without gaps, so a gap is a fault of the service; going on would lose an event in silence. */
function following(before: number | string | undefined, { position }: Event): number {
  if (typeof before !== 'number' || position === before + 1) return position
  throw new TributaryError(`The event log goes from position ${before} to ${position}; events in between are missing.`)
}

/** A reset sandbox counts its events anew: waiting for the old number would pass over all of them. */
function checkEnd(end: number, position: number): void {
  if (end >= position) return
  throw new TributaryError(
    `The event log ends at position ${end}, before ${position}, where you are: the sandbox was reset. Begin again at 0.`,
  )
}
