import { beforeAll, expect, it } from 'vitest'
import type { ApprovalRule } from '../../../contracts/approvals.ts'
import { approve, approvingKey, readApproval, reject, setRules } from '../support/approvals.ts'
import { advance, auditClean, balances, connected, paid } from '../support/payouts.ts'
import { bought, buyerWith, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

const RULE: ApprovalRule = {
  deed: 'refund',
  from_amount_in_cents: 5_000,
  maker: 'any',
  needed: 1,
  approvers: ['api_key'],
}

/** An enterprise whose refunds need approval, and a settled purchase. */
async function scene(amount = 10_000) {
  const { id, sandbox } = await running.enterprise()
  const approver = await approvingKey(running, id)
  await setRules(running, id, [RULE])
  const purchase = await bought(sandbox, await buyerWith(sandbox), amount)
  await advance(sandbox, SETTLED_SECONDS)
  const refund = (body: object = { status: 'refunded' }) => sandbox.put(`/purchase/${purchase.id}`, body)
  return { id, sandbox, approver, purchase, refund }
}

it('a refund is made once it is approved, as of then', async () => {
  const { sandbox, approver, purchase, refund } = await scene()
  const before = await balances(sandbox)
  const asked = await refund()
  expect(asked).toMatchObject({ status: 200, body: { status: 'completed', approval: { status: 'awaiting' } } })
  const { approval } = asked.body
  // Asked for again, it is the same one; other fields change meanwhile.
  expect((await refund({ status: 'refunded', user_data: { a: 1 } })).body).toMatchObject({
    approval,
    user_data: { a: 1 },
  })
  expect(await readApproval(sandbox, approval.id)).toMatchObject({
    deed: 'refund',
    subject: { type: 'refund', id: purchase.id },
    amount_in_cents: 10_000,
  })
  expect(await balances(sandbox)).toEqual(before)
  expect((await approve(approver.client, approval.id)).body.status).toBe('approved')
  const after = await readPurchase(sandbox, purchase.id)
  expect(after.status).toBe('refunded')
  expect(after).not.toHaveProperty('approval')
  expect((await balances(sandbox)).operating).toBe(before.operating - 10_000)
  await auditClean(running.database)
})

it('a rejected refund leaves the purchase as it was, and can be asked for again', async () => {
  const { sandbox, approver, purchase, refund } = await scene()
  const { approval } = (await refund()).body
  await reject(approver.client, approval.id, 'not due')
  const after = await readPurchase(sandbox, purchase.id)
  expect(after.status).toBe('completed')
  expect(after).not.toHaveProperty('approval')
  expect(after.activity.at(-1).entry).toBe('Not given back: rejected by Approver: not due')
  expect((await refund()).body.approval.id).not.toBe(approval.id)
})

it('a cancellation that gives money back needs it too; one that does not, not', async () => {
  const { sandbox, approver, purchase, refund } = await scene()
  const { approval } = (await refund({ status: 'canceled' })).body
  await approve(approver.client, approval.id)
  expect((await readPurchase(sandbox, purchase.id)).status).toBe('canceled')
  const unpaid = await ordered(sandbox, purchase.buyer)
  expect((await sandbox.put(`/purchase/${unpaid.id}`, { status: 'canceled' })).body.status).toBe('canceled')
})

it('below the amount of the rule, and by a chargeback, money goes back as before; the approval is void', async () => {
  const small = await scene(4_999)
  expect((await small.refund()).body.status).toBe('refunded')
  const { sandbox, approver, purchase, refund } = await scene()
  const { approval } = (await refund()).body
  expect((await sandbox.post('/sandbox/chargeback', { purchase: purchase.id })).body.status).toBe('reversed')
  expect((await readApproval(sandbox, approval.id)).status).toBe('void')
  expect((await approve(approver.client, approval.id)).status).toBe(409)
  await auditClean(running.database)
})

it('funds that have run out refuse the last approval, which can be given later', async () => {
  const { sandbox, approver, purchase, refund } = await scene()
  const { approval } = (await refund()).body
  await paid(sandbox, await connected(sandbox, 'direct'), (await balances(sandbox)).operating)
  expect(await approve(approver.client, approval.id)).toMatchObject({
    status: 402,
    body: { code: 'insufficient_funds' },
  })
  expect((await readApproval(sandbox, approval.id)).status).toBe('awaiting')
  await sandbox.post('/sandbox/funding', { amount_in_cents: 10_000 })
  expect((await approve(approver.client, approval.id)).status).toBe(200)
  expect((await readPurchase(sandbox, purchase.id)).status).toBe('refunded')
})

it('a refund in part awaits its approval and moves nothing until then; a second one meanwhile is a conflict', async () => {
  const { sandbox, approver, purchase } = await scene()
  const before = await balances(sandbox)
  const post = (amount_in_cents: number) => sandbox.post(`/purchase/${purchase.id}/refund`, { amount_in_cents })
  const asked = await post(6_000)
  expect(asked).toMatchObject({
    status: 201,
    body: { status: 'awaiting', amount_in_cents: 6_000, approval: { status: 'awaiting' } },
  })
  const { id, approval } = asked.body
  expect(await readPurchase(sandbox, purchase.id)).toMatchObject({ approval, refunded_in_cents: 0 })
  expect((await post(100)).status).toBe(409)
  expect(await balances(sandbox)).toEqual(before)
  expect(await readApproval(sandbox, approval.id)).toMatchObject({ amount_in_cents: 6_000 })
  await approve(approver.client, approval.id)
  expect((await sandbox.get(`/refund/${id}`)).body).toMatchObject({ status: 'pending', amount_in_cents: 6_000 })
  expect((await balances(sandbox)).operating).toBe(before.operating - 6_000)
  // Below the amount of the rule nobody is asked.
  expect((await post(4_000)).body.status).toBe('pending')
  expect((await readPurchase(sandbox, purchase.id)).status).toBe('refunded')
  await auditClean(running.database)
})

it('a refund in part that is rejected, or that a chargeback makes void, is canceled', async () => {
  const rejected = await scene()
  const ask = async ({ sandbox, purchase }: typeof rejected) =>
    (await sandbox.post(`/purchase/${purchase.id}/refund`, { amount_in_cents: 6_000 })).body
  const one = await ask(rejected)
  await reject(rejected.approver.client, one.approval.id, 'not due')
  const charged = await scene()
  const other = await ask(charged)
  await charged.sandbox.post('/sandbox/chargeback', { purchase: charged.purchase.id })
  for (const [{ sandbox }, { id }] of [
    [rejected, one],
    [charged, other],
  ] as const) {
    const after = (await sandbox.get(`/refund/${id}`)).body
    expect(after.status).toBe('canceled')
    expect(after).not.toHaveProperty('approval')
  }
  await auditClean(running.database)
})
