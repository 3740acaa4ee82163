/** The time after which long work lets everything else on the event loop have its turn. */
const SLICE_MS = 10

/** Resolves after everything that waits on the event loop has had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Maps many items in slices of time: a page of a thousand must not keep every other request waiting. */
export async function mapInSlices<T, U>(items: readonly T[], map: (item: T) => U): Promise<U[]> {
  const mapped: U[] = []
  let began = performance.now()
  for (const item of items) {
    mapped.push(map(item))
    if (performance.now() - began < SLICE_MS) continue
    await nextTurn()
    began = performance.now()
  }
  return mapped
}
