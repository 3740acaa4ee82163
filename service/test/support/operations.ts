import type { Environment } from '../../src/kernel/environment.ts'
import type { Answer, Client } from './client.ts'
import { offered, terms } from './contracts.ts'
import { asked } from './p2p.ts'
import { invited, paid, person } from './payouts.ts'
import { bought, CARDS, expiry, ordered } from './purchases.ts'
import { ACCOUNT } from './withdrawals.ts'

/** Ids of resources that exist at their owner's, or that nobody has. */
export interface Ids {
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
  readonly refund: string
  readonly approval: string
  readonly withdrawal: string
  readonly alert: string
}

export const UNKNOWN: Ids = {
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
  refund: 'rfd_01kk3v9x2qf8m6t4w0c5n7d1ha',
  approval: 'apr_01kk3v9x2qf8m6t4w0c5n7d1ha',
  withdrawal: 'wdr_01kk3v9x2qf8m6t4w0c5n7d1ha',
  alert: 'alr_01kk3v9x2qf8m6t4w0c5n7d1ha',
}

/** What a call looks like: a path and a body with these ids in it. */
interface Call {
  readonly path: string
  readonly body?: object
}

const alone = (path: string, body?: object) => () => (body ? { path, body } : { path })

/** Every operation: how to call it with ids. Those that name none can only show what is the caller's own. */
export const CALLS: Record<string, (ids: Ids) => Call> = {
  'GET /enterprise': alone('/enterprise'),
  'GET /limit': alone('/limit'),
  'GET /alert': alone('/alert'),
  'GET /alert/{id}': ({ alert }) => ({ path: `/alert/${alert}` }),
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
  'GET /contract/{id}/activity': ({ contract }) => ({ path: `/contract/${contract}/activity` }),
  'GET /contract/{id}/split': ({ contract }) => ({ path: `/contract/${contract}/split` }),
  'DELETE /contract/{id}': ({ contract }) => ({ path: `/contract/${contract}` }),
  'POST /contract/preview': ({ connection }) => ({ path: '/contract/preview', body: arriving(connection) }),
  'POST /webhook': alone('/webhook', { url: 'https://example.com/', event: 'buyer.update' }),
  'GET /webhook': alone('/webhook'),
  'GET /webhook/{id}': ({ webhook }) => ({ path: `/webhook/${webhook}` }),
  'PUT /webhook/{id}': ({ webhook }) => ({ path: `/webhook/${webhook}`, body: { url: 'https://example.com/changed' } }),
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
  'POST /purchase/{id}/refund': ({ purchase }) => ({ path: `/purchase/${purchase}/refund`, body: {} }),
  'GET /purchase/{id}/refund': ({ purchase }) => ({ path: `/purchase/${purchase}/refund` }),
  'GET /refund/{id}': ({ refund }) => ({ path: `/refund/${refund}` }),
  'POST /sandbox/fraud-alert': ({ purchase }) => ({ path: '/sandbox/fraud-alert', body: { purchase } }),
  'POST /sandbox/chargeback': ({ purchase }) => ({ path: '/sandbox/chargeback', body: { purchase } }),
  'POST /sandbox/dispute': ({ purchase }) => ({ path: '/sandbox/dispute', body: { purchase, status: 'inquiry' } }),
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
  'GET /audit-log': alone('/audit-log?after=0'),
  'GET /approval': alone('/approval'),
  'GET /approval/{id}': ({ approval }) => ({ path: `/approval/${approval}` }),
  'GET /approval/{id}/payout': ({ approval }) => ({ path: `/approval/${approval}/payout` }),
  'POST /approval/{id}/approve': ({ approval }) => ({ path: `/approval/${approval}/approve` }),
  'POST /approval/{id}/reject': ({ approval }) => ({ path: `/approval/${approval}/reject`, body: {} }),
  'GET /withdrawal': alone('/withdrawal'),
  'GET /withdrawal/{id}': ({ withdrawal }) => ({ path: `/withdrawal/${withdrawal}` }),
  'POST /withdrawal': alone('/withdrawal', { amount_in_cents: 1 }),
  'PUT /withdrawal/{id}': ({ withdrawal }) => ({ path: `/withdrawal/${withdrawal}`, body: { description: 'x' } }),
  'GET /request-log': alone('/request-log'),
  'GET /sandbox/message': alone('/sandbox/message'),
  'GET /sandbox/clock': alone('/sandbox/clock'),
  'POST /sandbox/clock/advance': alone('/sandbox/clock/advance', { seconds: 1 }),
  'POST /sandbox/connect': ({ connection }) => ({
    path: '/sandbox/connect',
    body: { account_connection: connection, type: 'direct' },
  }),
  'POST /sandbox/permissions': ({ connection }) => ({
    path: '/sandbox/permissions',
    body: { account_connection: connection, permissions: [{ name: 'payment.credit' }] },
  }),
  'POST /sandbox/idempotency-expiry': alone('/sandbox/idempotency-expiry', {
    path: '/payout',
    idempotency_key: 'of nobody',
  }),
  'POST /sandbox/payout-return': ({ payout }) => ({ path: '/sandbox/payout-return', body: { payout, code: 'R03' } }),
  'POST /sandbox/payout-error': ({ payout }) => ({ path: '/sandbox/payout-error', body: { payout } }),
  'POST /sandbox/withdrawal': ({ connection }) => ({
    path: '/sandbox/withdrawal',
    body: { account_connection: connection, amount_in_cents: 1 },
  }),
  'POST /sandbox/bank-account': alone('/sandbox/bank-account', ACCOUNT),
  'POST /sandbox/withdrawal-return': ({ withdrawal }) => ({
    path: '/sandbox/withdrawal-return',
    body: { withdrawal, code: 'R03' },
  }),
  'POST /sandbox/withdrawal-error': ({ withdrawal }) => ({ path: '/sandbox/withdrawal-error', body: { withdrawal } }),
  'POST /sandbox/contract': ({ contract }) => ({
    path: '/sandbox/contract',
    body: { contract, decision: 'decline' },
  }),
  'POST /sandbox/deposit': ({ connection }) => ({ path: '/sandbox/deposit', body: arriving(connection) }),
  'POST /sandbox/funding': alone('/sandbox/funding', { amount_in_cents: 1 }),
  'POST /sandbox/funding-return': alone('/sandbox/funding-return', { amount_in_cents: 1 }),
}

const arriving = (connection: string) => ({
  account_connection: connection,
  deposit_source: 'video_ads',
  amount_in_cents: 100,
})

export const namesIds = (name: string): boolean => (CALLS[name]?.length ?? 0) > 0

/** The whole answer but for the request's own id, and with the ids it was asked for made equal. */
export function shape({ status, text, headers }: Answer, ids: Ids): unknown {
  let plain = text.replace(/req_\w+/g, 'req')
  for (const [name, id] of Object.entries(ids)) plain = plain.replaceAll(id, name)
  return { status, plain, type: headers.get('content-type') }
}

/** One of everything, for its owner. */
export async function furnish(client: Client, environment: Environment): Promise<Ids> {
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
  // Only an admin of the enterprise can make the rule that an approval needs.
  const approval = 'apr_01kk3v9x2qf8m6t4w0c5n7d1hc'
  // Only a key that names the scope can withdraw.
  const withdrawal = 'wdr_01kk3v9x2qf8m6t4w0c5n7d1hc'
  // The service raises alerts itself.
  const alert = 'alr_01kk3v9x2qf8m6t4w0c5n7d1hc'
  const refund = await refunded(client, environment, made.body.id)
  const collecting = { buyer: made.body.id, customer, purchase, refund, approval, withdrawal, alert }
  return { connection, peer, external, payout, webhook, delivery, event, origin, p2p, contract, ...collecting }
}

/** The refund of a purchase that was paid; nobody pays in production here. */
async function refunded(client: Client, environment: Environment, buyer: string): Promise<string> {
  if (environment === 'production') return 'rfd_01kk3v9x2qf8m6t4w0c5n7d1hc'
  const { id } = await bought(client, buyer)
  return (await client.post(`/purchase/${id}/refund`, {})).body.id
}

/** Every operation of the API document of an environment, like `GET /payout/{id}`. */
export async function operationsOf(root: string): Promise<string[]> {
  const document = (await (await fetch(`${root}/enterprise/v1/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}
