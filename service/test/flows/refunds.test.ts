import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, auditClean, balances, connected, OPENING, paid, standStill } from '../support/payouts.ts'
import { bought, buyerWith, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

const TOTAL = 10_000
const NET = 9_680

const operating = async (client: Client) => (await balances(client)).operating

/** A settled purchase of $100.00. */
async function settled(card: Parameters<typeof buyerWith>[1] = 'visa') {
  const { id: enterprise, sandbox } = await running.enterprise()
  const { id } = await bought(sandbox, await buyerWith(sandbox, card), TOTAL)
  await advance(sandbox, SETTLED_SECONDS)
  const refund = (body?: object, options?: { idempotencyKey: string }) =>
    sandbox.post(`/purchase/${id}/refund`, body, options)
  return { enterprise, sandbox, id, refund, read: () => readPurchase(sandbox, id) }
}

describe('a refund in part', () => {
  it('leaves the purchase completed until the sum is the total, and posts each part once', async () => {
    const { sandbox, id, refund, read } = await settled()
    expect((await read()).refunded_in_cents).toBe(0)
    const first = await refund({ amount_in_cents: 3_000, reason: 'One ticket returned' })
    expect(first).toMatchObject({
      status: 201,
      body: { purchase: id, status: 'pending', amount_in_cents: 3_000, reason: 'One ticket returned' },
    })
    expect(first.body.id).toMatch(/^rfd_/)
    expect(await read()).toMatchObject({ status: 'completed', refunded_in_cents: 3_000 })
    expect(await operating(sandbox)).toBe(OPENING + NET - 3_000)
    await advance(sandbox, 60)
    expect((await sandbox.get(`/refund/${first.body.id}`)).body.status).toBe('succeeded')
    expect(await read()).toMatchObject({ status: 'completed', refunded_in_cents: 3_000 })
    const rest = await refund()
    expect(rest).toMatchObject({ status: 201, body: { amount_in_cents: 7_000 } })
    expect(await read()).toMatchObject({ status: 'refunded', refunded_in_cents: TOTAL })
    await advance(sandbox, 60)
    expect(await read()).toMatchObject({ status: 'reversed', refunded_in_cents: TOTAL })
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    const listed = (await sandbox.get(`/purchase/${id}/refund`)).body
    expect(listed.pagination.total).toBe(2)
    expect(listed.data.map((one: { id: string; status: string }) => [one.id, one.status])).toEqual([
      [rest.body.id, 'succeeded'],
      [first.body.id, 'succeeded'],
    ])
    const moved = await running.database.sql<{ source_id: string; amount: number }[]>`
      select source_id, amount_in_cents::int as amount from ledger_transfers where kind = 'purchase.reversal'
        and source_id = any(${[first.body.id, rest.body.id]}) order by amount`
    expect(moved).toEqual([
      { source_id: first.body.id, amount: 3_000 },
      { source_id: rest.body.id, amount: 7_000 },
    ])
    await auditClean(running.database)
  })

  it('more than is left is refused and moves nothing; PUT refunded and cancel give back what is left', async () => {
    const { sandbox, refund, id, read } = await settled()
    await refund({ amount_in_cents: 4_000 })
    expect(await refund({ amount_in_cents: 6_001 })).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect((await sandbox.put(`/purchase/${id}`, { status: 'refunded' })).body).toMatchObject({
      status: 'refunded',
      refunded_in_cents: TOTAL,
    })
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    expect((await refund()).status).toBe(409)
    const other = await settled()
    await other.refund({ amount_in_cents: 1 })
    expect((await other.sandbox.put(`/purchase/${other.id}`, { status: 'canceled' })).body.status).toBe('canceled')
    expect(await operating(other.sandbox)).toBe(OPENING + NET - TOTAL)
    await advance(sandbox, 120)
    expect((await read()).status).toBe('reversed')
    await auditClean(running.database)
  })

  it('before settlement is a conflict, where all of it is a void that costs nothing', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await bought(sandbox, await buyerWith(sandbox), TOTAL)
    expect(await sandbox.post(`/purchase/${id}/refund`, { amount_in_cents: 100 })).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    })
    expect(await sandbox.post(`/purchase/${id}/refund`, {})).toMatchObject({
      status: 201,
      body: { amount_in_cents: TOTAL },
    })
    expect(await readPurchase(sandbox, id)).toMatchObject({
      status: 'refunded',
      refunded_in_cents: TOTAL,
      fee_in_cents: 0,
    })
    await advance(sandbox, 60)
    expect((await readPurchase(sandbox, id)).status).toBe('reversed')
    expect(await operating(sandbox)).toBe(OPENING)
  })

  it('of what was never paid, is given back or is gone is a conflict; of an unknown purchase 404', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await ordered(sandbox, await buyerWith(sandbox))
    expect((await sandbox.post(`/purchase/${id}/refund`, {})).status).toBe(409)
    expect((await sandbox.post('/purchase/pch_none/refund', {})).status).toBe(404)
    expect((await sandbox.get('/purchase/pch_none/refund')).status).toBe(404)
    expect((await sandbox.get('/refund/rfd_none')).status).toBe(404)
    for (const body of [{ amount_in_cents: 0 }, { amount_in_cents: 1.5 }, { amount_in_cents: '1' }, { amount: 1 }]) {
      expect((await sandbox.post(`/purchase/${id}/refund`, body)).status).toBe(400)
    }
  })

  it('that the operating account cannot pay is 402 and moves nothing', async () => {
    const { sandbox, refund, read } = await settled()
    await paid(sandbox, await connected(sandbox, 'direct'), (await operating(sandbox)) - 999)
    expect(await refund({ amount_in_cents: 1_000 })).toMatchObject({
      status: 402,
      body: { code: 'insufficient_funds' },
    })
    expect((await read()).refunded_in_cents).toBe(0)
    expect((await refund({ amount_in_cents: 999 })).status).toBe(201)
    await auditClean(running.database)
  })

  it('asked for again with its key is the same one', async () => {
    const { sandbox, refund, read } = await settled()
    const one = await refund({ amount_in_cents: 2_000 }, { idempotencyKey: 'part' })
    const again = await refund({ amount_in_cents: 2_000 }, { idempotencyKey: 'part' })
    expect(again.text).toBe(one.text)
    expect((await refund({ amount_in_cents: 2_001 }, { idempotencyKey: 'part' })).body.code).toBe(
      'idempotency_key_reused',
    )
    expect((await read()).refunded_in_cents).toBe(2_000)
    expect(await operating(sandbox)).toBe(OPENING + NET - 2_000)
  })

  it('that fails at the network is given back; the purchase stays completed and takes no other refund', async () => {
    const { sandbox, refund, read, id } = await settled('unrefundable')
    const { body } = await refund({ amount_in_cents: 3_000 })
    await advance(sandbox, 60)
    const failed = (await sandbox.get(`/refund/${body.id}`)).body
    expect(failed.status).toBe('failed')
    expect(failed.activity.at(-1)).toMatchObject({ code: 'refund_failed' })
    expect(await read()).toMatchObject({ status: 'completed', refunded_in_cents: 0 })
    expect(await operating(sandbox)).toBe(OPENING + NET)
    expect((await refund({ amount_in_cents: 1 })).status).toBe(409)
    expect((await sandbox.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(409)
    expect((await sandbox.post('/sandbox/chargeback', { purchase: id })).body.status).toBe('reversed')
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    await auditClean(running.database)
  })

  it('tells of itself: one event for each change, with the fields that changed', async () => {
    const { sandbox, refund, id } = await settled()
    const events = async () => (await sandbox.get(`/event?resource=${id}&page_size=100`)).body.data
    const before = (await events()).length
    await refund({ amount_in_cents: 3_000 })
    expect((await events()).at(-1)).toMatchObject({
      type: 'purchase.update',
      changes: { refunded_in_cents: { before: 0, after: 3_000 } },
    })
    await advance(sandbox, 60)
    expect((await events()).length).toBe(before + 2)
  })
})

describe('a chargeback after a refund in part', () => {
  it('takes the total less what was refunded', async () => {
    const { sandbox, id, refund, read } = await settled()
    await refund({ amount_in_cents: 3_000 })
    const taken = (await sandbox.post('/sandbox/chargeback', { purchase: id })).body
    expect(taken).toMatchObject({
      status: 'reversed',
      refunded_in_cents: 3_000,
      dispute: { status: 'needs_response', amount_in_cents: 7_000 },
    })
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    await advance(sandbox, 120)
    expect(await read()).toMatchObject({ status: 'reversed', refunded_in_cents: 3_000 })
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    await auditClean(running.database)
  })

  it('of the whole that is on its way calls the refund off: the bank has taken the money', async () => {
    const { sandbox, id, refund, read } = await settled()
    const { body } = await refund()
    expect((await sandbox.post('/sandbox/chargeback', { purchase: id })).body.status).toBe('reversed')
    await advance(sandbox, 120)
    expect((await sandbox.get(`/refund/${body.id}`)).body.status).toBe('canceled')
    expect(await read()).toMatchObject({ status: 'reversed', refunded_in_cents: 0 })
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    await auditClean(running.database)
  })
})
