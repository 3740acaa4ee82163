import { expect, it } from 'vitest'
import { inRounds } from './read.ts'

it('reads after as many rounds as it takes', async () => {
  let rounds = 0
  expect(await inRounds(async () => (++rounds === 3 ? { found: 'a page' } : undefined))).toBe('a page')
  expect(rounds).toBe(3)
})

it('asks the caller to retry when there is no end in sight', async () => {
  let rounds = 0
  const endless = inRounds(async () => {
    // Without a bound it would never end.
    if (++rounds > 1_000) throw new Error('endless')
    return undefined
  })
  await expect(endless).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('retry') })
  expect(rounds).toBe(20)
})
