import { connect } from 'node:net'
import { expect } from 'vitest'
import { createKey, type RestrictionsInput, requireTenant, suspendEnterprise } from '../../../src/tenants/index.ts'
import { approve, approvingKey, ONE, setRules } from '../approvals.ts'
import type { Answer, Client } from '../client.ts'
import { DAY_LIMIT, setLimits } from '../limits.ts'
import { pair } from '../p2p.ts'
import { connected, invited } from '../payouts.ts'
import { buyerWith, item, ordered } from '../purchases.ts'
import { type RunningService, startService } from '../service.ts'
import { startStripe, stripeSettings } from '../stripe-server.ts'

type Provoke = (client: Client) => Promise<Answer>

const MIB = 1_024 * 1_024
const SOMEBODY = 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha'

async function twice(call: () => Promise<Answer>): Promise<Answer> {
  await call()
  return call()
}

/** How a client with a valid key gets each error. */
const PROVOKED: Record<string, Provoke> = {
  malformed_request: (client) => client.get('/payout/%E0%A4%A'),
  malformed_json: (client) => client.post('/payout', undefined, { raw: '{"amount_in_cents":' }),
  validation_failed: (client) => client.post('/payout', { account_connection: SOMEBODY, amount_in_cents: 12.5 }),
  not_found: (client) => client.get('/payout/pay_01kk3v9x2qf8m6t4w0c5n7d1ha'),
  body_too_large: (client) => client.post('/buyer', undefined, { raw: `{"first_name":"${'x'.repeat(MIB)}"}` }),
  unsupported_media_type: (client) => client.post('/buyer', {}, { headers: { 'content-type': 'text/plain' } }),
  batch_invalid: async (client) => {
    const entries = [{ account_connection: SOMEBODY, amount_in_cents: 7_500 }, { amount_in_cents: 0 }]
    return client.post('/payout/batch', { payouts: entries })
  },
  insufficient_funds: async (client) =>
    client.post('/payout', { account_connection: await connected(client, 'ach'), amount_in_cents: 999_999_999 }),
  permission_not_granted: async (client) => {
    const account_connection = await invited(client, { requested_permissions: ['payment.debit'] })
    return client.post('/payout', { account_connection, amount_in_cents: 100 })
  },
  invalid_state: async (client) => {
    const account_connection = await invited(client)
    await client.put(`/account-connection/${account_connection}`, { status: 'deleted' })
    return client.post('/payout', { account_connection, amount_in_cents: 100 })
  },
  incorrect_code: async (client) => {
    const { body } = await client.post('/p2p', { ...(await pair(client)), amount_in_cents: 100 })
    return client.post(`/p2p/${body.id}/commit`, { code: '999999' })
  },
  p2p_expired: async (client) => {
    const { body } = await client.post('/p2p', { ...(await pair(client)), amount_in_cents: 100 })
    await client.post('/sandbox/clock/advance', { seconds: 601 })
    return client.post(`/p2p/${body.id}/commit`, { code: '000000' })
  },
  card_declined: async (client) => {
    const { id } = await ordered(client, await buyerWith(client, 'noFunds'))
    return client.post(`/purchase/${id}/commit`)
  },
  external_id_taken: (client) => twice(() => client.post('/buyer', { external_id: 'customer-2002' })),
  webhook_exists: (client) =>
    twice(() => client.post('/webhook', { url: 'https://example.com/hooks', event: 'buyer.update' })),
  embed_origin_exists: (client) => twice(() => client.post('/embed-origin', { origin: 'https://app.example.com' })),
  idempotency_key_reused: async (client) => {
    const key = { idempotencyKey: '0f6c1f7e-4b0e-4a52-9a5e-3f1f0c9f7b11' }
    await client.post('/buyer', { first_name: 'Bob' }, key)
    return client.post('/buyer', { first_name: 'Rob' }, key)
  },
}

/** Errors by the limits of a key, with the limits that lead to them. */
const LIMITED: Record<string, RestrictionsInput> = {
  scope_missing: { scopes: ['read'] },
  network_not_allowed: { allowed_networks: ['203.0.113.0/24'] },
}

/** Whoever asked for a payout cannot approve it. */
async function approvalErrors(running: RunningService, errors: Record<string, Answer>): Promise<void> {
  const { id, sandbox } = await running.enterprise()
  const account_connection = await connected(sandbox, 'ach')
  await setRules(running, id, [ONE])
  const { client } = await approvingKey(running, id)
  const { body } = await client.post('/payout', { account_connection, amount_in_cents: 100 })
  errors.approval_not_allowed = await approve(client, body.approval.id)
}

/** A payout above a limit, and one of an enterprise that is suspended. */
async function controlErrors(running: RunningService, errors: Record<string, Answer>): Promise<void> {
  const { id, sandbox } = await running.enterprise()
  const account_connection = await connected(sandbox, 'ach')
  await setLimits(running, id, [DAY_LIMIT])
  await sandbox.post('/payout', { account_connection, amount_in_cents: 9_500 })
  errors.limit_exceeded = await sandbox.post('/payout', { account_connection, amount_in_cents: 12_500 })
  await running.database.transaction(async (tx) =>
    suspendEnterprise(tx, await requireTenant(tx, id, 'sandbox'), 'The annual review of your business is open'),
  )
  errors.enterprise_suspended = await sandbox.post('/payout', { account_connection, amount_in_cents: 100 })
}

async function keyErrors(running: RunningService, errors: Record<string, Answer>): Promise<void> {
  const { id } = await running.enterprise()
  const clientWith = async (limits: RestrictionsInput) => {
    const { key } = await running.database.transaction(async (tx) =>
      createKey(tx, await requireTenant(tx, id, 'sandbox'), 'sandbox', 'Limited', limits),
    )
    return running.client('sandbox', key)
  }
  for (const [code, limits] of Object.entries(LIMITED)) {
    errors[code] = await (await clientWith(limits)).post('/buyer', {})
  }
  errors.unauthorized = await running.client('sandbox', undefined).get('/enterprise')
  const late = await clientWith({ expires_at: new Date(Date.now() + 2_000) })
  await expect.poll(async () => (await late.get('/enterprise')).body.code).toBe('key_expired')
  errors.key_expired = await late.get('/enterprise')
}

/** A charge whose answer is lost leaves its request under way. */
async function chargeErrors(errors: Record<string, Answer>): Promise<void> {
  const stripe = await startStripe()
  try {
    const running = await startService({ ...stripeSettings(stripe), CARD_LEASE_SECONDS: '2', WORKER_POLL_MS: '60000' })
    const { production } = await running.enterprise()
    const { body: buyer } = await production.post('/buyer', { payment_instrument_id: 'pm_visa' })
    const { body } = await production.post('/purchase', { buyer: buyer.id, items: [item(100)] })
    stripe.mode = 'hang'
    const commit = () =>
      production.post(`/purchase/${body.id}/commit`, undefined, { idempotencyKey: 'order-1001-payment' })
    errors.unavailable = await commit()
    errors.idempotency_in_progress = await commit()
  } finally {
    stripe.mode = 'answer'
    await stripe.close()
  }
}

/** A service with a limit of one request a second, patience of one second, and a table that is gone. */
async function serverErrors(errors: Record<string, Answer>): Promise<void> {
  const running = await startService({ REQUEST_TIMEOUT_SECONDS: '1', RATE_LIMIT_PER_SECOND: '1' })
  await expect
    .poll(async () => {
      errors.rate_limited = await running.sandbox.get('/enterprise')
      return errors.rate_limited.status
    })
    .toBe(429)
  errors.request_timeout = await slowRequest(running.roots.sandbox)
  await running.database.sql.unsafe('alter table embed_origins rename to gone')
  await expect
    .poll(async () => {
      errors.internal_error = await running.sandbox.get('/embed-origin')
      return errors.internal_error.status
    })
    .toBe(500)
  await running.database.sql.unsafe('alter table gone rename to embed_origins')
}

/** A request whose head does not end. */
async function slowRequest(root: string): Promise<Answer> {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(root).port), '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write('GET /enterprise/v1/enterprise HTTP/1.1\r\nHost:')
  })
  const body = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  return { status: Number(text.split(' ')[1]), headers: new Headers(), text, body }
}

/** The real answer of each error code that the document names. */
export async function recordErrors(running: RunningService): Promise<Record<string, unknown>> {
  const errors: Record<string, Answer> = {}
  for (const [code, provoke] of Object.entries(PROVOKED)) {
    const { sandbox } = await running.enterprise()
    errors[code] = await provoke(sandbox)
  }
  await approvalErrors(running, errors)
  await controlErrors(running, errors)
  await keyErrors(running, errors)
  await chargeErrors(errors)
  await serverErrors(errors)
  for (const [code, { body, text }] of Object.entries(errors))
    expect([code, body?.code, text]).toEqual([code, code, text])
  return Object.fromEntries(Object.entries(errors).map(([code, { body }]) => [code, body]))
}
