import type { Logger } from './logs.ts'

/**
 * Does a thing again and again, one at a time, until it is stopped; a failure is logged and the next time comes. A thing
 * that says `more` is done again after a pause as long as it took, so that others have half of the time.
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
