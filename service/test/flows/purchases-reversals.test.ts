import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { accounts, advance, auditClean, balances, connected, OPENING, paid, standStill } from '../support/payouts.ts'
import { change, REACH } from '../support/purchase-states.ts'
import { bought, buyerWith, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
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
const refundsDue = async ({ id }: Shop) => 0 - ((await accounts(running.database, id, 'refunds_due'))[0] ?? 0)

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
