import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, auditClean, balances, OPENING } from '../support/payouts.ts'
import { bought, buyerWith, CARDS, expiry, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})
const fresh = async (): Promise<Client> => (await running.enterprise()).sandbox

describe('a purchase', () => {
  it('is created, committed, settled and brings the total less the fee', async () => {
    const sandbox = await fresh()
    const buyer = await buyerWith(sandbox)
    const created = await ordered(sandbox, buyer)
    expect(created).toMatchObject({
      status: 'created',
      buyer,
      items: [{ name: 'Ticket', amount_in_cents: 10_000, quantity: 1 }],
      total_in_cents: 10_000,
      fee_in_cents: 320,
      net_total_in_cents: 9_680,
      auto_refund_on_fraud: false,
    })
    expect(created).not.toHaveProperty('receipt_pdf_url')
    expect(created).not.toHaveProperty('payment_card_brand')
    const paid = await sandbox.post(`/purchase/${created.id}/commit`)
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'pending', payment_card_brand: 'VISA', payment_card_last_four: '4242' },
    })
    expect(paid.body.receipt_pdf_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/receipt\/[\w-]+$/)
    expect((await balances(sandbox)).operating).toBe(OPENING)
    await advance(sandbox, 60)
    expect((await readPurchase(sandbox, created.id)).status).toBe('settling')
    await advance(sandbox, SETTLED_SECONDS)
    const done = await readPurchase(sandbox, created.id)
    expect(done).toMatchObject({ status: 'completed', fee_in_cents: 320, net_total_in_cents: 9_680 })
    expect((await balances(sandbox)).operating).toBe(OPENING + 9_680)
    await auditClean(running.database)
  })

  it('is tried fifty times and no more, so that nobody tests cards with it or fills its activity', async () => {
    const sandbox = await fresh()
    const buyer = (await sandbox.post('/buyer', { payment_instrument_id: 'pi_sandbox_declined' })).body.id
    const { id } = await ordered(sandbox, buyer)
    for (let nth = 0; nth < 50; nth++) {
      expect(await sandbox.post(`/purchase/${id}/commit`)).toMatchObject({
        status: 402,
        body: { code: 'card_declined' },
      })
    }
    expect(await sandbox.post(`/purchase/${id}/commit`)).toMatchObject({
      status: 409,
      body: { code: 'invalid_state', message: 'This purchase was tried 50 times; create another.' },
    })
    const { status, activity } = await readPurchase(sandbox, id)
    expect([status, activity.length]).toEqual(['created', 51])
  })

  it('is declined once the card has expired by the clock of the sandbox, and not before', async () => {
    const { sandbox } = await running.enterprise()
    const { now } = (await sandbox.get('/sandbox/clock')).body
    const buyer = (await sandbox.post('/buyer', {})).body.id
    const saved = await sandbox.post('/sandbox/card', {
      buyer,
      number: CARDS.visa,
      expiration_month: Number(now.slice(5, 7)),
      expiration_year: Number(now.slice(0, 4)),
    })
    expect(saved.status, saved.text).toBe(200)
    await bought(sandbox, buyer)
    await advance(sandbox, 31 * 86_400)
    const { id } = await ordered(sandbox, buyer)
    const refused = await sandbox.post(`/purchase/${id}/commit`)
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'card_declined', message: 'The card was declined: the card has expired.' },
    })
    expect((await readPurchase(sandbox, id)).activity.at(-1)).toMatchObject({ type: 'error', code: 'expired_card' })
    await sandbox.post('/sandbox/card', { buyer, number: CARDS.visa, ...expiry })
    expect((await sandbox.post(`/purchase/${id}/commit`)).body.status).toBe('pending')
  })

  it('that cannot be what it is asked to become says so in a whole sentence', async () => {
    const sandbox = await fresh()
    const { id } = await bought(sandbox, await buyerWith(sandbox, 'unsettled'))
    await advance(sandbox, SETTLED_SECONDS)
    const back = await sandbox.post('/sandbox/chargeback', { purchase: id })
    expect(back.body.message).toBe('A purchase that is `error` cannot be charged back.')
    const canceled = await sandbox.put(`/purchase/${id}`, { status: 'canceled' })
    expect(canceled.body.message).toBe('A purchase that is `error` cannot become `canceled`.')
    const listed = await sandbox.post(`/purchase/${id}/commit`, [])
    expect(listed.body.errors).toEqual([{ param: 'body', code: 'invalid_type', message: 'must be an object' }])
  })

  it('that is declined stays `created`, says so in its log, and can be paid with another card', async () => {
    const sandbox = await fresh()
    for (const card of ['declined', 'noFunds'] as const) {
      const buyer = await buyerWith(sandbox, card)
      const { id } = await ordered(sandbox, buyer)
      const refused = await sandbox.post(`/purchase/${id}/commit`, undefined, { idempotencyKey: `try ${card}` })
      expect(refused).toMatchObject({ status: 402, body: { code: 'card_declined' } })
      const after = await readPurchase(sandbox, id)
      expect(after).toMatchObject({ status: 'created', activity: [{ status: 'created' }, { type: 'error' }] })
      expect(after).not.toHaveProperty('payment_card_brand')
      await sandbox.post('/sandbox/card', { buyer, number: CARDS.mastercard, ...expiry })
      const paid = await sandbox.post(`/purchase/${id}/commit`, undefined, { idempotencyKey: `try ${card}` })
      expect(paid).toMatchObject({ status: 200, body: { status: 'pending', payment_card_brand: 'MASTERCARD' } })
    }
  })

  it('is given back after it has settled: the total leaves, the fee is kept, and it is reversed a minute later', async () => {
    const sandbox = await fresh()
    const { id } = await bought(sandbox, await buyerWith(sandbox))
    await advance(sandbox, SETTLED_SECONDS)
    expect(await sandbox.put(`/purchase/${id}`, { status: 'refunded' })).toMatchObject({
      status: 200,
      body: { status: 'refunded', fee_in_cents: 320 },
    })
    expect((await balances(sandbox)).operating).toBe(OPENING - 320)
    await advance(sandbox, 59)
    expect((await readPurchase(sandbox, id)).status).toBe('refunded')
    await advance(sandbox, 2)
    expect((await readPurchase(sandbox, id)).status).toBe('reversed')
    expect((await balances(sandbox)).operating).toBe(OPENING - 320)
    await auditClean(running.database)
  })
})
