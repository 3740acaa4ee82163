import type { Client } from './client.ts'
import { AHEAD_SECONDS } from './clocks.ts'
import { agreed, deposit, offered } from './contracts.ts'
import { asked, commit } from './p2p.ts'
import { advance, connected, invited, paid, remove } from './payouts.ts'
import { bought, buyerWith, ordered, SETTLED_SECONDS } from './purchases.ts'
import type { RunningService } from './service.ts'

const DAY = 86_400
const BOTH = { requested_permissions: ['payment.credit', 'payment.debit'] }

/** An enterprise in the middle of its work: something of every kind, in every state worth looking at. */
export interface Scene {
  readonly enterprise: string
  readonly client: Client
  readonly alice: string
  readonly ready: string
  readonly returned: string
  readonly p2p: string
  readonly contract: string
  readonly buyer: string
  readonly purchase: string
  readonly webhook: string
  /** When, in real time, the clock of its sandbox was put far ahead. */
  readonly movedAt: number
}

export async function setScene(service: RunningService, name = 'Riverside Music'): Promise<Scene> {
  const { id: enterprise, sandbox: client } = await service.enterprise(name)
  await advance(client, AHEAD_SECONDS)
  const movedAt = Date.now()
  // Nobody listens there, so that every delivery fails.
  const webhook = await client.post('/webhook', { url: 'http://127.0.0.1:9/hook', event: 'payout.update' })
  const creators = await hireCreators(client)
  await payForMonth(client, creators)
  const payouts = await payInEveryState(client, creators)
  const sales = await sell(client)
  const agreements = await agree(client, creators)
  const { alice } = creators
  return { enterprise, client, alice, webhook: webhook.body.id, movedAt, ...payouts, ...sales, ...agreements }
}

type Creators = Awaited<ReturnType<typeof hireCreators>>

async function hireCreators(client: Client) {
  const named = (first_name: string, last_name: string, more: object = {}) => ({
    first_name,
    last_name,
    email: `${first_name}.${last_name}@example.com`.toLowerCase(),
    ...more,
  })
  const alice = await connected(client, 'direct', named('Alice', 'Alison', { ...BOTH, external_id: 'artist-1001' }))
  const dora = await connected(client, 'direct', named('Dora', 'Duval', BOTH))
  const bob = await connected(client, 'ach', named('Bob', 'Bergmann', { external_id: 'artist-1002' }))
  const carla = await connected(client, 'wallet', named('Carla', 'Cole'))
  const eve = await invited(client, named('Eve', 'Ericsson'))
  const frank = await invited(client, named('Frank', 'Fischer'))
  await client.post('/sandbox/connect', { account_connection: frank, type: 'direct', outcome: 'review' })
  await remove(client, await connected(client, 'direct', named('Grace', 'Gordon')))
  return { alice, dora, bob, carla, eve }
}

/** So that the chart has days. */
async function payForMonth(client: Client, { alice, bob, carla }: Creators): Promise<void> {
  const buyer = await buyerWith(client, 'mastercard', {
    first_name: 'Ben',
    last_name: 'Buyer',
    email: 'ben@example.com',
  })
  for (const week of [1, 2, 3, 4]) {
    await paid(client, alice, 100_000 + week * 12_345, { description: 'Weekly royalties' })
    await paid(client, bob, 45_000 - week * 3_210, { description: 'Weekly royalties' })
    await paid(client, carla, 20_000 + week * 777)
    await bought(client, buyer, 30_000 + week * 9_900)
    await advance(client, 6 * DAY)
  }
}

async function payInEveryState(client: Client, { alice, bob, eve }: Creators) {
  const failing = await paid(client, bob, 8_800, { description: 'Mastering' })
  await client.post('/sandbox/payout-error', { payout: failing.id })
  const { id: returned } = await paid(client, bob, 31_400, { description: 'Remix of “Delta”' })
  await advance(client, 3_700)
  await client.post('/sandbox/payout-return', { payout: returned, code: 'R23' })
  await paid(client, bob, 64_000, { description: 'Tour advance' })
  await paid(client, eve, 15_000, { description: 'Welcome bonus' })
  const { now } = (await client.get('/sandbox/clock')).body
  const date = new Date(Date.parse(now) + 9 * DAY * 1_000).toISOString()
  const canceled = await paid(client, alice, 7_700, { date })
  await client.put(`/payout/${canceled.id}`, { status: 'canceled' })
  const { id: ready } = await paid(client, alice, 125_000, {
    date,
    description: 'Royalties of the third quarter',
    user_data: { statement: 'Q3', lines: 42 },
  })
  return { ready, returned }
}

async function sell(client: Client) {
  const buyer = await buyerWith(client, 'visa', {
    first_name: 'Bella',
    last_name: 'Brooks',
    email: 'bella@example.com',
    external_id: 'customer-77',
  })
  await client.post('/buyer', { email: 'no.card@example.com' })
  const back = await bought(client, buyer, 9_900)
  await advance(client, SETTLED_SECONDS)
  await client.put(`/purchase/${back.id}`, { status: 'refunded' })
  await ordered(client, buyer, 2_500)
  const items = [
    { name: 'Concert ticket', description: 'Row 4, seats 11 and 12', amount_in_cents: 4_500, quantity: 2 },
    { name: 'Programme', amount_in_cents: 800 },
    { name: 'Members’ discount', amount_in_cents: -900 },
  ]
  const { body } = await client.post('/purchase', { buyer, items })
  await client.post(`/purchase/${body.id}/commit`)
  return { buyer, purchase: body.id as string }
}

async function agree(client: Client, { alice, dora }: Creators) {
  const { id: contract } = await agreed(client, alice, { split_percent_amount: 12.5 })
  await deposit(client, alice, 40_000)
  await offered(client, dora, { split_percent_amount: 5, split_amount_max_in_cents: 50_000 })
  const ended = await offered(client, dora, { deposit_source: 'live_streaming' })
  await client.delete(`/contract/${ended.id}`)
  const sent = await asked(client, { source: alice, destination: dora }, 2_500, { description: 'Half of the studio' })
  await commit(client, sent.id)
  const { id: p2p } = await asked(client, { source: dora, destination: alice }, 4_200)
  return { contract, p2p: p2p as string }
}
