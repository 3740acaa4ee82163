import { expect, it } from 'vitest'
import type { Command } from '../../../prove/simulate/commands.ts'
import { simulateOn } from '../../../prove/simulate/sequences.ts'
import { shrink } from '../../../prove/simulate/shrink.ts'
import { cloneDatabase } from '../support/database.ts'

const STEPS = 1_000
/** The same every time; `npm run prove -- simulate` takes another, and more of them. */
const SEED = 20_260_304

it(`any ${STEPS} commands over all resources have the answers, states, balances and events of a model in memory`, async () => {
  const { compared, failed } = await simulateOn(await cloneDatabase(), SEED, STEPS)
  expect(failed).toBe(0)
  expect(compared).toBeGreaterThanOrEqual(STEPS)
})

it('a sequence that fails is made as short as it can be', async () => {
  const pass = (seconds: number): Command => ({ do: 'let time pass', seconds })
  const commands = Array.from({ length: 101 }, (_, nth) => pass(nth))
  // Fails at the first of 60 that comes after a 7.
  const attempt = async (tried: readonly Command[]) => {
    const seconds = tried.map((one) => (one as { seconds: number }).seconds)
    const at = seconds.indexOf(60, seconds.indexOf(7))
    return seconds.includes(7) && at >= 0 ? { commands: tried.slice(0, at + 1), error: 'still' } : undefined
  }
  expect(await shrink({ commands, error: 'at first' }, attempt)).toEqual({
    commands: [pass(7), pass(60)],
    error: 'still',
  })
  expect(await shrink({ commands: [], error: 'at once' }, attempt)).toEqual({ commands: [], error: 'at once' })
})
