import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { readableLog } from '../support/logged.ts'
import { auditClean } from '../support/payouts.ts'
import { buyerWith, ordered, readPurchase } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'
import { type LocalStripe, startStripe, stripeSettings } from '../support/stripe-server.ts'

let stripe: LocalStripe
let running: RunningService
const { log, lines } = readableLog('info')

beforeAll(async () => {
  stripe = await startStripe()
  const variables = {
    ...stripeSettings(stripe),
    WORKER_POLL_MS: '100',
  }
  running = await startService(variables, undefined, { log })
})
afterAll(() => stripe.close())

const WARNING = 'radar.early_fraud_warning.created'
const DISPUTE = 'charge.dispute.funds_withdrawn'

async function tell(type: string, payment_intent: string) {
  const { body, headers } = stripe.event(type, { payment_intent })
  const url = `${running.roots.production}/card-network/events`
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}

async function live(client: Client) {
  const { body: buyer } = await client.post('/buyer', { payment_instrument_id: 'pm_visa' })
  return ordered(client, buyer.id, 10_000, { auto_refund_on_fraud: true })
}

/** Charged at the network, while whoever asked for it is gone, or slow: until the lease ends nobody else asks. */
async function inFlight(enterprise: string, id: string): Promise<string> {
  const tenant = await running.database.transaction((tx) => requireTenant(tx, enterprise, 'production'))
  const intent = `pi_${id}`
  const metadata = { tributary_key: `${tenant}.${id}.1` }
  stripe.intents.push({ id: intent, object: 'payment_intent', status: 'succeeded', amount: 10_000, metadata })
  await holdInFlight(id)
  return intent
}

const holdInFlight = (id: string) => running.database.sql`
  update purchases set charge = 'in_flight', attempt = 1, card_token = 'cus_visa pm_visa', card_brand = 'VISA',
    card_last_four = '4242', call_at = statement_timestamp(), leased_until = statement_timestamp() + interval '1 hour'
  where id = ${id}`

/** The lease ends, and the worker finds the charge. */
async function found(client: Client, id: string): Promise<void> {
  await running.database.sql`update purchases set leased_until = statement_timestamp() where id = ${id}`
  await expect.poll(async () => (await readPurchase(client, id)).status).toBe('pending')
}

/** What the log says of events that changed nothing. */
const ignored = (purchase: string) =>
  lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.resource === purchase && line.why !== undefined)
    .map(({ kind, why, msg }) => ({ event: kind, reason: why, msg }))

describe('what the network says of a charge whose outcome is not recorded yet', () => {
  it.each([
    ['an early fraud warning', WARNING, 'refunded'],
    ['a dispute', DISPUTE, 'reversed'],
  ])('%s is to be said again, and then counts', async (_name, type, status) => {
    const { id: enterprise, production } = await running.enterprise()
    const { id } = await live(production)
    const intent = await inFlight(enterprise, id)
    expect(await tell(type, intent)).toMatchObject({ status: 503, retryAfter: '1', body: { code: 'unavailable' } })
    expect((await readPurchase(production, id)).status).toBe('created')
    await found(production, id)
    expect(await tell(type, intent)).toMatchObject({ status: 200, body: { received: true } })
    expect((await readPurchase(production, id)).status).toBe(status)
    expect(ignored(id)).toEqual([])
    await auditClean(running.database)
  })

  it('is a conflict where it is only simulated', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await ordered(sandbox, await buyerWith(sandbox))
    await holdInFlight(id)
    for (const path of ['/sandbox/fraud-alert', '/sandbox/chargeback']) {
      expect(await sandbox.post(path, { purchase: id })).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    }
  })
})

describe('what the network says in vain', () => {
  it('is answered with 200, and stands in the log', async () => {
    const { id: enterprise, production } = await running.enterprise()
    const { id } = await live(production)
    const intent = await inFlight(enterprise, id)
    await found(production, id)
    for (let again = 0; again < 2; again++) expect((await tell(DISPUTE, intent)).status).toBe(200)
    expect((await readPurchase(production, id)).status).toBe('reversed')
    expect(ignored(id)).toEqual([
      { event: 'dispute', reason: 'invalid_state', msg: 'an event of the card network changed nothing' },
    ])
  })
})
