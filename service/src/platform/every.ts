import type { Logger } from './logs.ts'

/**
 * Runs `work` every `ms` milliseconds, never twice at once, until it is stopped; a failure is logged. Work that returns
 * `more` runs again after a pause as long as it took, so that it takes half of the time at most.
 */
export function every(ms: number, log: Logger, what: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
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
      log.error({ err }, `could not ${what}`)
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
