import { setTimeout as sleep } from 'node:timers/promises'

/** While others ask, a file takes this share of the time: a quarter. */
const PAUSE_PER_WORK = 3
const PAUSE_MAX_MS = 1_000

/** Requests that this process was asked, whatever the environment: they share one event loop. */
let arrivals = 0

export function countArrival(): void {
  arrivals++
}

/** How long to wait after a piece of work, so that a file of a million rows does not slow every other answer. */
export const pauseAfter = (workMs: number, others: number): number =>
  others === 0 ? 0 : Math.min(PAUSE_PER_WORK * workMs, PAUSE_MAX_MS)

/** Hands the pieces on, and gives way after each during whose making others asked for something. */
export async function* givingWay<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let startedAt = performance.now()
  let before = arrivals
  for await (const piece of pieces) {
    const pause = pauseAfter(performance.now() - startedAt, arrivals - before)
    yield piece
    if (pause > 0) await sleep(pause)
    startedAt = performance.now()
    before = arrivals
  }
}
