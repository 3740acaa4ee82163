/** How much longer work takes when its input grows: the test of "linear" that needs no clock of its own. */

/** Each size is sixteen times the one before. */
const STEP = 16
/** Linear work grows by the step, quadratic work by its square. The bound lies between them, far from both. */
const GROWTH_MAX = STEP * 6
/** Shorter work is not judged: the compiler and the caches say more of it. Quadratic work is far above it at 64 KiB. */
const FLOOR_MS = 20
const TRIES = 12
const LONG_MS = 100

/** From here on the CPU time of the thread is exact enough; it is counted in steps of some milliseconds. */
const CPU_FROM_MS = 10

/** Short work by the clock, long work by its CPU time: on a busy machine other processes always interrupt it. */
function msOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  const startedAt = performance.now()
  work()
  const ms = performance.now() - startedAt
  if (ms < CPU_FROM_MS) return ms
  const { user, system } = process.threadCpuUsage(before)
  return Math.min(ms, (user + system) / 1_000)
}

/** The least of several runs: other processes can only make a run longer. */
const least = (times: number, work: () => unknown): number =>
  Math.min(...Array.from({ length: times }, () => msOf(work)))

/** The sizes up to a limit, the limit last. */
export const sizesUpTo = (limit: number): number[] => {
  const sizes = []
  for (let size = limit; size >= 128; size = Math.floor(size / STEP)) sizes.unshift(size)
  return sizes
}

/**
 * Why the work is not linear in the size of its input, or undefined if it is. Sizes are tried from the smallest, so that
 * quadratic work is found long before it takes minutes.
 */
export function superlinear<T>(
  make: (size: number) => T,
  work: (input: T) => unknown,
  sizes: readonly number[],
): string | undefined {
  let before: (() => unknown) | undefined
  for (const size of sizes) {
    const input = make(size)
    const now = (): unknown => work(input)
    now()
    if (before && isSteep(before, now)) return `grows too fast up to ${size} characters`
    before = now
  }
  return undefined
}

/**
 * Judged again and again before it is believed: another process, or a collection of garbage, may fall on any run, and only
 * the least of several tells. Runs so long that nothing but the work explains them are not repeated as often.
 */
function isSteep(smaller: () => unknown, larger: () => unknown): boolean {
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tries = 1; tries <= TRIES; tries++) {
    large = Math.min(large, msOf(larger))
    if (large < FLOOR_MS) return false
    small = Math.min(small, least(3, smaller))
    if (large < GROWTH_MAX * small) return false
    if (large > LONG_MS && tries >= 3) return true
  }
  return true
}
