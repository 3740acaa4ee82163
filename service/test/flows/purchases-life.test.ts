import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  accounts,
  advance,
  auditClean,
  balances,
  connected,
  OPENING,
  paid,
  standStill,
  timePasses,
} from '../support/payouts.ts'
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
const change = (client: Client, id: string, body: object) => client.put(`/purchase/${id}`, body)
const refundsDue = async ({ id }: Shop) => 0 - ((await accounts(running.database, id, 'refunds_due'))[0] ?? 0)

/** A purchase in each state. */
const REACH: Record<string, (client: Client) => Promise<string>> = {
  created: async (client) => (await ordered(client, await buyerWith(client))).id,
  pending: async (client) => (await bought(client, await buyerWith(client))).id,
  settling: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await advance(client, 60)
    return id
  },
  completed: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await advance(client, SETTLED_SECONDS)
    return id
  },
  error: async (client) => {
    const { id } = await bought(client, await buyerWith(client, 'unsettled'))
    await advance(client, SETTLED_SECONDS)
    return id
  },
  canceled: async (client) => {
    const id = await (REACH.pending as (typeof REACH)[string])(client)
    await change(client, id, { status: 'canceled' })
    return id
  },
  refunded: async (client) => {
    const id = await (REACH.completed as (typeof REACH)[string])(client)
    await change(client, id, { status: 'refunded' })
    return id
  },
  reversed: async (client) => {
    const id = await (REACH.completed as (typeof REACH)[string])(client)
    await client.post('/sandbox/chargeback', { purchase: id })
    return id
  },
}

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

describe('a reversal that finds the operating account short', () => {
  /** Everything but so much is paid out. */
  async function drained(made: Shop, left: number): Promise<void> {
    const creator = await connected(made.sandbox, 'direct')
    await paid(made.sandbox, creator, (await operating(made.sandbox)) - left)
  }

  it('is 402 when the enterprise asks for it, and nothing moves', async () => {
    const made = await shop()
    const id = await (REACH.completed as (typeof REACH)[string])(made.sandbox)
    await drained(made, TOTAL - 1)
    for (const status of ['refunded', 'canceled']) {
      expect(await change(made.sandbox, id, { status })).toMatchObject({
        status: 402,
        body: { code: 'insufficient_funds' },
      })
    }
    expect((await readPurchase(made.sandbox, id)).status).toBe('completed')
    await made.sandbox.post('/sandbox/funding', { amount_in_cents: 1 })
    expect((await change(made.sandbox, id, { status: 'refunded' })).status).toBe(200)
    expect(await operating(made.sandbox)).toBe(0)
    await auditClean(running.database)
  })

  it.each([
    ['a chargeback', '/sandbox/chargeback', 'reversed'],
    ['a fraud refund', '/sandbox/fraud-alert', 'refunded'],
  ])('happens anyway by %s; the rest is repaid by whatever comes in first', async (_name, path, status) => {
    const made = await shop()
    const buyer = await buyerWith(made.sandbox)
    const { id } = await bought(made.sandbox, buyer, TOTAL, { auto_refund_on_fraud: true })
    await advance(made.sandbox, SETTLED_SECONDS)
    await drained(made, 2_500)
    expect((await made.sandbox.post(path, { purchase: id })).body.status).toBe(status)
    expect([await operating(made.sandbox), await refundsDue(made)]).toEqual([0, 7_500])
    await auditClean(running.database)
    // Funding repays first, and says what is left.
    const funded = await made.sandbox.post('/sandbox/funding', { amount_in_cents: 1_000 })
    expect(funded.body.operating_account.balance_in_cents).toBe(0)
    expect([await operating(made.sandbox), await refundsDue(made)]).toEqual([0, 6_500])
    // So does another purchase that settles.
    await bought(made.sandbox, buyer, 5_000)
    await advance(made.sandbox, SETTLED_SECONDS)
    expect([await operating(made.sandbox), await refundsDue(made)]).toEqual([0, 6_500 - 4_825])
    await made.sandbox.post('/sandbox/funding', { amount_in_cents: 2_000 })
    expect([await operating(made.sandbox), await refundsDue(made)]).toEqual([2_000 - 1_675, 0])
    await auditClean(running.database)
  })

  it('is repaid by payouts that come back, too', async () => {
    const made = await shop()
    const id = await (REACH.completed as (typeof REACH)[string])(made.sandbox)
    const bank = await connected(made.sandbox, 'ach')
    const payout = await paid(made.sandbox, bank, 5_000)
    await advance(made.sandbox, 3_600)
    await drained(made, 0)
    await made.sandbox.post('/sandbox/chargeback', { purchase: id })
    expect(await refundsDue(made)).toBe(TOTAL)
    await made.sandbox.post('/sandbox/payout-return', { payout: payout.id, code: 'R03' })
    expect([await operating(made.sandbox), await refundsDue(made)]).toEqual([0, TOTAL - 5_000])
    await auditClean(running.database)
  })
})

describe('fraud', () => {
  const alert = (client: Client, purchase: string) => client.post('/sandbox/fraud-alert', { purchase })

  it('refunds by itself inside the window, says so, and is reversed a minute later', async () => {
    const made = await shop()
    const buyer = await buyerWith(made.sandbox)
    const { id } = await bought(made.sandbox, buyer, TOTAL, { auto_refund_on_fraud: true })
    await advance(made.sandbox, SETTLED_SECONDS)
    expect(await alert(made.sandbox, id)).toMatchObject({ status: 200, body: { status: 'refunded' } })
    expect(await operating(made.sandbox)).toBe(OPENING - FEE)
    const count = async () => (await running.database.sql`select 1 from events where resource = ${id}`).length
    const before = await count()
    await advance(made.sandbox, 61)
    expect((await readPurchase(made.sandbox, id)).status).toBe('reversed')
    expect(await count()).toBe(before + 1)
  })

  it.each([
    ['not asked for', false, 3_600, 'completed'],
    ['at the end of the window', true, 72 * 3_600 - 1, 'refunded'],
    ['after the window', true, 72 * 3_600 + 1, 'completed'],
  ])('%s', async (_name, automatic, seconds, status) => {
    const made = await shop()
    const buyer = await buyerWith(made.sandbox)
    const { id } = await bought(made.sandbox, buyer, TOTAL, { auto_refund_on_fraud: automatic })
    await advance(made.sandbox, seconds)
    // Whatever the hour: what has not settled yet is settled by asking.
    if ((await readPurchase(made.sandbox, id)).status !== 'completed')
      await change(made.sandbox, id, { status: 'completed' })
    expect((await alert(made.sandbox, id)).body.status).toBe(status)
    expect(await operating(made.sandbox)).toBe(OPENING + NET - (status === 'refunded' ? TOTAL : 0))
  })

  it('of what was never paid is refused; of what is over changes nothing', async () => {
    const { sandbox } = await shop()
    expect((await alert(sandbox, await (REACH.created as (typeof REACH)[string])(sandbox))).status).toBe(409)
    expect((await alert(sandbox, 'pch_nobody')).status).toBe(404)
    const id = await (REACH.reversed as (typeof REACH)[string])(sandbox)
    const before = await readPurchase(sandbox, id)
    expect((await alert(sandbox, id)).body).toEqual(before)
  })
})

describe('a chargeback', () => {
  it.each([
    ['pending', 200, 0],
    ['settling', 200, 0],
    ['completed', 200, NET - TOTAL],
    ['refunded', 200, NET - TOTAL],
    ['created', 409, 0],
    ['error', 409, 0],
    ['canceled', 409, 0],
    ['reversed', 409, NET - TOTAL],
  ])('of a %s purchase is %i', async (from, status, moved) => {
    const made = await shop()
    const id = await (REACH[from] as (typeof REACH)[string])(made.sandbox)
    const answer = await made.sandbox.post('/sandbox/chargeback', { purchase: id })
    expect(answer.status, answer.text).toBe(status)
    if (status === 200) expect(answer.body.status).toBe('reversed')
    await advance(made.sandbox, SETTLED_SECONDS)
    expect(await operating(made.sandbox)).toBe(OPENING + moved)
    await auditClean(running.database)
  })
})

describe('a refund that fails at the network', () => {
  it.each([
    ['before it settled', 0],
    ['after it settled', SETTLED_SECONDS],
  ])('%s stays refunded, gives the money back, and only a chargeback moves it on', async (_name, wait) => {
    const made = await shop()
    const { id } = await bought(made.sandbox, await buyerWith(made.sandbox, 'unrefundable'))
    if (wait > 0) await advance(made.sandbox, wait)
    expect((await change(made.sandbox, id, { status: 'refunded' })).body.status).toBe('refunded')
    await advance(made.sandbox, SETTLED_SECONDS)
    const stays = await readPurchase(made.sandbox, id)
    expect(stays.status).toBe('refunded')
    expect(stays.activity).toContainEqual(expect.objectContaining({ type: 'error', code: 'refund_failed' }))
    expect(await operating(made.sandbox)).toBe(OPENING + NET)
    for (const status of ['refunded', 'canceled', 'completed']) {
      expect(await change(made.sandbox, id, { status })).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    }
    const back = await made.sandbox.post('/sandbox/chargeback', { purchase: id })
    expect(back.body.status).toBe('reversed')
    expect(await operating(made.sandbox)).toBe(OPENING - FEE)
    await auditClean(running.database)
  })
})
