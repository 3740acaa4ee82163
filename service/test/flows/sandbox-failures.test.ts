import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { SIMULATIONS } from '../../src/sandbox/simulations.ts'
import type { Answer, Client } from '../support/client.ts'
import { answer, offered, readContract } from '../support/contracts.ts'
import { asked, CODE, commit, pair, readP2p, WRONG } from '../support/p2p.ts'
import { advance, change, connected, invited, legacyMethod, paid, read, remove } from '../support/payouts.ts'
import { bought, buyerWith, CARDS, ordered, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { startReceiver } from '../support/receiver.ts'
import { type RunningService, startService } from '../support/service.ts'
import { ACCOUNT, readWithdrawal, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000', DELIVERY_POLL_MS: '10' })
})

const DAY = 86_400
const CREDIT = { name: 'payment.credit' }

const connect = (client: Client, id: string, more: object) =>
  client.post('/sandbox/connect', { account_connection: id, type: 'direct', ...more })
const pay = (client: Client, account_connection: string) =>
  client.post('/payout', { account_connection, amount_in_cents: 100 })
const read2 = async (client: Client, id: string) => (await client.get(`/account-connection/${id}`)).body
const failing = (client: Client, failure: string, options: object = {}) =>
  client.post('/buyer', { first_name: 'Bob' }, { headers: { 'sandbox-failure': failure }, ...options })
const codesOf = ({ activity }: { activity: { code?: string }[] }) => activity.flatMap(({ code }) => code ?? [])

/** An answer that is refused with these. */
const refused = ({ status, body }: Answer, expected: [number, string]) => expect([status, body.code]).toEqual(expected)

/** The permissions of the connection, as the creator grants them now. */
const granted = (client: Client, account_connection: string, permissions: object[]) =>
  client.post('/sandbox/permissions', { account_connection, permissions })

const disputed = async (client: Client, purchase: string, body: object) =>
  expect((await client.post('/sandbox/dispute', { purchase, ...body })).status).toBe(200)

/** Causes each failure as the table says, and looks at what it says is seen. */
const CAUSED: Record<keyof typeof SIMULATIONS, (client: Client, enterprise: string) => Promise<void>> = {
  identity_fails: async (client) => {
    const id = await invited(client)
    await connect(client, id, { outcome: 'rejected' })
    expect(await read2(client, id)).toMatchObject({ status: 'created', rejection: { code: 'identity_check_failed' } })
  },
  review: async (client) => {
    const id = await invited(client)
    await connect(client, id, { outcome: 'review' })
    expect((await read2(client, id)).status).toBe('pending')
  },
  review_fails: async (client) => {
    const id = await invited(client)
    await connect(client, id, { outcome: 'review' })
    await connect(client, id, { outcome: 'rejected' })
    expect(await read2(client, id)).toMatchObject({ status: 'created', rejection: { code: 'review_failed' } })
  },
  partial_grant: async (client) => {
    const both = { requested_permissions: ['payment.credit', 'payment.debit'] }
    const [source, destination] = [await invited(client, both), await connected(client, 'direct', both)]
    await connect(client, source, { permissions: [CREDIT] })
    expect((await read2(client, source)).permissions).toEqual([CREDIT])
    refused(await client.post('/p2p', { source, destination, amount_in_cents: 1 }), [403, 'permission_not_granted'])
  },
  permission_expires: async (client) => {
    const id = await invited(client)
    const now = Date.parse((await client.get('/sandbox/clock')).body.now)
    const expires_at = new Date(now + 3_600_000).toISOString()
    await connect(client, id, { permissions: [{ ...CREDIT, expires_at }] })
    expect((await pay(client, id)).status).toBe(201)
    await advance(client, 3_600)
    refused(await pay(client, id), [403, 'permission_not_granted'])
  },
  permission_withdrawn: async (client) => {
    const id = await connected(client, 'direct')
    const { id: payout } = await paid(client, id, 100, { date: new Date(Date.now() + 10 * 60_000).toISOString() })
    expect((await granted(client, id, [])).status).toBe(200)
    refused(await pay(client, id), [403, 'permission_not_granted'])
    await advance(client, 3_600)
    expect(await read(client, payout)).toMatchObject({ status: 'error', failure_code: 'permission_not_granted' })
  },
  funds_short: async (client) => {
    const account_connection = await connected(client, 'direct')
    refused(await client.post('/payout', { account_connection, amount_in_cents: 10_000_001 }), [
      402,
      'insufficient_funds',
    ])
  },
  batch_entry: async (client) => {
    const account_connection = await connected(client, 'direct')
    await remove(client, account_connection)
    refused(await client.post('/payout/batch', { payouts: [{ account_connection, amount_in_cents: 1 }] }), [
      400,
      'batch_invalid',
    ])
  },
  payout_fails: async (client) => {
    const connection = await connected(client, 'ach')
    for (const code of SIMULATIONS.payout_fails.codes) {
      const { id } = await paid(client, connection, 100)
      expect((await client.post('/sandbox/payout-error', { payout: id, code })).status).toBe(200)
      expect(await read(client, id)).toMatchObject({ status: 'error', failure_code: code, fee_in_cents: 0 })
    }
  },
  payout_returned: async (client) => {
    const bad = legacyMethod({ account_number: '9001' })
    const [plain, returning] = [
      await connected(client, 'ach'),
      await connected(client, 'ach', { legacy_payout_method: bad }),
    ]
    const [one, other] = [await paid(client, plain, 100), await paid(client, returning, 100)]
    await advance(client, SETTLED_SECONDS)
    expect((await client.post('/sandbox/payout-return', { payout: one.id, code: 'R16' })).status).toBe(200)
    expect(await read(client, one.id)).toMatchObject({ status: 'returned', failure_code: 'R16' })
    expect(await read(client, other.id)).toMatchObject({ status: 'returned', failure_code: 'R03' })
  },
  bank_account_suspended: async (client) => {
    const connection = await connected(client, 'ach')
    const { id } = await paid(client, connection, 100)
    await advance(client, 3_600)
    await client.post('/sandbox/payout-return', { payout: id, code: 'R02' })
    refused(await pay(client, connection), [409, 'invalid_state'])
    await connect(client, connection, { type: 'ach' })
    expect((await pay(client, connection)).status).toBe(201)
  },
  withdrawal_fails: async (_client, enterprise) => {
    const client = await withdrawingKey(running, enterprise)
    const { id } = await withdrawn(client, 100)
    expect((await client.post('/sandbox/withdrawal-error', { withdrawal: id })).status).toBe(200)
    expect(await readWithdrawal(client, id)).toMatchObject({ status: 'error', failure_code: 'payment_failed' })
  },
  withdrawal_returned: async (_client, enterprise) => {
    const client = await withdrawingKey(running, enterprise)
    const { id: one } = await withdrawn(client, 100)
    await advance(client, 3_600)
    expect((await client.post('/sandbox/withdrawal-return', { withdrawal: one, code: 'R16' })).status).toBe(200)
    expect(await readWithdrawal(client, one)).toMatchObject({ status: 'returned', failure_code: 'R16' })
    await client.post('/sandbox/bank-account', { ...ACCOUNT, account_number: '9001' })
    const { id: other } = await withdrawn(client, 100)
    await advance(client, SETTLED_SECONDS)
    expect(await readWithdrawal(client, other)).toMatchObject({ status: 'returned', failure_code: 'R03' })
  },
  payout_unclaimed: async (client) => {
    const { id } = await paid(client, await invited(client), 100)
    await advance(client, 30 * DAY)
    expect((await read(client, id)).status).toBe('canceled')
  },
  connection_deleted: async (client) => {
    const connection = await connected(client, 'direct')
    const { id } = await paid(client, connection, 100, { date: '2090-01-01T00:00:00Z' })
    const contract = await offered(client, connection)
    await remove(client, connection)
    expect((await read(client, id)).status).toBe('canceled')
    expect((await readContract(client, contract.id)).status).toBe('terminated')
    refused(await pay(client, connection), [409, 'invalid_state'])
  },
  p2p_wrong_code: async (client) => {
    const { id } = await asked(client, await pair(client))
    for (let nth = 0; nth < 3; nth++) refused(await commit(client, id, WRONG), [400, 'incorrect_code'])
    expect((await readP2p(client, id)).status).toBe('expired')
  },
  p2p_late: async (client) => {
    const { id } = await asked(client, await pair(client))
    await advance(client, 600)
    refused(await commit(client, id, CODE), [409, 'p2p_expired'])
  },
  p2p_fails: async (client) => {
    const { id } = await asked(client, await pair(client), 500_001)
    expect((await commit(client, id)).status).toBe(200)
    await advance(client, 3)
    expect((await readP2p(client, id)).status).toBe('error')
  },
  instrument_unknown: async (client) => {
    const { status, body } = await client.post('/buyer', { payment_instrument_id: 'pi_nobody' })
    expect([status, body.errors[0].code]).toEqual([400, 'unknown_instrument'])
  },
  card_declined: async (client) => {
    const migrated = (await client.post('/buyer', { payment_instrument_id: 'pi_sandbox_declined' })).body.id
    for (const buyer of [await buyerWith(client, 'declined'), migrated]) await declined(client, buyer, 'card_declined')
  },
  card_without_funds: async (client) => declined(client, await buyerWith(client, 'noFunds'), 'insufficient_funds'),
  card_expired: async (client) => {
    const buyer = (await client.post('/buyer', {})).body.id
    const now = new Date((await client.get('/sandbox/clock')).body.now)
    const expiry = { expiration_month: now.getUTCMonth() + 1, expiration_year: now.getUTCFullYear() }
    expect((await client.post('/sandbox/card', { buyer, number: CARDS.visa, ...expiry })).status).toBe(200)
    await advance(client, 32 * DAY)
    await declined(client, buyer, 'expired_card')
  },
  collection_fails: async (client) => {
    const { id } = await bought(client, await buyerWith(client, 'unsettled'))
    await advance(client, SETTLED_SECONDS)
    const purchase = await readPurchase(client, id)
    expect([purchase.status, codesOf(purchase)]).toEqual(['error', ['collection_failed']])
  },
  refund_fails: async (client) => {
    const { id } = await bought(client, await buyerWith(client, 'unrefundable'))
    expect((await client.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
    await advance(client, 61)
    const purchase = await readPurchase(client, id)
    expect([purchase.status, codesOf(purchase)]).toEqual(['refunded', ['refund_failed']])
    refused(await client.put(`/purchase/${id}`, { status: 'refunded' }), [409, 'invalid_state'])
  },
  funding_waits: async (client) => {
    const before = (await client.get('/enterprise')).body.operating_account.balance_in_cents
    const { body: clock } = await client.get('/sandbox/clock')
    const available_at = new Date(Date.parse(clock.now) + DAY * 1_000).toISOString()
    await client.post('/sandbox/funding', { amount_in_cents: 700, available_at })
    expect((await client.get('/enterprise')).body).toMatchObject({
      operating_account: { balance_in_cents: before },
      incoming_in_cents: 700,
    })
    await advance(client, DAY + 1)
    expect((await client.get('/enterprise')).body).toMatchObject({
      operating_account: { balance_in_cents: before + 700 },
      incoming_in_cents: 0,
    })
  },
  funding_taken_back: async (client) => {
    const before = (await client.get('/enterprise')).body.operating_account.balance_in_cents
    await client.post('/sandbox/funding-return', { amount_in_cents: before + 300 })
    expect((await client.get('/enterprise')).body).toMatchObject({
      operating_account: { balance_in_cents: 0 },
      receivables_in_cents: 300,
    })
    await client.post('/sandbox/funding', { amount_in_cents: before + 300 })
    expect((await client.get('/enterprise')).body).toMatchObject({
      operating_account: { balance_in_cents: before },
      receivables_in_cents: 0,
    })
  },
  chargeback: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await client.post('/sandbox/chargeback', { purchase: id })
    const purchase = await readPurchase(client, id)
    expect([purchase.status, codesOf(purchase)]).toEqual(['reversed', ['chargeback']])
  },
  dispute_inquiry: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await disputed(client, id, { status: 'inquiry' })
    const purchase = await readPurchase(client, id)
    expect([purchase.status, purchase.dispute.status, codesOf(purchase)]).toEqual(['pending', 'inquiry', ['dispute']])
  },
  dispute_part: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await advance(client, SETTLED_SECONDS)
    await disputed(client, id, { status: 'needs_response', amount_in_cents: 2_500 })
    const purchase = await readPurchase(client, id)
    expect([purchase.status, codesOf(purchase)]).toEqual(['reversed', ['chargeback']])
    expect(purchase.dispute).toMatchObject({ status: 'needs_response', amount_in_cents: 2_500 })
  },
  dispute_lost: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    for (const status of ['needs_response', 'under_review', 'lost']) await disputed(client, id, { status })
    const purchase = await readPurchase(client, id)
    expect([purchase.status, purchase.dispute.status]).toEqual(['reversed', 'lost'])
    expect(codesOf(purchase)).toEqual(['chargeback', 'dispute', 'dispute'])
  },
  dispute_won: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    for (const status of ['needs_response', 'won']) await disputed(client, id, { status })
    const purchase = await readPurchase(client, id)
    expect([purchase.status, purchase.dispute.status]).toEqual(['completed', 'won'])
    expect(codesOf(purchase)).toEqual(['chargeback', 'dispute'])
  },
  fraud_alert: async (client) => {
    const buyer = await buyerWith(client)
    const [one, other] = [await bought(client, buyer), await bought(client, buyer, 100, { auto_refund_on_fraud: true })]
    for (const { id } of [one, other]) await client.post('/sandbox/fraud-alert', { purchase: id })
    expect(codesOf(await readPurchase(client, one.id))).toEqual(['fraud_alert'])
    expect((await readPurchase(client, other.id)).status).toBe('refunded')
  },
  contract_declined: async (client) => {
    const { id } = await offered(client, await connected(client, 'direct'))
    await answer(client, id, 'decline')
    expect((await readContract(client, id)).status).toBe('declined')
  },
  contract_expires: async (client) => {
    const { id } = await offered(client, await connected(client, 'direct'))
    await advance(client, 30 * DAY)
    expect((await readContract(client, id)).status).toBe('expired')
  },
  receiver_fails: async (client) => {
    const { id } = await notified(client, 500)
    const attempts = async () => (await client.get(`/webhook/${id}/delivery`)).body.data[0]?.attempts.length ?? 0
    await expect.poll(attempts).toBe(1)
    await advance(client, 60)
    await expect.poll(attempts).toBe(2)
  },
  webhook_disabled: async (client) => {
    const { id } = await notified(client, 410)
    await expect.poll(async () => (await client.get(`/webhook/${id}`)).body.disabled_at).toBeTypeOf('string')
  },
  key_reused: async (client) => {
    const options = { idempotencyKey: randomUUID() }
    await client.post('/buyer', { first_name: 'Bob' }, options)
    refused(await client.post('/buyer', { first_name: 'Eve' }, options), [409, 'idempotency_key_reused'])
  },
  key_expires: async (client) => {
    const idempotencyKey = randomUUID()
    const expiry = { path: '/buyer', idempotency_key: idempotencyKey }
    const make = async () => (await client.post('/buyer', {}, { idempotencyKey })).body.id
    const first = await make()
    await advance(client, 30 * DAY)
    expect(await make()).toBe(first)
    expect((await client.post('/sandbox/idempotency-expiry', expiry)).body).toEqual({ ...expiry, expired: true })
    expect(await make()).not.toBe(first)
    refused(await client.post('/sandbox/idempotency-expiry', { ...expiry, path: '/payout' }), [404, 'not_found'])
  },
  key_in_progress: async (client) => retried(client, 'idempotency_in_progress', 409),
  rate_limited: async (client) => retried(client, 'rate_limited', 429),
  enterprise_suspended: async (client) =>
    refused(await failing(client, 'enterprise_suspended'), [403, 'enterprise_suspended']),
  internal_error: async (client) => refused(await failing(client, 'internal_error'), [500, 'internal_error']),
  unavailable: async (client) => retried(client, 'unavailable', 503),
  answer_lost: async (client) => {
    const idempotencyKey = randomUUID()
    await expect(failing(client, 'answer_lost', { idempotencyKey })).rejects.toThrow()
    const again = await client.post('/buyer', { first_name: 'Bob' }, { idempotencyKey })
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
    expect((await client.get('/buyer')).body.pagination.total).toBe(1)
  },
}

async function declined(client: Client, buyer: string, code: string): Promise<void> {
  const { id } = await ordered(client, buyer)
  const { status, body } = await client.post(`/purchase/${id}/commit`)
  expect([status, body.code, body.decline_code]).toEqual([402, 'card_declined', code])
  expect((await readPurchase(client, id)).status).toBe('created')
}

/** Refused with a time to wait, and nothing is done. */
async function retried(client: Client, code: string, status: number): Promise<void> {
  const answered = await failing(client, code)
  refused(answered, [status, code])
  expect(answered.headers.get('retry-after')).toBe('1')
  expect((await client.get('/buyer')).body.pagination.total).toBe(0)
}

/** A webhook whose receiver answers with this status, and one notification to it. */
async function notified(client: Client, status: number): Promise<{ id: string }> {
  const receiver = await startReceiver(status)
  const { id } = (await client.post('/webhook', { url: receiver.url, event: 'payout.update' })).body
  const payout = await paid(client, await connected(client, 'direct'), 100, { date: '2090-01-01T00:00:00Z' })
  await change(client, payout.id, { description: 'Changed' })
  return { id }
}

describe('a failure that an integrator must handle can be caused', () => {
  it.each(Object.keys(SIMULATIONS) as (keyof typeof SIMULATIONS)[])('%s', async (name) => {
    const { id, sandbox } = await running.enterprise()
    await CAUSED[name](sandbox, id)
  })
})

describe('the header Sandbox-Failure', () => {
  it('refuses what it does not know, and needs a key', async () => {
    const { sandbox } = await running.enterprise()
    const { status, body } = await failing(sandbox, 'toString')
    expect([status, body.errors[0].param]).toEqual([400, 'Sandbox-Failure'])
    refused(await failing(running.client('sandbox', undefined), 'unavailable'), [401, 'unauthorized'])
  })

  it('means nothing in production', async () => {
    const { production } = await running.enterprise()
    expect((await failing(production, 'unavailable')).status).toBe(201)
  })
})
