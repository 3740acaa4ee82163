import { expect, it } from 'vitest'
import { simulateOn } from '../../../prove/simulate/sequences.ts'
import { cloneDatabase } from '../support/database.ts'

const STEPS = 1_000
/** The same every time; `npm run prove -- simulate` takes another, and more of them. */
const SEED = 20_260_304

it(`any ${STEPS} commands over all resources have the answers, states, balances and events of a model in memory`, async () => {
  const { compared, failed } = await simulateOn(await cloneDatabase(), SEED, STEPS)
  expect(failed).toBe(0)
  expect(compared).toBeGreaterThanOrEqual(STEPS)
}, 120_000)
