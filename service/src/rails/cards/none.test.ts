import { describe, expect, it } from 'vitest'
import { noCards } from './none.ts'
import { UnverifiedEvent } from './port.ts'

const now = new Date('2026-11-15T12:00:00Z')
const card = { number: '4242424242424242', expirationMonth: 12, expirationYear: 2030 }

describe('production without a card processor', () => {
  it('saves no card, also not one that the sandbox would know', async () => {
    expect(await noCards.tokenize(card, now)).toMatchObject({ faults: [{ param: 'number', code: 'not_accepted' }] })
    expect(await noCards.findInstrument('pi_sandbox_visa', now)).toBeUndefined()
  })

  it('neither charges nor refunds, and never says that it did or could not', async () => {
    const order = { key: '1.pch_1.1', token: 't', amountInCents: 1, description: '', at: now, reference: 'r' }
    for (const call of [noCards.authorizeAndCapture, noCards.refund]) {
      await expect(call(order)).rejects.toThrow('no card processor is set up')
    }
    await expect(noCards.lookup(order.key)).rejects.toThrow('no card processor is set up')
  })

  it('believes no event', async () => {
    await expect(noCards.readEvent(Buffer.from('{}'), {})).rejects.toThrow(UnverifiedEvent)
  })
})
