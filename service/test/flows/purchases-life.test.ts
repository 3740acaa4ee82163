import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, auditClean, balances, OPENING, standStill, timePasses } from '../support/payouts.ts'
import { change, REACH } from '../support/purchase-states.ts'
import { bought, buyerWith, item, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  // At twelve past the hour, so that no hour strikes unasked.
  await standStill(running)
})

const TOTAL = 10_000
const FEE = 320
const NET = TOTAL - FEE

interface Shop {
  readonly id: string
  readonly sandbox: Client
}

const shop = (): Promise<Shop> => running.enterprise()
const operating = async (client: Client) => (await balances(client)).operating

const FINAL = ['error', 'canceled', 'reversed']
const TARGETS = ['canceled', 'completed', 'refunded']

/** What an update to that status answers. */
function verdict(from: string, target: string): number {
  if (from === target) return 200
  if (FINAL.includes(from) || from === 'refunded') return 409
  return 200
}

describe('every state × every status that an update may ask for', () => {
  for (const from of Object.keys(REACH)) {
    for (const target of TARGETS) {
      it(`${from} → ${target}: ${verdict(from, target)}`, async () => {
        const made = await shop()
        const id = await (REACH[from] as (typeof REACH)[string])(made.sandbox)
        const before = await readPurchase(made.sandbox, id)
        expect(before.status).toBe(from)
        const answer = await change(made.sandbox, id, { status: target })
        expect(answer.status, answer.text).toBe(verdict(from, target))
        if (answer.status === 409) expect(answer.body.code).toBe('invalid_state')
        const after = await readPurchase(made.sandbox, id)
        expect(after.status).toBe(answer.status === 200 ? target : from)
        if (from === target) expect(after).toEqual(before)
        await auditClean(running.database)
      })
    }
  }

  it.each(['created', 'pending', 'reversed', 'error', 'settling'])(
    'nothing can be asked to become %s',
    async (status) => {
      const { sandbox } = await shop()
      const id = await (REACH.created as (typeof REACH)[string])(sandbox)
      const refused = await change(sandbox, id, { status })
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ param: 'status' }] } })
    },
  )
})

describe('the money of a purchase', () => {
  it.each([
    ['canceled while pending', 'pending', 'canceled', 0],
    ['refunded while settling', 'settling', 'refunded', 0],
    ['completed while pending', 'pending', 'completed', NET],
    ['completed from created charges nothing', 'created', 'completed', 0],
    ['refunded from created', 'created', 'refunded', 0],
    ['refunded once completed', 'completed', 'refunded', NET - TOTAL],
    ['canceled once completed', 'completed', 'canceled', NET - TOTAL],
  ])('%s', async (_name, from, target, moved) => {
    const made = await shop()
    const id = await (REACH[from] as (typeof REACH)[string])(made.sandbox)
    const answer = await change(made.sandbox, id, { status: target })
    expect(answer.body.status).toBe(target)
    expect(await operating(made.sandbox)).toBe(OPENING + moved)
    await advance(made.sandbox, SETTLED_SECONDS)
    expect(await operating(made.sandbox)).toBe(OPENING + moved)
    expect((await readPurchase(made.sandbox, id)).status).toBe(target === 'refunded' ? 'reversed' : target)
    await auditClean(running.database)
  })

  it('completed from created has no receipt, costs nothing and brings nothing', async () => {
    const { sandbox } = await shop()
    const id = await (REACH.created as (typeof REACH)[string])(sandbox)
    const { body } = await change(sandbox, id, { status: 'completed' })
    expect(body).toMatchObject({ fee_in_cents: 0, net_total_in_cents: 0 })
    expect(body).not.toHaveProperty('receipt_pdf_url')
    expect(await sandbox.post(`/purchase/${id}/commit`)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
  })

  it('that fails to settle becomes error and moves nothing', async () => {
    const made = await shop()
    const id = await (REACH.error as (typeof REACH)[string])(made.sandbox)
    expect(await readPurchase(made.sandbox, id)).toMatchObject({ status: 'error', fee_in_cents: 0 })
    expect(await operating(made.sandbox)).toBe(OPENING)
  })
})

describe('an update', () => {
  it('changes user_data and auto_refund_on_fraud in any state, and nothing else', async () => {
    const { sandbox } = await shop()
    for (const reach of Object.values(REACH)) {
      const id = await reach(sandbox)
      const answer = await change(sandbox, id, { user_data: { x: 1 }, auto_refund_on_fraud: true })
      expect(answer).toMatchObject({ status: 200, body: { user_data: { x: 1 }, auto_refund_on_fraud: true } })
    }
    const id = await (REACH.created as (typeof REACH)[string])(sandbox)
    for (const body of [{ items: [] }, { total_in_cents: 1 }, { buyer: 'x' }, { description: 'x' }]) {
      expect((await change(sandbox, id, body)).status).toBe(400)
    }
  })

  it('of two things at once is one change', async () => {
    const { sandbox } = await shop()
    const id = await (REACH.pending as (typeof REACH)[string])(sandbox)
    const count = async () =>
      (await running.database.sql`select 1 from events where resource = ${id} and type = 'purchase.update'`).length
    expect(await count()).toBe(1)
    await change(sandbox, id, { status: 'completed', user_data: { y: 2 } })
    expect(await count()).toBe(2)
    await change(sandbox, id, { status: 'completed' })
    expect(await count()).toBe(2)
  })
})

describe('a purchase', () => {
  const refused = async (client: Client, body: object) => (await client.post('/purchase', body)).body.errors?.[0]?.param

  it('is refused when its items do not come to a cent, or are not items', async () => {
    const { sandbox } = await shop()
    const buyer = await buyerWith(sandbox)
    const many = Array.from({ length: 101 }, () => item(1))
    for (const [items, param] of [
      [[], 'items'],
      [many, 'items'],
      [[item(0)], 'items'],
      [[item(100), item(-100)], 'items'],
      [[item(9_999_999_999), item(1)], 'items'],
      [[item(9_999_999_999), item(1), item(-1)], 'items'],
      [[item(1), item(9_999_999_999, { quantity: 2 }), item(-9_999_999_999)], 'items.1'],
      [[item(100), item(-9_999_999_999, { quantity: 1_000_000 })], 'items.1'],
      [[item(1.5)], 'items.0.amount_in_cents'],
      [[item(1, { quantity: 0 })], 'items.0.quantity'],
      [[{ amount_in_cents: 1 }], 'items.0.name'],
      [[item(1, { price: 1 })], 'items.0.price'],
    ] as const) {
      expect([items.length, await refused(sandbox, { buyer, items })]).toEqual([items.length, param])
    }
    expect(await refused(sandbox, { items: [item(1)] })).toBe('buyer')
    expect((await sandbox.post('/purchase', { buyer: 'buy_nobody', items: [item(1)] })).status).toBe(404)
    expect((await sandbox.get('/purchase')).body.pagination.total).toBe(0)
    expect(await ordered(sandbox, buyer, 1, { items: many.slice(0, 100) })).toMatchObject({ total_in_cents: 100 })
  })

  it('counts amounts times quantities, discounts too', async () => {
    const { sandbox } = await shop()
    const items = [item(4_500, { quantity: 2, description: 'Row 5' }), item(-1_000), item(720, { name: 'Tax' })]
    const made = await ordered(sandbox, await buyerWith(sandbox), 1, { items, user_data: { order: 1 } })
    expect(made).toMatchObject({
      total_in_cents: 8_720,
      fee_in_cents: 283,
      net_total_in_cents: 8_437,
      items: [{ quantity: 2, description: 'Row 5' }, { quantity: 1, amount_in_cents: -1_000 }, { name: 'Tax' }],
      user_data: { order: 1 },
    })
  })

  it('without a card cannot be committed; with a body that says more neither', async () => {
    const { sandbox } = await shop()
    const { body: buyer } = await sandbox.post('/buyer', {})
    const { id } = await ordered(sandbox, buyer.id)
    expect(await sandbox.post(`/purchase/${id}/commit`)).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await sandbox.post(`/purchase/${id}/commit`, { amount: 1 })).body.errors[0].param).toBe('amount')
    expect((await sandbox.post('/purchase/pch_nobody/commit')).status).toBe(404)
    expect((await readPurchase(sandbox, id)).activity).toHaveLength(1)
  })

  it('is listed newest first, by buyer, and by the state it is in now', async () => {
    const made = await shop()
    const { sandbox } = made
    const [one, two] = [await buyerWith(sandbox), await buyerWith(sandbox)]
    const first = await bought(sandbox, one)
    const second = await ordered(sandbox, two)
    const ids = async (path: string) => (await sandbox.get(path)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('/purchase')).toEqual([second.id, first.id])
    expect(await ids(`/buyer/${one}/purchase`)).toEqual([first.id])
    expect(await ids(`/buyer/${two}/purchase?status=pending`)).toEqual([])
    expect((await sandbox.get('/buyer/buy_nobody/purchase')).status).toBe(404)
    // While no worker runs, reading does what was due.
    await timePasses(running.database, made.id, SETTLED_SECONDS * 1_000)
    expect(await ids('/purchase?status=completed')).toEqual([first.id])
    expect(await ids('/purchase?status=pending')).toEqual([])
    expect((await readPurchase(sandbox, first.id)).status).toBe('completed')
    expect(await operating(sandbox)).toBe(OPENING + NET)
  })

  it('records each step at the time it was due, however late it is done', async () => {
    const made = await shop()
    const { id } = await bought(made.sandbox, await buyerWith(made.sandbox))
    await timePasses(running.database, made.id, 5 * 3_600_000)
    const { activity } = await readPurchase(made.sandbox, id)
    const at = (status: string) =>
      Date.parse(activity.find((entry: { status: string }) => entry.status === status).date)
    expect(at('settling') - at('pending')).toBe(60_000)
    expect(at('completed') % 3_600_000).toBe(0)
    expect(at('completed') - at('settling')).toBeLessThanOrEqual(3_600_000)
  })
})

/** The words of a receipt. */
async function receiptText(url: string): Promise<string> {
  const response = await fetch(url)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()))
  return (await extractText(pdf, { mergePages: true })).text
}

describe('the receipt', () => {
  it('names the buyer of the day it was paid, whatever the buyer is called since', async () => {
    const { sandbox } = await shop()
    const buyer = await buyerWith(sandbox, 'visa', { first_name: 'Bob', last_name: 'Bobson', email: 'bob@example.com' })
    const rename = (body: object) => sandbox.put(`/buyer/${buyer}`, body)
    const first = await bought(sandbox, buyer)
    await advance(sandbox, 60)
    await rename({ user_data: { vip: true } })
    await rename({ last_name: 'Smith' })
    await advance(sandbox, 60)
    const second = await bought(sandbox, buyer)
    await advance(sandbox, 60)
    await rename({ first_name: 'Robert', email: 'robert@example.com' })
    await rename({ first_name: 'Rob' })
    const texts = [await receiptText(first.receipt_pdf_url), await receiptText(second.receipt_pdf_url)]
    expect(texts[0]).toMatch(/Bob Bobson\s+bob@example\.com/)
    expect(texts[1]).toMatch(/Bob Smith\s+bob@example\.com/)
    await advance(sandbox, 60)
    expect(await receiptText((await bought(sandbox, buyer)).receipt_pdf_url)).toMatch(/Rob Smith\s+robert@example\.com/)
  })

  it('keeps the date of the refund when the network has processed it', async () => {
    const { sandbox } = await shop()
    const { id, receipt_pdf_url: url } = await bought(sandbox, await buyerWith(sandbox))
    await change(sandbox, id, { status: 'refunded' })
    const mark = async () => /Refunded on \w+ \d+, \d+ at [\d:]+ [AP]M UTC/.exec(await receiptText(url))?.[0]
    const before = await mark()
    expect(before).toBeDefined()
    await advance(sandbox, 86_400)
    expect((await readPurchase(sandbox, id)).status).toBe('reversed')
    expect(await mark()).toBe(before)
  })

  it('opens without a key once paid, by an address nobody can make up', async () => {
    const { sandbox } = await shop()
    const buyer = await buyerWith(sandbox, 'mastercard', { first_name: 'Bob', last_name: '山田' })
    const { id, receipt_pdf_url: url } = await bought(sandbox, buyer)
    expect((await readPurchase(sandbox, id)).receipt_pdf_url).toBe(url)
    const paidFor = await receiptText(url)
    for (const words of ['Another Enterprise', 'Bob 山田', 'Ticket', '$100.00', 'Mastercard ending in 4444', id]) {
      expect(paidFor).toContain(words)
    }
    await change(sandbox, id, { status: 'refunded' })
    expect(await receiptText(url)).toContain('Refunded on')
    for (const forged of [`${url.slice(0, -3)}AAA`, url.replace(/[^/]+$/, 'nonsense'), `${url}x`]) {
      expect((await fetch(forged)).status).toBe(404)
    }
  })

  it('shows the state that the API would show, though no worker runs', async () => {
    const { id: enterprise, sandbox } = await shop()
    const { receipt_pdf_url: url } = await bought(sandbox, await buyerWith(sandbox, 'unsettled'))
    expect(await receiptText(url)).not.toContain('Not collected')
    await timePasses(running.database, enterprise, SETTLED_SECONDS * 1_000)
    expect(await receiptText(url)).toContain('Not collected on')
  })
})
