import { onTestFinished } from 'vitest'

const endings: (() => Promise<unknown>)[] = []

/**
 * Ends what was begun: with the test that began it, or with the file when that was done outside of one. Workers go on to
 * the next file, and what is left running would take its connections and its time.
 */
export function whenDone(end: () => Promise<unknown>): void {
  try {
    onTestFinished(async () => void (await end()))
  } catch {
    endings.push(end)
  }
}

export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}
