import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../support/client.ts'
import { advance, auditClean, balances, OPENING } from '../support/payouts.ts'
import { bought, buyerWith, ordered, readPurchase, SETTLED_SECONDS, settleAtProcessor } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'
import { type LocalStripe, startStripe, stripeSettings } from '../support/stripe-server.ts'

let stripe: LocalStripe
let running: RunningService
let second: RunningService

beforeAll(async () => {
  stripe = await startStripe()
  const variables = { ...stripeSettings(stripe), CARD_LEASE_SECONDS: '2' }
  running = await startService({ ...variables, WORKER_POLL_MS: '100' })
  second = await startService({ ...variables, WORKER_POLL_MS: '60000' }, running.databaseUrl)
})
afterAll(() => stripe.close())

const TOTAL = 10_000
const NET = 9_680

/** One settled purchase of $100.00, and its enterprise at two processes. */
async function settled() {
  const { sandbox, keys } = await running.enterprise()
  const other = second.client('sandbox', keys.sandbox)
  const either = (nth: number): Client => (nth % 2 ? sandbox : other)
  const { id } = await bought(sandbox, await buyerWith(sandbox), TOTAL)
  await advance(sandbox, SETTLED_SECONDS)
  return { sandbox, either, id, operating: async () => (await balances(sandbox)).operating }
}

const times = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth))
const count = (answers: readonly Answer[], status: number) => answers.filter((one) => one.status === status).length

describe('at once, over two processes', () => {
  it('twenty refunds in part never exceed what is left: three of $30.00 fit into $100.00', async () => {
    const { sandbox, either, id, operating } = await settled()
    const answers = await Promise.all(
      times(20, (nth) => either(nth).post(`/purchase/${id}/refund`, { amount_in_cents: 3_000 })),
    )
    expect([count(answers, 201), count(answers, 409)]).toEqual([3, 17])
    expect((await readPurchase(sandbox, id)).refunded_in_cents).toBe(9_000)
    expect(await operating()).toBe(OPENING + NET - 9_000)
    await auditClean(running.database)
  })

  it('twenty of all that is left are one', async () => {
    const { either, id, operating } = await settled()
    const answers = await Promise.all(times(20, (nth) => either(nth).post(`/purchase/${id}/refund`, {})))
    expect([count(answers, 201), count(answers, 409)]).toEqual([1, 19])
    expect(await operating()).toBe(OPENING + NET - TOTAL)
  })

  it('with one key they are one refund, and all get its answer', async () => {
    const { sandbox, either, id, operating } = await settled()
    const answers = await Promise.all(
      times(20, (nth) =>
        either(nth).post(`/purchase/${id}/refund`, { amount_in_cents: 1_000 }, { idempotencyKey: 'one' }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await operating()).toBe(OPENING + NET - 1_000)
    expect((await sandbox.get(`/purchase/${id}/refund`)).body.pagination.total).toBe(1)
  })

  it('a refund in part beside a chargeback: together they take the total, once', async () => {
    for (let round = 0; round < 5; round++) {
      const { sandbox, either, id, operating } = await settled()
      await Promise.all([
        either(0).post(`/purchase/${id}/refund`, { amount_in_cents: 4_000 }),
        either(1).post('/sandbox/chargeback', { purchase: id }),
      ])
      await advance(sandbox, 120)
      expect((await readPurchase(sandbox, id)).status).toBe('reversed')
      expect(await operating()).toBe(OPENING + NET - TOTAL)
    }
    await auditClean(running.database)
  })

  it('ten wins of one dispute give the money back once', async () => {
    const { either, id, operating } = await settled()
    const dispute = (nth: number, status: string) => either(nth).post('/sandbox/dispute', { purchase: id, status })
    expect((await dispute(0, 'needs_response')).status).toBe(200)
    const answers = await Promise.all(times(10, (nth) => dispute(nth, 'won')))
    expect([count(answers, 200), count(answers, 409)]).toEqual([1, 9])
    expect(await operating()).toBe(OPENING + NET)
    await auditClean(running.database)
  })
})

describe('a process that is killed between the answer of the network and our record', () => {
  async function live() {
    const { production } = await running.enterprise()
    const { body: buyer } = await production.post('/buyer', { payment_instrument_id: 'pm_visa' })
    const { id } = await ordered(production, buyer.id, TOTAL)
    await production.post(`/purchase/${id}/commit`)
    expect((await production.put(`/purchase/${id}`, { status: 'completed' })).status).toBe(200)
    await settleAtProcessor(running.database, id)
    const intent = stripe.intents.find(({ metadata }) => metadata.tributary_key?.includes(id))
    return { production, id, payment_intent: intent?.id, key: intent?.metadata.tributary_key }
  }
  const operating = async (client: Client) => (await balances(client)).operating

  it('leaves a refund that the next one finds by its key: one refund at the network, one posting', async () => {
    const { production, id, payment_intent, key } = await live()
    const part = await production.post(`/purchase/${id}/refund`, { amount_in_cents: 3_000 })
    expect(part.status).toBe(201)
    // The network has refunded, and whoever asked it is gone: the lease has run out, and the call is due.
    const made = { id: 're_killed', object: 'refund', payment_intent, amount: 3_000, status: 'succeeded' }
    stripe.refunds.push({ ...made, metadata: { tributary_key: `${key}.${part.body.id}` } })
    await running.database.sql`
      update refunds set call_at = statement_timestamp(), leased_until = statement_timestamp() - interval '1 second'
      where id = ${part.body.id}`
    await expect.poll(async () => (await production.get(`/refund/${part.body.id}`)).body.status).toBe('succeeded')
    expect(stripe.refunds.filter((refund) => refund.payment_intent === payment_intent)).toHaveLength(1)
    expect(await operating(production)).toBe(NET - 3_000)
    await auditClean(running.database)
  })

  it('two refunds in part of one charge are two at the network, each with a key of its own', async () => {
    const { production, id, payment_intent } = await live()
    const parts = await Promise.all(
      [1_000, 2_500].map((amount_in_cents) => production.post(`/purchase/${id}/refund`, { amount_in_cents })),
    )
    expect(parts.map(({ status }) => status)).toEqual([201, 201])
    await running.database.sql`update refunds set call_at = statement_timestamp() where purchase = ${id}`
    for (const { body } of parts) {
      await expect.poll(async () => (await production.get(`/refund/${body.id}`)).body.status).toBe('succeeded')
    }
    const made = stripe.refunds.filter((refund) => refund.payment_intent === payment_intent)
    expect(made.map(({ amount }) => amount).toSorted()).toEqual([1_000, 2_500])
    expect(await readPurchase(production, id)).toMatchObject({ status: 'completed', refunded_in_cents: 3_500 })
  })
})

describe('what Stripe says of a dispute', () => {
  const tell = async (type: string, object: object) => {
    const { body, headers } = stripe.event(type, object)
    const url = `${running.roots.production}/card-network/events`
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    expect(answer.status).toBe(200)
  }

  it('is followed from the inquiry to the end, twice and out of order; a part is taken, and given back, once', async () => {
    const { production } = await running.enterprise()
    const { body: buyer } = await production.post('/buyer', { payment_instrument_id: 'pm_visa' })
    const { id } = await ordered(production, buyer.id, TOTAL)
    await production.post(`/purchase/${id}/commit`)
    await production.put(`/purchase/${id}`, { status: 'completed' })
    const payment_intent = stripe.intents.find(({ metadata }) => metadata.tributary_key?.includes(id))?.id
    const dispute = { id: 'du_1', object: 'dispute', payment_intent, amount: 4_000, reason: 'duplicate' }
    const read = () => readPurchase(production, id)
    const operating = async () => (await balances(production)).operating
    await tell('charge.dispute.created', { ...dispute, status: 'warning_needs_response' })
    expect(await read()).toMatchObject({ status: 'completed', dispute: { status: 'inquiry', amount_in_cents: 4_000 } })
    for (let again = 0; again < 2; again++) {
      await tell('charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' })
    }
    expect(await read()).toMatchObject({
      status: 'reversed',
      dispute: { status: 'needs_response', reason: 'duplicate' },
    })
    expect(await operating()).toBe(NET - 4_000)
    await tell('charge.dispute.updated', { ...dispute, status: 'under_review' })
    for (let again = 0; again < 2; again++) {
      await tell('charge.dispute.funds_reinstated', { ...dispute, status: 'won' })
      await tell('charge.dispute.closed', { ...dispute, status: 'won' })
    }
    await tell('charge.dispute.updated', { ...dispute, status: 'under_review' })
    expect(await read()).toMatchObject({ status: 'completed', dispute: { status: 'won' } })
    expect(await operating()).toBe(NET)
    await auditClean(running.database)
  })
})
