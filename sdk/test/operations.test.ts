import { beforeAll, expect, it } from 'vitest'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { operationsOf } from '../generate/schema.ts'
import { ApiError, createTributary, type Outcome, type Tributary } from '../typescript/src/index.ts'
import {
  APPROVED_FROM,
  connectedCreator,
  creator,
  raiseAlert,
  requireApproval,
  sandboxOf,
  startReceiver,
} from './support/sandbox.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
})

const ACH = { type: 'ach' as const, outcome: 'approved' as const }
const TERMS = { type: 'deposit_split' as const, deposit_source: 'video_ads' as const, split_percent_amount: 10 }
const EXPIRY = { expiration_month: 12, expiration_year: 2040 }

async function connections({ accountConnections, connect, embedOrigins, sandbox }: Tributary): Promise<string> {
  const made = await accountConnections.create({ ...creator(), external_id: 'artist-1', user_data: { a: 1 } })
  expect(made).toMatchObject({ status: 'created', user_data: { a: 1 } })
  expect(await accountConnections.getByExternalId('artist-1')).toEqual(made)
  expect((await connect.createLink({ account_connection: made.id })).url).toContain('/connect/')
  expect((await connect.createInvite({ account_connection: made.id, send_email: false })).url).toContain('http')
  expect(await sandbox.connect({ account_connection: made.id, type: 'direct' })).toMatchObject({ status: 'active' })
  expect(await accountConnections.update(made.id, { display_name: 'Ally' })).toMatchObject({ display_name: 'Ally' })
  expect(await accountConnections.get(made.id)).toMatchObject({ type: 'direct', destination: expect.any(String) })
  expect((await accountConnections.list({ external_id: 'artist-1' })).data.map(({ id }) => id)).toEqual([made.id])
  const origin = await embedOrigins.create({ origin: 'https://shop.example.com' })
  expect((await embedOrigins.list().toArray()).map(({ id }) => id)).toEqual([origin.id])
  expect(await embedOrigins.delete(origin.id)).toMatchObject({ deleted: true })
  return made.id
}

async function payouts({ payouts, accountConnections, sandbox }: Tributary, connection: string): Promise<void> {
  const body = { account_connection: connection, amount_in_cents: 12_500 }
  const made = await payouts.create({ ...body, description: 'Royalties' })
  expect(made).toMatchObject({ status: 'pending', amount_in_cents: 12_500 })
  const batch = await payouts.createBatch({ payouts: [{ ...body, date: '2090-01-01T00:00:00Z' }, body] })
  const [later] = batch.payouts
  expect(await payouts.update(later?.id ?? '', { status: 'canceled' })).toMatchObject({ status: 'canceled' })
  expect(await payouts.get(made.id)).toMatchObject({ id: made.id, description: 'Royalties' })
  const found = await payouts.list({ page_size: 1 }).toArray()
  expect(found.map(({ id }) => id)).toEqual([...batch.payouts.map(({ id }) => id).reverse(), made.id])
  expect(await accountConnections.listPayouts(connection).toArray()).toHaveLength(3)

  const bank = await accountConnections.create({ ...creator('Bob'), requested_permissions: ['payment.credit'] })
  await sandbox.connect({ account_connection: bank.id, ...ACH })
  const [returned, failed] = await Promise.all(
    [1, 2].map(() => payouts.create({ account_connection: bank.id, amount_in_cents: 100 })),
  )
  expect(await sandbox.failPayout({ payout: failed?.id ?? '' })).toMatchObject({ status: 'error' })
  await sandbox.advanceClock({ seconds: 3_600 })
  const back = await sandbox.returnPayout({ payout: returned?.id ?? '', code: 'R03' })
  expect(back).toMatchObject({ status: 'returned' })
}

/** Another key must agree to a large payout; `approver` is its client. */
async function approvals(client: Tributary, approver: Tributary, account_connection: string): Promise<void> {
  const ask = async (): Promise<string> => {
    const { approval } = await client.payouts.create({ account_connection, amount_in_cents: APPROVED_FROM })
    expect(approval).toMatchObject({ status: 'awaiting' })
    return approval?.id ?? ''
  }
  const first = await ask()
  expect(await client.approvals.get(first)).toMatchObject({ status: 'awaiting', needed: 1 })
  expect(await client.approvals.listPayouts(first).toArray()).toHaveLength(1)
  expect(await approver.approvals.reject(first, { reason: 'Too much' })).toMatchObject({ status: 'rejected' })
  expect(await approver.approvals.approve(await ask())).toMatchObject({ status: 'approved' })
  expect(await client.approvals.list({ status: 'approved' }).toArray()).toHaveLength(1)
}

async function withdrawals({ withdrawals, sandbox }: Tributary, account_connection: string): Promise<void> {
  const own = await sandbox.withdraw({ account_connection, amount_in_cents: 100 })
  expect(own).toMatchObject({ status: 'pending', amount_in_cents: 100 })
  const account = { name_on_account: 'Acme', account_number: '000111222333', routing_number: '021000021' }
  const { destination } = await sandbox.setBankAccount({ ...account, account_type: 'checking' })
  const [sent, failed] = [
    await withdrawals.create({ amount_in_cents: 100 }),
    await withdrawals.create({ amount_in_cents: 200 }),
  ]
  expect(sent).toMatchObject({ status: 'pending', destination })
  expect(await withdrawals.update(sent.id, { description: 'Surplus' })).toMatchObject({
    description: 'Surplus',
  })
  expect(await sandbox.failWithdrawal({ withdrawal: failed.id })).toMatchObject({ status: 'error' })
  await sandbox.advanceClock({ seconds: 3_600 })
  expect(await withdrawals.get(sent.id)).toMatchObject({ status: 'sent' })
  expect(await withdrawals.list({ status: 'sent' }).toArray()).toHaveLength(1)
  expect(await sandbox.returnWithdrawal({ withdrawal: sent.id, code: 'R02' })).toMatchObject({ status: 'returned' })
}

async function trials({ payouts, sandbox }: Tributary, account_connection: string): Promise<void> {
  const body = { account_connection, amount_in_cents: 100 }
  const tried = await payouts.create(body, { query: { dry_run: true } })
  expect(tried).toMatchObject({ dry_run: true, expected: { fee_in_cents: 0 } })
  const options = { idempotencyKey: 'again' }
  const { id } = await payouts.create(body, options)
  expect((await payouts.create(body, options)).id).toBe(id)
  await sandbox.expireIdempotencyKey({ path: '/payout', idempotency_key: 'again' })
  expect((await payouts.create(body, options)).id).not.toBe(id)
  expect(await sandbox.setPermissions({ account_connection, permissions: [{ name: 'payment.debit' }] })).toMatchObject({
    permissions: [{ name: 'payment.debit' }],
  })
}

async function betweenCreators(client: Tributary, source: string): Promise<void> {
  const { p2p, contracts, sandbox, accountConnections } = client
  const destination = await connectedCreator(client, 'direct', 'Dora')
  const asked = await p2p.create({ source, destination, amount_in_cents: 2_500 })
  expect(await p2p.update(asked.id, { user_data: { n: 1 } })).toMatchObject({ user_data: { n: 1 } })
  expect(await p2p.commit(asked.id, { code: '000000' })).toMatchObject({ status: 'pending' })
  expect(await p2p.get(asked.id)).toMatchObject({ id: asked.id })
  expect(await p2p.list().toArray()).toHaveLength(1)
  expect(await accountConnections.listP2p(source).toArray()).toHaveLength(1)
  expect(await accountConnections.listP2pWith(source, destination).toArray()).toHaveLength(1)

  const contract = await contracts.create({ account_connection: source, ...TERMS })
  await sandbox.contract({ contract: contract.id, decision: 'accept' })
  const arriving = { account_connection: source, deposit_source: 'video_ads' as const, amount_in_cents: 10_000 }
  const previewed = await contracts.preview(arriving)
  expect(previewed.splits).toHaveLength(1)
  expect((await sandbox.deposit(arriving)).splits).toHaveLength(1)
  expect(await contracts.get(contract.id)).toMatchObject({ status: 'active' })
  expect(await contracts.list({ status: 'active' }).toArray()).toHaveLength(1)
  expect(await accountConnections.listContracts(source).toArray()).toHaveLength(1)
  expect((await contracts.listActivity(contract.id).toArray()).length).toBeGreaterThan(1)
  expect(await contracts.listSplits(contract.id).toArray()).toHaveLength(1)
  expect(await contracts.delete(contract.id)).toMatchObject({ status: 'terminated' })
}

async function sales({ buyers, purchases, sandbox }: Tributary): Promise<void> {
  const buyer = await buyers.create({ external_id: 'customer-1' })
  expect(await sandbox.card({ buyer: buyer.id, number: '4242424242424242', ...EXPIRY })).toMatchObject({
    card: { last_four: '4242' },
  })
  expect(await buyers.update(buyer.id, { first_name: 'Ben' })).toMatchObject({ first_name: 'Ben' })
  expect((await buyers.get(buyer.id)).id).toBe((await buyers.getByExternalId('customer-1')).id)
  expect(await buyers.list().toArray()).toHaveLength(1)
  const bought = async () => {
    const order = { buyer: buyer.id, items: [{ name: 'Ticket', amount_in_cents: 4_500 }], auto_refund_on_fraud: true }
    const { id } = await purchases.create(order)
    expect(await purchases.commit(id)).toMatchObject({ status: 'pending' })
    return id
  }
  const [first, second, given] = [await bought(), await bought(), await bought()]
  await sandbox.advanceClock({ seconds: 7_200 })
  expect(await purchases.get(first)).toMatchObject({ status: 'completed', net_total_in_cents: 4_339 })
  expect(await sandbox.fraudAlert({ purchase: first })).toMatchObject({ status: 'refunded' })
  expect(await sandbox.chargeback({ purchase: second })).toMatchObject({ status: 'reversed' })
  expect(await sandbox.dispute({ purchase: second, status: 'won' })).toMatchObject({ status: 'completed' })
  const refund = await purchases.refund(given, { amount_in_cents: 500, reason: 'One seat was broken' })
  expect(await purchases.getRefund(refund.id)).toMatchObject({ purchase: given, amount_in_cents: 500 })
  expect(await purchases.listRefunds(given).toArray()).toHaveLength(1)
  const third = await purchases.create({ buyer: buyer.id, items: [{ name: 'Ticket', amount_in_cents: 1 }] })
  expect(await purchases.update(third.id, { status: 'canceled' })).toMatchObject({ status: 'canceled' })
  expect(await purchases.list().toArray()).toHaveLength(4)
  expect(await buyers.listPurchases(buyer.id, { page_size: 2 }).toArray()).toHaveLength(4)
}

async function notifications(client: Tributary, connection: string): Promise<void> {
  const { webhooks, events, auditLog, requestLog, accountConnections, sandbox, enterprise, alerts } = client
  const receiver = await startReceiver()
  const hook = await webhooks.create({ url: receiver.url, event: 'account_connection.update' })
  expect(await webhooks.get(hook.id)).toEqual(hook)
  expect(await webhooks.list().toArray()).toEqual([hook])
  const changed = await webhooks.update(hook.id, { user_data: { team: 'payments' } })
  expect(changed).toMatchObject({ id: hook.id, url: hook.url, user_data: { team: 'payments' } })
  expect((await webhooks.getSecret(hook.id)).secret).toMatch(/^whsec_/)
  expect(await webhooks.rotateSecret(hook.id)).toMatchObject({ previous_secret: expect.stringMatching(/^whsec_/) })
  await accountConnections.update(connection, { user_data: { n: 2 } })
  await expect.poll(() => receiver.calls.length).toBe(1)
  await expect
    .poll(async () => (await webhooks.listDeliveries(hook.id)).data.map(({ status }) => status))
    .toEqual(['delivered'])
  const [delivery] = await webhooks.listDeliveries(hook.id).toArray()
  expect(await webhooks.getDelivery(hook.id, delivery?.id ?? '')).toEqual(delivery)
  await webhooks.redeliver(hook.id, delivery?.id ?? '')
  await webhooks.test(hook.id)
  expect(await webhooks.recover(hook.id, { since: '2020-01-01T00:00:00Z' })).toBeTruthy()
  expect((await events.list({ page_size: 1 }).toArray()).map(({ position }) => position)).toEqual(
    Array.from({ length: (await events.list({ page_size: 1_000 })).data.length }, (_, nth) => nth + 1),
  )
  expect((await auditLog.list()).data).toBeInstanceOf(Array)
  await expect.poll(async () => (await requestLog.list({ status: '2xx' })).data.length).toBeGreaterThan(0)
  expect(await webhooks.delete(hook.id)).toMatchObject({ deleted: true })
  await sandbox.fund({ amount_in_cents: 100 })
  await sandbox.takeBackFunds({ amount_in_cents: 1 })
  expect(await sandbox.listMessages().toArray()).not.toEqual([])
  expect((await enterprise.get()).environment).toBe('sandbox')
  expect(await enterprise.getLimits()).toEqual({ limits: [], new_bank_account_wait_hours: 0 })
  const [alert] = await alerts.list().toArray()
  expect(await alerts.get(alert?.id ?? '')).toMatchObject({ status: 'raised', kind: 'low_balance' })
  expect(Date.parse((await sandbox.getClock()).now)).toBeGreaterThan(Date.now())
}

it('every operation of the document is called, and answers what its type says', async () => {
  const called = new Set<string>()
  const hooks = { onResponse: ({ operation, status = 0 }: Outcome) => void (status < 400 && called.add(operation)) }
  const sandbox = await sandboxOf(running, { hooks })
  await requireApproval(running, sandbox)
  await raiseAlert(running, sandbox)
  const { client, baseUrl, approverKey: apiKey } = sandbox
  const connection = await connections(client)
  await payouts(client, connection)
  await betweenCreators(client, connection)
  await sales(client)
  await notifications(client, connection)
  await approvals(client, createTributary({ apiKey, baseUrl, hooks }), connection)
  await withdrawals(client, connection)
  await trials(client, connection)
  const document = await (await fetch(`${baseUrl}/openapi.json`)).json()
  const operations = operationsOf(document as never).map(({ id }) => id)
  expect(operations.length).toBeGreaterThan(60)
  expect([...called].toSorted()).toEqual(operations.toSorted())
})

it('a refusal of the service is an error with its code, its request id and its fields', async () => {
  const { client } = await sandboxOf(running)
  const refused = async (promise: PromiseLike<unknown>): Promise<ApiError> => {
    const error = await promise.then(
      () => expect.unreachable('it was to be refused'),
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ApiError)) throw error
    expect(error.requestId).toMatch(/^req_/)
    return error
  }
  const taken = { url: 'https://example.com/', event: 'payout.update' as const }
  const { id } = await client.webhooks.create(taken)
  const exists = await refused(client.webhooks.create(taken))
  expect(exists.is('webhook_exists') && exists.fields.existing_id).toBe(id)
  expect((await refused(client.payouts.get('pay_nobody'))).code).toBe('not_found')
  const invalid = await refused(client.payouts.create({ account_connection: '', amount_in_cents: 0.5 }))
  expect(invalid.is('validation_failed') && invalid.fields.errors.map(({ param }) => param).toSorted()).toEqual([
    'account_connection',
    'amount_in_cents',
  ])
  const batch = await refused(
    client.payouts.createBatch({ payouts: [{ account_connection: 'x', amount_in_cents: 1 }] }),
  )
  expect(batch.is('batch_invalid') && batch.fields.details.map(({ index }) => index)).toEqual([0])
})
