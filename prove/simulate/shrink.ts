import type { Command } from './commands.ts'
import { Run } from './run.ts'
import type { World } from './world.ts'

const SHRINK_MS = 90_000

/** Commands that fail, and how. */
export interface Failure {
  readonly commands: readonly Command[]
  readonly error: unknown
}

/** What fails of these commands, up to the one that does; or nothing. */
type Attempt = (commands: readonly Command[]) => Promise<Failure | undefined>

/**
 * Fewer commands that still fail: halves are left out, then quarters, down to single commands, until none can be spared or
 * the time is over. Nothing after the command that failed is needed.
 */
export async function shrink(failure: Failure, attempt: Attempt): Promise<Failure> {
  const endsAt = performance.now() + SHRINK_MS
  let shortest = failure
  let size = Math.ceil(shortest.commands.length / 2)
  for (;;) {
    let isShorter = false
    for (let to = shortest.commands.length; to > 0; to -= size) {
      if (performance.now() > endsAt) return shortest
      const found = await attempt(shortest.commands.toSpliced(Math.max(0, to - size), Math.min(size, to)))
      if (!found) continue
      isShorter = true
      shortest = found
      to = Math.min(to, found.commands.length + size)
    }
    if (size <= 1 && !isShorter) return shortest
    size = Math.ceil(size / 2)
  }
}

/** Each on a new enterprise. */
export const attemptIn =
  (world: World): Attempt =>
  async (commands) => {
    const run = new Run(world, await world.enterprise())
    try {
      await run.carryOut(commands, { each: true })
      return undefined
    } catch (error) {
      return { commands: commands.slice(0, run.begun), error }
    }
  }
