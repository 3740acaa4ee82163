import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

/** As many as once kept everybody waiting for 14 seconds. */
const REQUESTS = 5
const LENGTH = 31_800

/** Longer than the request log waits before it redacts what came. */
const UNTIL_LOGGED_MS = 1_500
const TRIES = 4

/** The longest time that the event loop was held while these requests were answered and logged, in ms. */
async function longestHold(value: string): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const bodies = Array.from({ length: REQUESTS }, () => running.sandbox.post('/buyer', { x: value }))
  for (const { status } of await Promise.all(bodies)) expect(status).toBe(400)
  await sleep(UNTIL_LOGGED_MS)
  delay.disable()
  return delay.max / 1e6
}

const fill = (part: string): string => part.repeat(Math.floor(LENGTH / part.length))

it.each(['aA', 'http://', 'https://a/', '5', 'Basic ', 'a.'])(
  'bodies of %j hold the event loop for no longer than harmless ones of their size',
  async (part) => {
    // A collection of garbage, or another process, may hold either of them once.
    for (let tries = 1; ; tries++) {
      const [harmless, adverse] = [await longestHold(fill('Lorem ipsum. ')), await longestHold(fill(part))]
      if (adverse <= 5 * harmless) return
      if (tries === TRIES) expect(adverse).toBeLessThanOrEqual(5 * harmless)
    }
  },
)
