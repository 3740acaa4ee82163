import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, auditClean, balances, connected, OPENING, paid, standStill } from '../support/payouts.ts'
import { bought, buyerWith, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

const TOTAL = 10_000
const NET = 9_680

const operating = async (client: Client) => (await balances(client)).operating

async function charged(seconds = SETTLED_SECONDS) {
  const { sandbox } = await running.enterprise()
  const { id } = await bought(sandbox, await buyerWith(sandbox), TOTAL)
  if (seconds > 0) await advance(sandbox, seconds)
  const dispute = (status: string, more: object = {}) =>
    sandbox.post('/sandbox/dispute', { purchase: id, status, ...more })
  return { sandbox, id, dispute, read: () => readPurchase(sandbox, id) }
}

describe('a dispute', () => {
  it('takes the money, is reviewed and won: the money is back once, and the purchase completed again', async () => {
    const { sandbox, dispute, read } = await charged()
    const taken = (await dispute('needs_response', { reason: 'product_not_received' })).body
    expect(taken).toMatchObject({
      status: 'reversed',
      dispute: { status: 'needs_response', amount_in_cents: TOTAL, reason: 'product_not_received' },
    })
    expect(taken.dispute.respond_by).toMatch(/Z$/)
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    expect((await dispute('under_review')).body.dispute.status).toBe('under_review')
    const won = (await dispute('won')).body
    expect(won).toMatchObject({ status: 'completed', dispute: { status: 'won' } })
    expect(won.dispute).not.toHaveProperty('respond_by')
    expect(won.activity.some(({ entry }: { entry: string }) => entry === 'Dispute won')).toBe(true)
    expect(await operating(sandbox)).toBe(OPENING + NET)
    for (const again of ['won', 'lost', 'under_review']) expect((await dispute(again)).status).toBe(409)
    expect(await operating(sandbox)).toBe(OPENING + NET)
    expect((await read()).status).toBe('completed')
    await auditClean(running.database)
  })

  it('that is lost stays reversed', async () => {
    const { sandbox, dispute } = await charged()
    await dispute('needs_response')
    expect((await dispute('lost')).body).toMatchObject({ status: 'reversed', dispute: { status: 'lost' } })
    expect((await dispute('won')).status).toBe(409)
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
  })

  it('of a part takes that part, beside a refund of another; both are left out when it is won', async () => {
    const { sandbox, id, dispute, read } = await charged()
    await sandbox.post(`/purchase/${id}/refund`, { amount_in_cents: 3_000 })
    await advance(sandbox, 60)
    expect((await dispute('needs_response', { amount_in_cents: 7_001 })).status).toBe(409)
    const taken = (await dispute('needs_response', { amount_in_cents: 2_500 })).body
    expect(taken).toMatchObject({ status: 'reversed', refunded_in_cents: 3_000, dispute: { amount_in_cents: 2_500 } })
    expect(await operating(sandbox)).toBe(OPENING + NET - 5_500)
    await auditClean(running.database)
    await dispute('won')
    expect(await read()).toMatchObject({ status: 'completed', refunded_in_cents: 3_000 })
    expect(await operating(sandbox)).toBe(OPENING + NET - 3_000)
    expect((await sandbox.post(`/purchase/${id}/refund`, {})).body.amount_in_cents).toBe(7_000)
    await auditClean(running.database)
  })

  it('of a part leaves the rest to another dispute, and no more than the rest', async () => {
    const { sandbox, dispute, read } = await charged()
    await dispute('needs_response', { amount_in_cents: 2_500 })
    await dispute('lost')
    expect((await dispute('needs_response', { amount_in_cents: 7_501 })).status).toBe(409)
    expect((await dispute('needs_response')).body).toMatchObject({
      status: 'reversed',
      dispute: { status: 'needs_response', amount_in_cents: 7_500 },
    })
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    await auditClean(running.database)
    expect((await dispute('won')).body.status).toBe('completed')
    expect(await operating(sandbox)).toBe(OPENING + NET - 2_500)
    expect((await dispute('needs_response')).body.dispute.amount_in_cents).toBe(7_500)
    await dispute('lost')
    expect((await dispute('needs_response')).status).toBe(409)
    expect((await read()).status).toBe('reversed')
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    await auditClean(running.database)
  })

  it('that begins as an inquiry takes nothing until it is a chargeback', async () => {
    const { sandbox, dispute, read } = await charged()
    expect((await dispute('inquiry')).body).toMatchObject({ status: 'completed', dispute: { status: 'inquiry' } })
    expect(await operating(sandbox)).toBe(OPENING + NET)
    expect((await dispute('needs_response')).body.status).toBe('reversed')
    expect(await operating(sandbox)).toBe(OPENING + NET - TOTAL)
    const quiet = await charged()
    await quiet.dispute('inquiry', { amount_in_cents: 500 })
    expect((await quiet.dispute('won')).body).toMatchObject({ status: 'completed', dispute: { status: 'won' } })
    expect(await operating(quiet.sandbox)).toBe(OPENING + NET)
    expect((await read()).dispute.amount_in_cents).toBe(TOTAL)
    await auditClean(running.database)
  })

  it('before settlement voids the charge; won, the money comes after all', async () => {
    const { sandbox, dispute, read } = await charged(0)
    expect((await dispute('needs_response')).body.status).toBe('reversed')
    await advance(sandbox, SETTLED_SECONDS)
    expect(await operating(sandbox)).toBe(OPENING)
    expect((await dispute('won')).body.status).toBe('completed')
    expect(await operating(sandbox)).toBe(OPENING + NET)
    await advance(sandbox, SETTLED_SECONDS)
    expect(await read()).toMatchObject({ status: 'completed', fee_in_cents: TOTAL - NET })
    await auditClean(running.database)
  })

  it('of a part before settlement settles the charge first', async () => {
    const { sandbox, dispute } = await charged(0)
    expect((await dispute('needs_response', { amount_in_cents: 4_000 })).body.status).toBe('reversed')
    expect(await operating(sandbox)).toBe(OPENING + NET - 4_000)
    await auditClean(running.database)
  })

  it('that finds the operating account short leaves a debt; won, the debt is paid first', async () => {
    const { sandbox, dispute } = await charged()
    await paid(sandbox, await connected(sandbox, 'direct'), (await operating(sandbox)) - 4_000)
    await dispute('needs_response')
    const short = (await sandbox.get('/enterprise')).body
    expect(short).toMatchObject({ refunds_due_in_cents: 6_000 })
    await dispute('won')
    expect(await operating(sandbox)).toBe(4_000)
    await auditClean(running.database)
  })

  it('calls off refunds that are on their way and that it leaves no money for, the newest first', async () => {
    const { sandbox, id, dispute, read } = await charged()
    const refund = async (amount: number) =>
      (await sandbox.post(`/purchase/${id}/refund`, { amount_in_cents: amount })).body.id
    const [first, second] = [await refund(1_000), await refund(2_000)]
    expect((await dispute('needs_response', { amount_in_cents: 8_500 })).body.status).toBe('reversed')
    await advance(sandbox, 60)
    expect((await sandbox.get(`/refund/${first}`)).body.status).toBe('succeeded')
    expect((await sandbox.get(`/refund/${second}`)).body.status).toBe('canceled')
    expect(await operating(sandbox)).toBe(OPENING + NET - 9_500)
    expect((await read()).refunded_in_cents).toBe(1_000)
    await auditClean(running.database)
  })

  it('cannot begin with its end, nor of what was not paid or is reversed', async () => {
    const { dispute, sandbox, id } = await charged()
    for (const status of ['under_review', 'won', 'lost']) expect((await dispute(status)).status).toBe(409)
    await sandbox.put(`/purchase/${id}`, { status: 'refunded' })
    await advance(sandbox, 120)
    for (const status of ['inquiry', 'needs_response']) expect((await dispute(status)).status).toBe(409)
  })
})
