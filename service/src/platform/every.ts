import type { Logger } from './logs.ts'

/** While a database is away, work that runs many times a second would fill the log, and a disk that is full already. */
const SAME_FAILURE_MS = 10_000

/**
 * Runs `work` every `ms` milliseconds, never twice at once, until it is stopped; a failure is logged, one that repeats
 * itself every ten seconds. Work that returns `more` runs again after a pause as long as it took, so that it takes half
 * of the time at most.
 */
export function every(ms: number, log: Logger, what: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  /** When each failure was last logged. A database that is starting fails now in one way, now in another. */
  const logged = new Map<string, number>()

  function schedule(delay: number): void {
    timer = setTimeout(() => {
      running = once().then((next) => (timer ? schedule(next) : undefined))
    }, delay)
    timer.unref()
  }

  async function once(): Promise<number> {
    const startedAt = performance.now()
    try {
      if ((await work()) === 'more') return Math.min(ms, performance.now() - startedAt)
    } catch (err) {
      logFailure(err)
    }
    return ms
  }

  function logFailure(err: unknown): void {
    const message = err instanceof Error ? err.message : String(err)
    const at = performance.now()
    for (const [known, loggedAt] of logged) if (at - loggedAt >= SAME_FAILURE_MS) logged.delete(known)
    if (logged.has(message)) return
    logged.set(message, at)
    log.error({ err }, `could not ${what}`)
  }

  schedule(ms)
  return {
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
