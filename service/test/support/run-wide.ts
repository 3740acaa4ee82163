interface Holding<T> {
  readonly started: Promise<{ readonly value: T; readonly stop: () => Promise<void> }>
  holders: number
}

// Each project of a run loads this module anew, so that only the process itself is shared by all of them.
const holdings = globalThis as unknown as Record<symbol, Holding<unknown> | undefined>

/** Starts a thing for the first project of a run that asks, hands it to the others, and stops it with the last. */
export async function shareInRun<T>(
  name: string,
  start: () => Promise<{ readonly value: T; readonly stop: () => Promise<void> }>,
): Promise<{ readonly value: T; readonly release: () => Promise<void> }> {
  const key = Symbol.for(`tributary test ${name}`)
  holdings[key] ??= { started: start(), holders: 0 }
  const holding = holdings[key] as Holding<T>
  holding.holders++
  const { value, stop } = await holding.started
  const release = async (): Promise<void> => {
    if (--holding.holders > 0) return
    holdings[key] = undefined
    await stop()
  }
  return { value, release }
}
