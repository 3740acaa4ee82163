import { readFileSync } from 'node:fs'
import { writePrivately } from './profiles.ts'

/** The part of an event log that was delivered: every position up to one, and single ones beyond. */
export interface Progress {
  /** Every event up to this position was delivered. */
  position(): number
  isDone(position: number): boolean
  /** Takes note of a delivery. Resolves once it is in the file, so that a killed process does not forget it. */
  done(position: number): Promise<void>
}

interface Saved {
  readonly position: number
  /** Delivered beyond it, as ranges. */
  readonly ahead: readonly (readonly [number, number])[]
}

export function readSaved(file: string): Saved | undefined {
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(saved?.position) ? saved : undefined
  } catch {
    return undefined
  }
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Goes on from a place, and keeps it in a file: from the start on, so that a process that is killed before its first
 * delivery goes on there too. Deliveries that end while the file is written are written together.
 */
export function openProgress(file: string, start: Saved): Progress {
  let { position } = start
  writePrivately(file, JSON.stringify(start))
  const ahead = new Set(
    start.ahead.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, nth) => from + nth)),
  )
  let waiting: Waiting[] = []
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const told = waiting
      waiting = []
      try {
        writePrivately(file, JSON.stringify({ position, ahead: toRanges(ahead) }))
        for (const { resolve } of told) resolve()
      } catch (error) {
        for (const { reject } of told) reject(error)
      }
      // Lets those go on that waited, and collects what has ended meanwhile.
      await new Promise((resolve) => setImmediate(resolve))
    }
    isWriting = false
  }

  return {
    position: () => position,
    isDone: (one) => one <= position || ahead.has(one),
    done(one) {
      ahead.add(one)
      while (ahead.delete(position + 1)) position++
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (!isWriting) void write()
      })
    },
  }
}

export function toRanges(positions: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = []
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last[1] === position - 1) last[1] = position
    else ranges.push([position, position])
  }
  return ranges
}
