import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Environment } from '../../src/kernel/environment.ts'
import { cents } from '../../src/kernel/money.ts'
import { post } from '../../src/ledger/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import type { Answer, Client } from '../support/client.ts'
import { offered, terms } from '../support/contracts.ts'
import { asked } from '../support/p2p.ts'
import { auditClean, invited, paid, person } from '../support/payouts.ts'
import { CARDS, expiry, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let owner: Awaited<ReturnType<RunningService['enterprise']>>
let stranger: Awaited<ReturnType<RunningService['enterprise']>>
const operations: { environment: Environment; name: string }[] = []

/** Ids of resources that exist at their owner's, or that nobody has. */
interface Ids {
  readonly connection: string
  readonly peer: string
  readonly external: string
  readonly payout: string
  readonly webhook: string
  readonly origin: string
  readonly p2p: string
  readonly contract: string
  readonly delivery: string
  readonly event: string
  readonly buyer: string
  readonly customer: string
  readonly purchase: string
}

const UNKNOWN: Ids = {
  connection: 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha',
  peer: 'acon_01kk3v9x2qf8m6t4w0c5n7d1hb',
  external: 'nobody',
  payout: 'pay_01kk3v9x2qf8m6t4w0c5n7d1ha',
  webhook: 'wh_01kk3v9x2qf8m6t4w0c5n7d1ha',
  origin: 'emb_01kk3v9x2qf8m6t4w0c5n7d1ha',
  p2p: 'p2p_01kk3v9x2qf8m6t4w0c5n7d1ha',
  contract: 'con_01kk3v9x2qf8m6t4w0c5n7d1ha',
  delivery: 'dlv_01kk3v9x2qf8m6t4w0c5n7d1ha',
  event: 'evt_01kk3v9x2qf8m6t4w0c5n7d1ha',
  buyer: 'buy_01kk3v9x2qf8m6t4w0c5n7d1ha',
  customer: 'no-customer',
  purchase: 'pch_01kk3v9x2qf8m6t4w0c5n7d1ha',
}

const owned = {} as Record<Environment, Ids>

/** What a call looks like: a path and a body with these ids in it. */
interface Call {
  readonly path: string
  readonly body?: object
}

const alone = (path: string, body?: object) => () => (body ? { path, body } : { path })

/** Every operation: how to call it with ids. Those that name none can only show what is the caller's own. */
const CALLS: Record<string, (ids: Ids) => Call> = {
  'GET /enterprise': alone('/enterprise'),
  'POST /account-connection': alone('/account-connection', person()),
  'GET /account-connection': alone('/account-connection'),
  'GET /account-connection/{id}': ({ connection }) => ({ path: `/account-connection/${connection}` }),
  'GET /account-connection/external/{external_id}': ({ external }) => ({
    path: `/account-connection/external/${external}`,
  }),
  'PUT /account-connection/{id}': ({ connection }) => ({
    path: `/account-connection/${connection}`,
    body: { first_name: 'Mallory' },
  }),
  'GET /account-connection/{id}/payout': ({ connection }) => ({ path: `/account-connection/${connection}/payout` }),
  'GET /account-connection/{id}/contract': ({ connection }) => ({ path: `/account-connection/${connection}/contract` }),
  'GET /account-connection/{id}/p2p': ({ connection }) => ({ path: `/account-connection/${connection}/p2p` }),
  'GET /account-connection/{id}/p2p/{peer_id}': ({ connection, peer }) => ({
    path: `/account-connection/${connection}/p2p/${peer}`,
  }),
  'POST /payout': ({ connection }) => ({
    path: '/payout',
    body: { account_connection: connection, amount_in_cents: 100 },
  }),
  'POST /payout/batch': ({ connection, peer }) => ({
    path: '/payout/batch',
    body: { payouts: [connection, peer].map((id) => ({ account_connection: id, amount_in_cents: 100 })) },
  }),
  'GET /payout': alone('/payout'),
  'GET /payout/{id}': ({ payout }) => ({ path: `/payout/${payout}` }),
  'PUT /payout/{id}': ({ payout }) => ({ path: `/payout/${payout}`, body: { status: 'canceled' } }),
  'POST /connect-link': ({ connection }) => ({ path: '/connect-link', body: { account_connection: connection } }),
  'POST /connect-invite': ({ connection }) => ({ path: '/connect-invite', body: { account_connection: connection } }),
  'POST /embed-origin': alone('/embed-origin', { origin: 'https://mallory.example.com' }),
  'GET /embed-origin': alone('/embed-origin'),
  'DELETE /embed-origin/{id}': ({ origin }) => ({ path: `/embed-origin/${origin}` }),
  'POST /p2p': ({ connection, peer }) => ({
    path: '/p2p',
    body: { source: connection, destination: peer, amount_in_cents: 100 },
  }),
  'GET /p2p': alone('/p2p'),
  'GET /p2p/{id}': ({ p2p }) => ({ path: `/p2p/${p2p}` }),
  'PUT /p2p/{id}': ({ p2p }) => ({ path: `/p2p/${p2p}`, body: { user_data: { from: 'Mallory' } } }),
  'POST /p2p/{id}/commit': ({ p2p }) => ({ path: `/p2p/${p2p}/commit`, body: { code: '000000' } }),
  'POST /contract': ({ connection }) => ({ path: '/contract', body: terms(connection) }),
  'GET /contract': alone('/contract'),
  'GET /contract/{id}': ({ contract }) => ({ path: `/contract/${contract}` }),
  'GET /contract/{id}/split': ({ contract }) => ({ path: `/contract/${contract}/split` }),
  'DELETE /contract/{id}': ({ contract }) => ({ path: `/contract/${contract}` }),
  'POST /contract/preview': ({ connection }) => ({ path: '/contract/preview', body: arriving(connection) }),
  'POST /webhook': alone('/webhook', { url: 'https://example.com/', event: 'buyer.update' }),
  'GET /webhook': alone('/webhook'),
  'GET /webhook/{id}': ({ webhook }) => ({ path: `/webhook/${webhook}` }),
  'DELETE /webhook/{id}': ({ webhook }) => ({ path: `/webhook/${webhook}` }),
  'POST /buyer': alone('/buyer', {}),
  'GET /buyer': alone('/buyer'),
  'GET /buyer/{id}': ({ buyer }) => ({ path: `/buyer/${buyer}` }),
  'GET /buyer/external/{external_id}': ({ customer }) => ({ path: `/buyer/external/${customer}` }),
  'PUT /buyer/{id}': ({ buyer }) => ({ path: `/buyer/${buyer}`, body: { first_name: 'Mallory' } }),
  'GET /buyer/{id}/purchase': ({ buyer }) => ({ path: `/buyer/${buyer}/purchase` }),
  'POST /purchase': ({ buyer }) => ({
    path: '/purchase',
    body: { buyer, items: [{ name: 'Ticket', amount_in_cents: 100 }] },
  }),
  'POST /purchase/{id}/commit': ({ purchase }) => ({ path: `/purchase/${purchase}/commit` }),
  'GET /purchase': alone('/purchase'),
  'GET /purchase/{id}': ({ purchase }) => ({ path: `/purchase/${purchase}` }),
  'PUT /purchase/{id}': ({ purchase }) => ({ path: `/purchase/${purchase}`, body: { status: 'canceled' } }),
  'POST /sandbox/card': ({ buyer }) => ({ path: '/sandbox/card', body: { buyer, number: CARDS.visa, ...expiry } }),
  'POST /sandbox/fraud-alert': ({ purchase }) => ({ path: '/sandbox/fraud-alert', body: { purchase } }),
  'POST /sandbox/chargeback': ({ purchase }) => ({ path: '/sandbox/chargeback', body: { purchase } }),
  'GET /webhook/{id}/secret': ({ webhook }) => ({ path: `/webhook/${webhook}/secret` }),
  'POST /webhook/{id}/secret/rotate': ({ webhook }) => ({ path: `/webhook/${webhook}/secret/rotate` }),
  'GET /webhook/{id}/delivery': ({ webhook }) => ({ path: `/webhook/${webhook}/delivery` }),
  'GET /webhook/{id}/delivery/{delivery_id}': ({ webhook, delivery }) => ({
    path: `/webhook/${webhook}/delivery/${delivery}`,
  }),
  'POST /webhook/{id}/delivery/{delivery_id}/redeliver': ({ webhook, delivery }) => ({
    path: `/webhook/${webhook}/delivery/${delivery}/redeliver`,
  }),
  'POST /webhook/{id}/recover': ({ webhook }) => ({
    path: `/webhook/${webhook}/recover`,
    body: { since: '2020-01-01T00:00:00Z' },
  }),
  'POST /webhook/{id}/test': ({ webhook }) => ({ path: `/webhook/${webhook}/test` }),
  'GET /event': ({ event }) => ({ path: `/event?after=${event}` }),
  'GET /sandbox/message': alone('/sandbox/message'),
  'GET /sandbox/clock': alone('/sandbox/clock'),
  'POST /sandbox/clock/advance': alone('/sandbox/clock/advance', { seconds: 1 }),
  'POST /sandbox/connect': ({ connection }) => ({
    path: '/sandbox/connect',
    body: { account_connection: connection, type: 'direct' },
  }),
  'POST /sandbox/payout-return': ({ payout }) => ({ path: '/sandbox/payout-return', body: { payout, code: 'R03' } }),
  'POST /sandbox/payout-error': ({ payout }) => ({ path: '/sandbox/payout-error', body: { payout } }),
  'POST /sandbox/contract': ({ contract }) => ({
    path: '/sandbox/contract',
    body: { contract, decision: 'decline' },
  }),
  'POST /sandbox/deposit': ({ connection }) => ({ path: '/sandbox/deposit', body: arriving(connection) }),
  'POST /sandbox/funding': alone('/sandbox/funding', { amount_in_cents: 1 }),
}

const arriving = (connection: string) => ({
  account_connection: connection,
  deposit_source: 'video_ads',
  amount_in_cents: 100,
})

const namesIds = (name: string): boolean => (CALLS[name]?.length ?? 0) > 0

function call(client: Client, name: string, ids: Ids): Promise<Answer> {
  const [method = ''] = name.split(' ')
  const made = CALLS[name]?.(ids)
  if (!made) throw new Error(`${name} is not in the table: say how it is called, so that its walls are tested`)
  return client.call(method, made.path, made.body)
}

/** The whole answer but for the request's own id, and with the ids it was asked for made equal. */
function shape({ status, text, headers }: Answer, ids: Ids): unknown {
  let plain = text.replace(/req_\w+/g, 'req')
  for (const [name, id] of Object.entries(ids)) plain = plain.replaceAll(id, name)
  return { status, plain, type: headers.get('content-type') }
}

async function fund(enterprise: string, environment: Environment): Promise<void> {
  await running.database.transaction(async (tx) => {
    const tenant = await requireTenant(tx, enterprise, environment)
    const amount = cents(1_000)
    const transfer = { sourceId: 'test', kind: 'top_up', debit: 'funding', credit: 'operating', amount } as const
    await post(tx, tenant, [{ ...transfer, at: new Date() }])
  })
}

async function furnish(client: Client, environment: Environment): Promise<Ids> {
  const external = `secret-${environment}`
  const permissions = { requested_permissions: ['payment.credit', 'payment.debit'] }
  const connection = await invited(client, { external_id: external, ...permissions })
  const peer = await invited(client, permissions)
  if (environment === 'sandbox') {
    await client.post('/sandbox/connect', { account_connection: connection, type: 'direct' })
    await client.post('/sandbox/connect', { account_connection: peer, type: 'direct' })
  }
  const { id: payout } = await paid(client, connection, 100, { date: '2090-01-01T00:00:00Z' })
  const webhook = (await client.post('/webhook', { url: 'https://example.com/', event: 'payout.update' })).body.id
  await client.put(`/payout/${payout}`, { description: 'Changed' })
  const delivery = (await client.get(`/webhook/${webhook}/delivery`)).body.data[0].id
  const event = (await client.get(`/event?resource=${payout}`)).body.data[0].id
  const origin = (await client.post('/embed-origin', { origin: 'https://owner.example.com' })).body.id
  const { id: contract } = await offered(client, connection)
  // Nobody can go through Connect in production without a browser.
  const between = { source: connection, destination: peer }
  const p2p = environment === 'sandbox' ? (await asked(client, between)).id : 'p2p_01kk3v9x2qf8m6t4w0c5n7d1hc'
  const customer = `customer-${environment}`
  const made = await client.post('/buyer', { external_id: customer, payment_instrument_id: 'pi_sandbox_visa' })
  const { id: purchase } = await ordered(client, made.body.id)
  const collecting = { buyer: made.body.id, customer, purchase }
  return { connection, peer, external, payout, webhook, delivery, event, origin, p2p, contract, ...collecting }
}

beforeAll(async () => {
  running = await startService()
  owner = await running.enterprise('Owner')
  stranger = await running.enterprise('Stranger')
  for (const environment of ['sandbox', 'production'] as const) {
    for (const { id } of [owner, stranger]) await fund(id, environment)
    owned[environment] = await furnish(owner[environment], environment)
    const document = (await (await fetch(`${running.roots[environment]}/enterprise/v1/openapi.json`)).json()) as {
      paths: Record<string, object>
    }
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        operations.push({ environment, name: `${method.toUpperCase()} ${path}` })
      }
    }
  }
})

afterEach(() => auditClean(running.database))

const other = (environment: Environment): Environment => (environment === 'sandbox' ? 'production' : 'sandbox')

/** Everything the owner can see, to show that nobody has touched it. */
const ownersView = (environment: Environment): Promise<string[]> =>
  Promise.all(
    ['/account-connection', '/payout', '/p2p', '/contract', '/webhook', '/embed-origin', '/enterprise', '/event'].map(
      async (path) => (await owner[environment].get(path)).text,
    ),
  )

describe('every route of the API document', () => {
  it('is in the table of this test, and the other way round', () => {
    const names = new Set(operations.map(({ name }) => name))
    expect(Object.keys(CALLS).sort()).toEqual([...names].sort())
  })

  it("answers another tenant's id exactly as an unknown one, and changes nothing", async () => {
    for (const environment of ['sandbox', 'production'] as const) {
      const before = await ownersView(environment)
      for (const { name } of operations.filter((one) => one.environment === environment && namesIds(one.name))) {
        const theirs = shape(await call(stranger[environment], name, owned[environment]), owned[environment])
        const nobodys = shape(await call(stranger[environment], name, UNKNOWN), UNKNOWN)
        const expected = name === 'POST /payout/batch' ? 400 : 404
        expect([environment, name, theirs]).toEqual([environment, name, nobodys])
        expect([name, theirs]).toMatchObject([name, { status: expected, plain: expect.stringContaining('not_found') }])
      }
      expect(await ownersView(environment)).toEqual(before)
    }
  })

  it("answers an id of the enterprise's own other environment as an unknown one", async () => {
    for (const { environment, name } of operations.filter((one) => namesIds(one.name))) {
      const foreign = owned[other(environment)]
      const theirs = shape(await call(owner[environment], name, foreign), foreign)
      expect([name, theirs]).toEqual([name, shape(await call(owner[environment], name, UNKNOWN), UNKNOWN)])
    }
  })

  it("answers 401 to the other environment's key, to an unknown one and to none", async () => {
    for (const { environment, name } of operations) {
      const keys = [owner.keys[other(environment)], `sk_${environment}_unknown`, undefined]
      for (const key of keys) {
        const client = running.client(environment, key)
        for (const ids of [owned[environment], UNKNOWN]) {
          const answer = await call(client, name, ids)
          expect([name, key, answer]).toMatchObject([name, key, { status: 401, body: { code: 'unauthorized' } }])
        }
      }
    }
  })

  it('that lists shows a stranger nothing', async () => {
    const lists = [
      '/account-connection',
      '/payout',
      '/p2p',
      '/contract',
      '/webhook',
      '/embed-origin',
      '/buyer',
      '/purchase',
    ]
    for (const path of lists) {
      const { sandbox } = await running.enterprise()
      const empty = { data: [], pagination: { page: 1, page_size: 10, total: 0 } }
      expect((await sandbox.get(path)).body).toEqual(empty)
    }
    const { sandbox } = await running.enterprise()
    expect((await sandbox.get('/event')).body.data).toEqual([])
    expect((await sandbox.get('/sandbox/message')).body.data).toEqual([])
    expect((await sandbox.get(`/event?resource=${owned.sandbox.payout}`)).body.data).toEqual([])
    const filtered = await stranger.sandbox.get(`/account-connection?external_id=${owned.sandbox.external}`)
    expect(filtered.body.pagination.total).toBe(0)
  })
})
