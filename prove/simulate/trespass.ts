import type { Request } from '../client.ts'

const asked = (method: string, path: string, body?: unknown): Request => ({ method, path, body })
const post = (path: string, body?: unknown): Request => asked('POST', path, body)

/** Whatever an enterprise could ask of what is not its own, by the path of the resource. */
const TRESPASSES: Record<string, (path: string, id: string, own: string) => Request[]> = {
  'account-connection': (path, id, own) => [
    asked('PUT', path, { status: 'deleted' }),
    asked('PUT', path, { first_name: 'Mallory' }),
    asked('GET', `${path}/payout`),
    asked('GET', `${path}/contract`),
    asked('GET', `${path}/p2p`),
    asked('GET', `${path}/p2p/${own}`),
    asked('GET', `/account-connection/${own}/p2p/${id}`),
    post('/p2p', { source: id, destination: own, amount_in_cents: 100 }),
    post('/p2p', { source: own, destination: id, amount_in_cents: 100 }),
    post('/payout', { account_connection: id, amount_in_cents: 100 }),
    post('/contract', {
      account_connection: id,
      type: 'deposit_split',
      deposit_source: 'video_ads',
      split_percent_amount: 50,
    }),
    post('/contract/preview', { account_connection: id, deposit_source: 'video_ads', amount_in_cents: 100 }),
    post('/connect-link', { account_connection: id }),
    post('/connect-invite', { account_connection: id }),
    post('/sandbox/connect', { account_connection: id, type: 'direct' }),
    post('/sandbox/deposit', { account_connection: id, deposit_source: 'video_ads', amount_in_cents: 100 }),
  ],
  payout: (path, id) => [
    asked('PUT', path, { status: 'canceled' }),
    asked('PUT', path, { description: 'Mine', date: '2030-01-01T00:00:00Z', user_data: { mine: true } }),
    post('/sandbox/payout-return', { payout: id, code: 'R03' }),
    post('/sandbox/payout-error', { payout: id }),
  ],
  withdrawal: (path, id) => [
    asked('PUT', path, { status: 'canceled' }),
    asked('PUT', path, { description: 'Mine', user_data: { mine: true } }),
    post('/sandbox/withdrawal-return', { withdrawal: id, code: 'R03' }),
    post('/sandbox/withdrawal-error', { withdrawal: id }),
  ],
  p2p: (path) => [
    asked('PUT', path, { user_data: { mine: true } }),
    post(`${path}/commit`, { code: '000000' }),
    post(`${path}/commit`, { code: '999999' }),
  ],
  contract: (path, id) => [
    asked('DELETE', path),
    asked('GET', `${path}/split`),
    post('/sandbox/contract', { contract: id, decision: 'accept' }),
    post('/sandbox/contract', { contract: id, decision: 'decline' }),
  ],
  buyer: (path, id) => [
    asked('PUT', path, { first_name: 'Mallory' }),
    asked('PUT', `/account-connection/${id}`, { first_name: 'Mallory' }),
    asked('GET', `${path}/purchase`),
    post('/purchase', { buyer: id, items: [{ name: 'Ticket', amount_in_cents: 100 }] }),
    post('/sandbox/card', { buyer: id, number: '4242424242424242', expiration_month: 12, expiration_year: 2040 }),
  ],
  purchase: (path, id) => [
    asked('PUT', path, { status: 'refunded' }),
    asked('PUT', path, { auto_refund_on_fraud: true, user_data: { mine: true } }),
    post(`${path}/commit`),
    post('/sandbox/fraud-alert', { purchase: id }),
    post('/sandbox/chargeback', { purchase: id }),
    post('/sandbox/dispute', { purchase: id, status: 'needs_response' }),
    post(`${path}/refund`, { amount_in_cents: 1 }),
    asked('GET', `${path}/refund`),
  ],
  webhook: (path) => [
    asked('DELETE', path),
    asked('GET', `${path}/secret`),
    asked('GET', `${path}/delivery`),
    post(`${path}/secret/rotate`),
    post(`${path}/recover`, { since: '2020-01-01T00:00:00Z' }),
    post(`${path}/test`),
  ],
}

/** One of them; the path alone says what it is of. `own` is a connection of whoever asks. */
export function trespass(path: string, own: string, how: number): Request {
  const [, resource = '', id = ''] = path.split('/')
  const all = [asked('GET', path), ...(TRESPASSES[resource]?.(path, id, own) ?? [])]
  return all[how % all.length] as Request
}
