/** A place in the log of the primary, and when it was known to be reached. */
interface Reached {
  readonly position: number
  readonly at: number
}

/** So many places are remembered: a standby that is further behind is behind by at least that long. */
const REACHED_MAX = 600

/**
 * How far a standby is behind. PostgreSQL tells when the last change that was replayed was made, which grows without end
 * while nobody writes. So the primary's position is noted every so often, and the lag is the age of the newest one that
 * the standby has reached.
 */
export class ReplayLag {
  #reached: Reached[] = []

  /** The primary had written its log up to here. */
  note(position: number, at: number): void {
    this.#reached.push({ position, at })
    if (this.#reached.length > REACHED_MAX) this.#reached.shift()
  }

  /** The moment whose every change a standby has that replayed the log up to here; none while no place is known. */
  asOf(replayed: number): number | undefined {
    const newest = this.#reached.findLastIndex(({ position }) => position <= replayed)
    if (newest < 0) return undefined
    this.#reached = this.#reached.slice(newest)
    return this.#reached[0]?.at
  }
}
