import type { Logger } from './logs.ts'

/** While a database is away, work that runs many times a second would fill the log, and a disk that is full already. */
const SAME_FAILURE_MS = 10_000

/**
 * Runs `work` every `ms` milliseconds, never twice at once, until it is stopped; a failure is logged, one that repeats
 * itself every ten seconds. Work that returns `more` runs again after a pause as long as it took, so that it takes half
 * of the time at most.
 */
export function every(ms: number, log: Logger, what: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
  const logFailure = failureLog(log, what)
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

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

  schedule(ms)
  return {
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}

/**
 * Runs `work` once, `ms` milliseconds after it was first asked for, and never twice at once. A process that nobody asks
 * sleeps, instead of waking that often to look.
 */
export function whenAsked(
  ms: number,
  log: Logger,
  what: string,
  work: () => Promise<void>,
): { ask(): void; stop(): Promise<void> } {
  const logFailure = failureLog(log, what)
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined
        running = running.then(work).catch(logFailure)
      }, ms).unref()
    },
    async stop() {
      clearTimeout(timer)
      await running
    },
  }
}

/** Logs failures of one piece of work, each kind no more often than every ten seconds. */
function failureLog(log: Logger, what: string): (err: unknown) => void {
  /** When each failure was last logged. A database that is starting fails now in one way, now in another. */
  const logged = new Map<string, number>()
  return (err) => {
    const message = err instanceof Error ? err.message : String(err)
    const at = performance.now()
    for (const [known, loggedAt] of logged) if (at - loggedAt >= SAME_FAILURE_MS) logged.delete(known)
    if (logged.has(message)) return
    logged.set(message, at)
    log.error({ err }, `could not ${what}`)
  }
}
