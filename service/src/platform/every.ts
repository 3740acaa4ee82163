import type { Logger } from './logs.ts'

/** Does a thing again and again, one at a time, until it is stopped; a failure is logged and the next time comes. */
export function every(ms: number, log: Logger, what: string, work: () => Promise<void>): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function schedule(): void {
    timer = setTimeout(() => {
      running = work()
        .catch((error) => log.error({ err: error }, `could not ${what}`))
        .then(() => (timer ? schedule() : undefined))
    }, ms)
    timer.unref()
  }

  schedule()
  return {
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
