import { expect, it } from 'vitest'
import { sandboxCards } from './sandbox.ts'

const now = new Date('2026-11-15T12:00:00Z')

const charged = (token: string, at: string) =>
  sandboxCards.authorizeAndCapture({ key: '1.pch_a.1', token, amountInCents: 1, description: '', at: new Date(at) })

it('a card is good to the end of its month, by when it was first asked for', async () => {
  const card = { number: '4242424242424242', expirationMonth: 12, expirationYear: 2026 }
  const made = await sandboxCards.tokenize(card, now)
  const { token } = ('saved' in made && made.saved) as { token: string }
  expect(await charged(token, '2026-12-31T23:59:59.999Z')).toHaveProperty('approved')
  expect(await charged(token, '2027-01-01T00:00:00.000Z')).toMatchObject({ declined: { code: 'expired_card' } })
})

it('a token of an older version, which does not say when its card expires, is taken', async () => {
  expect(await charged('card_approved_0e8b6a0e-6f0e-4c5e-9d43-0b9a3c1c8a55', '2099-01-01')).toHaveProperty('approved')
})
