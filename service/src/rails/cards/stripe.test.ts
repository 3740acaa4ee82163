import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalStripe, STRIPE_KEY, startStripe, WEBHOOK_SECRET } from '../../../test/support/stripe-server.ts'
import { RefusedInstrument, UnverifiedEvent } from './port.ts'
import { stripeCards } from './stripe.ts'

let stripe: LocalStripe
let cards: ReturnType<typeof stripeCards>
const now = new Date('2026-11-15T00:00:00Z')

const rail = (apiKey = STRIPE_KEY, webhookSecret = WEBHOOK_SECRET) =>
  stripeCards({
    apiKey,
    apiBase: stripe.base,
    publishableKey: 'pk_test',
    webhookSecret,
    timeoutMs: 300,
  })

beforeAll(async () => {
  stripe = await startStripe()
  cards = rail()
})
afterAll(() => stripe.close())

const order = (key: string, method = 'visa') => ({
  key,
  token: `cus_${method} pm_${method}`,
  amountInCents: 1_234,
  description: 'Acme: purchase',
  at: now,
})

describe('Stripe', () => {
  it('takes numbers only in its own fields', async () => {
    expect(cards.fields).toEqual({ hostedBy: 'stripe', publishableKey: 'pk_test' })
    const before = stripe.requests.length
    const refused = await cards.tokenize({ number: '1', expirationMonth: 1, expirationYear: 2030 }, now)
    expect(refused).toMatchObject({ faults: [{ param: 'number', code: 'not_accepted' }] })
    expect(stripe.requests.length).toBe(before)
  })

  it('finds an instrument, and attaches one that belongs to nobody so that it can be used again', async () => {
    const card = { brand: 'VISA', lastFour: '4242', expirationMonth: 12, expirationYear: 2034 }
    expect(await cards.findInstrument('pm_visa', now)).toEqual({ token: 'cus_visa pm_visa', ...card })
    expect(await cards.findInstrument('pm_loose', now)).toEqual({ token: 'cus_loose pm_loose', ...card })
    expect(stripe.requests).toContain('POST /v1/customers')
    for (const unknown of ['pm_unknown', 'nothing', '../refunds']) {
      expect(await cards.findInstrument(unknown, now)).toBeUndefined()
    }
  })

  it('says which instrument the bank refused to have kept, and why', async () => {
    await expect(cards.findInstrument('pm_refused', now)).rejects.toThrow(
      new RefusedInstrument('your card was declined'),
    )
  })

  it('charges once per key, and is looked up by it', async () => {
    const first = await cards.authorizeAndCapture(order('1.pch_a.1'))
    expect(first).toEqual({ approved: { reference: expect.stringMatching(/^pi_/) } })
    expect(await cards.authorizeAndCapture(order('1.pch_a.1'))).toEqual(first)
    expect(await cards.lookup('1.pch_a.1')).toEqual(first)
    expect(await cards.lookup('1.pch_b.1')).toBeUndefined()
    expect(stripe.intents.filter(({ metadata }) => metadata.tributary_key === '1.pch_a.1')).toHaveLength(1)
    expect(stripe.intents.at(-1)?.amount).toBe(1_234)
  })

  it('says why a card was declined', async () => {
    expect(await cards.authorizeAndCapture(order('1.pch_c.1', 'declined'))).toEqual({
      declined: { code: 'insufficient_funds', message: 'your card has insufficient funds' },
    })
  })

  it('that charged and did not answer leaves the outcome unknown; the key then finds the one charge', async () => {
    stripe.mode = 'hang'
    await expect(cards.authorizeAndCapture(order('1.pch_d.1'))).rejects.toThrow()
    stripe.mode = 'drop'
    await expect(cards.authorizeAndCapture(order('1.pch_e.1'))).rejects.toThrow()
    stripe.mode = 'answer'
    expect(await cards.lookup('1.pch_d.1')).toEqual({ approved: { reference: expect.stringMatching(/^pi_/) } })
    expect(await cards.lookup('1.pch_e.1')).toBeUndefined()
    await cards.authorizeAndCapture(order('1.pch_d.1'))
    expect(stripe.intents.filter(({ metadata }) => metadata.tributary_key === '1.pch_d.1')).toHaveLength(1)
  })

  it('that has the card no more declines; a request that it does not understand decides nothing', async () => {
    expect(await cards.authorizeAndCapture(order('1.pch_g.1', 'unknown'))).toMatchObject({
      declined: { code: 'resource_missing' },
    })
    const mistaken = { ...order('1.pch_h.1'), token: 'cus_other pm_visa' }
    await expect(cards.authorizeAndCapture(mistaken)).rejects.toThrow(/Bad customer/)
  })

  it('whose key is wrong is no decline: nobody knows, and it is asked again', async () => {
    await expect(rail('sk_test_wrong').authorizeAndCapture(order('1.pch_f.1'))).rejects.toThrow()
  })

  it.each([
    ['succeeded', 'processed'],
    ['pending', 'pending'],
    ['failed', { failed: 'expired_or_canceled_card' }],
  ] as const)('a refund that %s', async (status, outcome) => {
    stripe.refundStatus = status
    const refund = { key: `1.pch_${status}.1.refund`, reference: `pi_${status}`, amountInCents: 500 }
    expect(await cards.refund(refund)).toEqual(outcome)
    // Asked again it is found, not made again.
    expect(await cards.refund(refund)).toEqual(outcome)
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === refund.reference)).toHaveLength(1)
    stripe.refundStatus = 'succeeded'
  })

  it('calls back about fraud, chargebacks and refunds, each about the charge it names', async () => {
    await cards.authorizeAndCapture(order('7.pch_z.2'))
    const intent = stripe.intents.at(-1)?.id
    const read = (type: string, object: object) => {
      const { body, headers } = stripe.event(type, object)
      return cards.readEvent(Buffer.from(body), headers)
    }
    const key = '7.pch_z.2'
    expect(await read('radar.early_fraud_warning.created', { payment_intent: intent })).toEqual({
      kind: 'fraud_alert',
      key,
    })
    expect(await read('charge.dispute.funds_withdrawn', { payment_intent: intent })).toEqual({
      kind: 'dispute',
      key,
      dispute: { reference: null, isTaken: true },
    })
    const metadata = { tributary_key: `${key}.refund` }
    expect(await read('refund.updated', { status: 'succeeded', metadata })).toEqual({
      kind: 'refund_processed',
      key: `${key}.refund`,
    })
    expect(await read('refund.failed', { status: 'failed', metadata })).toEqual({
      kind: 'refund_failed',
      key: `${key}.refund`,
    })
    expect(await read('customer.created', {})).toBeUndefined()
    expect(await read('radar.early_fraud_warning.created', { payment_intent: null })).toBeUndefined()
  })

  it.each([
    ['charge.dispute.created', 'warning_needs_response', 'inquiry', false],
    ['charge.dispute.closed', 'warning_closed', 'won', false],
    ['charge.dispute.created', 'needs_response', 'needs_response', false],
    ['charge.dispute.funds_withdrawn', 'needs_response', 'needs_response', true],
    ['charge.dispute.updated', 'under_review', 'under_review', false],
    ['charge.dispute.closed', 'lost', 'lost', false],
    ['charge.dispute.closed', 'won', 'won', false],
    ['charge.dispute.funds_reinstated', 'under_review', 'won', false],
  ] as const)('%s of a dispute that is %s is read as %s', async (type, status, read, isTaken) => {
    const key = `7.pch_${`${type}${status}`.replaceAll(/[._]/g, '')}.1`
    await cards.authorizeAndCapture(order(key))
    const { body, headers } = stripe.event(type, {
      id: 'du_1',
      object: 'dispute',
      payment_intent: stripe.intents.at(-1)?.id,
      status,
      amount: 2_500,
      reason: 'product_not_received',
      evidence_details: { due_by: 1_794_705_120 },
    })
    expect(await cards.readEvent(Buffer.from(body), headers)).toEqual({
      kind: 'dispute',
      key,
      dispute: {
        reference: 'du_1',
        status: read,
        isTaken,
        amount: 2_500,
        reason: 'product_not_received',
        respondBy: new Date(1_794_705_120_000),
      },
    })
  })

  it('that did not sign an event is not believed', async () => {
    const { body } = stripe.event('charge.dispute.funds_withdrawn', { payment_intent: 'pi_1' })
    for (const headers of [{}, { 'stripe-signature': 't=1,v1=00' }]) {
      await expect(cards.readEvent(Buffer.from(body), headers)).rejects.toThrow(UnverifiedEvent)
    }
  })

  it('cannot be believed without the secret that it signs with: it is to call again', async () => {
    const { body, headers } = stripe.event('customer.created', {})
    await expect(rail(STRIPE_KEY, '').readEvent(Buffer.from(body), headers)).rejects.toMatchObject({ status: 503 })
  })
})
