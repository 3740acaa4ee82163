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

describe("Stripe's books", () => {
  const books = () => {
    const { books: own } = cards
    if (!own) throw new Error('there are none')
    return own
  }
  const since = new Date(Date.now() - 3_600_000)
  const all = async () => (await Array.fromAsync(books().transactions(since))).flat()

  it('tell every movement with its kind, fee and source, over as many pages as there are', async () => {
    await cards.authorizeAndCapture(order('3.pch_books.1'))
    const reference = stripe.intents.at(-1)?.id as string
    await cards.refund({ key: '3.pch_books.1.rfd_1', reference, amountInCents: 234 })
    const dispute = {
      id: 'du_books',
      payment_intent: reference,
      status: 'needs_response',
      amount: 1_000,
      reason: 'general',
    }
    stripe.books.dispute(dispute, 1_000)
    stripe.books.win({ ...dispute, status: 'won' }, 1_000)
    for (let nth = 0; nth < 101; nth++) stripe.books.add('fee', -1)
    stripe.books.add('fee', 5)
    stripe.books.add('risk_reserved_funds', -7)
    const found = await all()
    expect(found).toHaveLength(stripe.books.transactions.length)
    const of = (movement: string) => found.find((one) => one.movement === movement)
    const key = '3.pch_books.1'
    expect(of('sale')).toMatchObject({ key, amount: 1_234, fee: 66, currency: 'usd', isAvailable: false })
    expect(of('refund')).toMatchObject({ amount: -234, key: `${key}.rfd_1`, event: { kind: 'refund_processed' } })
    expect(of('dispute')).toMatchObject({
      amount: -1_000,
      fee: 1_500,
      reference: 'du_books',
      event: { kind: 'dispute', key, dispute: { isTaken: true, status: 'needs_response' } },
    })
    expect(of('dispute_reversal')).toMatchObject({ event: { key, dispute: { isTaken: false, status: 'won' } } })
    expect(of('fee_back')).toMatchObject({ amount: 5 })
    expect(of('other')).toMatchObject({ category: 'risk_reserved_funds', amount: -7 })
  })

  it('tell the balance, available or not, and when a sale is available', async () => {
    const sum = stripe.books.transactions.reduce((total, { net }) => total + net, 0)
    expect(await books().balance()).toBe(sum)
    const sale = stripe.books.transactions.find(({ reporting_category }) => reporting_category === 'charge')
    expect(await books().isAvailable(sale?.id as string)).toBe(false)
    Object.assign(sale as object, { available_on: 0 })
    expect(await books().isAvailable(sale?.id as string)).toBe(true)
    expect(await books().balance()).toBe(sum)
  })

  it('tell a payout with the day on which it arrives', async () => {
    stripe.books.add('topup', 100_000)
    const payout = stripe.books.payOut('2026-11-18')
    const [found] = await all()
    expect(found).toMatchObject({
      movement: 'payout',
      amount: -(payout?.amount ?? 0),
      reference: payout?.id,
      payout: { arrivesOn: '2026-11-18', trace: null },
    })
  })

  it('forget a card, and again', async () => {
    await cards.detach?.('cus_visa pm_visa')
    await cards.detach?.('cus_visa pm_visa')
    await cards.detach?.('cus_x pm_unknown')
    expect(stripe.detached).toEqual(['pm_visa'])
  })
})
