import { beforeAll, describe, expect, it } from 'vitest'
import { approve, approvingKey, ONE, reject, setRules } from '../support/approvals.ts'
import type { Client } from '../support/client.ts'
import { offered } from '../support/contracts.ts'
import { page, type Row, walk } from '../support/list-pages.ts'
import { asked, commit, creator } from '../support/p2p.ts'
import { advance, change, connected, invited, legacyMethod, paid, remove, standStill } from '../support/payouts.ts'
import { bought, buyerWith, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

type Filters = Record<string, string | readonly string[]>

const queryOf = (filters: Filters): string =>
  Object.entries(filters)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${encodeURIComponent(value)}`))
    .join('&')

const inList = (values: string | readonly string[], value: string) => [values].flat().includes(value)

/** The meaning of each filter, written down a second time. */
const MEANINGS: Record<string, (row: Row, value: string | readonly string[]) => boolean> = {
  status: (row, value) => inList(value, row.status),
  type: (row, value) => inList(value, row.type),
  deposit_source: (row, value) => inList(value, row.deposit_source),
  account_connection: (row, value) => [row.account_connection, row.source, row.destination].includes(value),
  buyer: (row, value) => row.buyer === value,
  external_id: (row, value) => row.external_id === value,
  kind: (row, value) => inList(value, row.kind),
  to: (row, value) => row.to.toLowerCase() === String(value).toLowerCase(),
  amount_min_in_cents: (row, value) => (row.amount_in_cents ?? row.total_in_cents) >= Number(value),
  amount_max_in_cents: (row, value) => (row.amount_in_cents ?? row.total_in_cents) <= Number(value),
  created_after: (row, value) => row.created_at > value,
  created_before: (row, value) => row.created_at < value,
  updated_after: (row, value) => row.updated_at > value,
  updated_before: (row, value) => row.updated_at < value,
}

const matches = (filters: Filters) => (row: Row) =>
  Object.entries(filters).every(([name, value]) => MEANINGS[name]?.(row, value))

/** Every filter alone, each pair of two of them, and all together. */
function combinations(filters: Filters): Filters[] {
  const single = Object.entries(filters).map(([name, value]) => ({ [name]: value }))
  const pairs = single.flatMap((one, nth) => single.slice(nth + 1).map((other) => ({ ...one, ...other })))
  return [{}, ...single, ...pairs, filters]
}

/** Compares what a list answers with what its whole is filtered to, in both orders, by cursors and by page numbers. */
async function expectFilters(client: Client, path: string, filters: Filters): Promise<void> {
  const all: Row[] = (await page(client, path, 'page_size=1000')).data
  expect(all.length).toBeGreaterThan(4)
  for (const narrowed of combinations(filters)) {
    const newest = all.filter(matches(narrowed))
    const query = queryOf(narrowed)
    for (const order of ['newest', 'oldest'] as const) {
      const expected = order === 'newest' ? newest : newest.toReversed()
      const walked = await walk(client, path, `${query}&order=${order}&page_size=2`)
      expect(walked.rows, `${path}?${query} ${order}`).toEqual(expected)
      expect(new Set(walked.totals)).toEqual(new Set([expected.length]))
      expect(walked.pagination).not.toHaveProperty('total_is_minimum')
      const second = await page(client, path, `${query}&order=${order}&page_size=2&page=2`)
      expect(second.data, `${path}?${query} ${order}, page 2`).toEqual(expected.slice(2, 4))
      expect(second.pagination).toMatchObject({ page: 2, page_size: 2, total: expected.length })
    }
  }
}

describe('filters find the same rows as the whole list filtered by hand', () => {
  it('of payouts, also by the type that a waiting one has now', async () => {
    const { sandbox: client } = await running.enterprise()
    const [direct, wallet, gone] = [
      await connected(client, 'direct'),
      await connected(client, 'wallet'),
      await connected(client, 'direct'),
    ]
    const ach = await invited(client, { legacy_payout_method: legacyMethod() })
    const later = { date: '2099-01-01T00:00:00.000Z' }
    for (const [nth, to] of [direct, wallet, ach, await invited(client), gone].entries()) {
      await paid(client, to, 100 * (nth + 1))
      await paid(client, to, 1_000 + nth, later)
      await advance(client, 60)
    }
    await remove(client, gone)
    const waiting = await paid(client, direct, 333, later)
    await change(client, waiting.id, { description: 'Changed' })
    // A payout that waits for its date follows its connection: it is shown, and found, as ACH from here on.
    await client.post('/sandbox/connect', { account_connection: wallet, type: 'ach' })
    await paid(client, direct, 5)
    const all: Row[] = (await page(client, '/payout', 'page_size=100')).data
    await expectFilters(client, '/payout', {
      status: ['ready', 'pending', 'canceled'],
      type: ['ach', 'unclaimed'],
      account_connection: direct,
      amount_min_in_cents: '300',
      amount_max_in_cents: '1002',
      created_after: all[8].created_at,
      created_before: all[1].created_at,
      updated_after: all[6].updated_at,
    })
    await expectFilters(client, '/payout', { status: 'ready', updated_before: all[3].updated_at })
    await expectFilters(client, '/payout', {
      status: ['ready', 'canceled', 'sent', 'error'],
      amount_min_in_cents: '200',
    })
    await paid(client, direct, 1_500)
    await expectFilters(client, `/account-connection/${direct}/payout`, {
      status: ['ready', 'pending', 'sent'],
      amount_max_in_cents: '1002',
    })
  })

  it('of P2P payments, on either side', async () => {
    const { sandbox: client } = await running.enterprise()
    const [anna, ben, cora] = [await creator(client), await creator(client), await creator(client)]
    for (const [nth, between] of [
      { source: anna, destination: ben },
      { source: ben, destination: anna },
      { source: anna, destination: cora },
      { source: cora, destination: ben },
      { source: anna, destination: ben },
    ].entries()) {
      const { id } = await asked(client, between, 100 * (nth + 1))
      if (nth % 2 === 0) await commit(client, id)
      await advance(client, 30)
    }
    await advance(client, 3_600)
    await asked(client, { source: anna, destination: ben }, 50)
    const all: Row[] = (await page(client, '/p2p', 'page_size=100')).data
    const filters = {
      status: ['sent', 'expired'],
      amount_min_in_cents: '100',
      amount_max_in_cents: '400',
      updated_after: all[4].updated_at,
    }
    await expectFilters(client, '/p2p', { ...filters, account_connection: anna })
    await expectFilters(client, '/p2p', { account_connection: ben, created_before: all[1].created_at })
    await expectFilters(client, `/account-connection/${anna}/p2p`, filters)
  })

  it('of purchases, by their totals', async () => {
    const { sandbox: client } = await running.enterprise()
    const [one, other] = [await buyerWith(client), await buyerWith(client)]
    for (const [nth, buyer] of [one, other, one, one, other].entries()) {
      const amount = 1_000 * (nth + 1)
      const { id } = nth % 2 === 0 ? await bought(client, buyer, amount) : await ordered(client, buyer, amount)
      if (nth === 3) await client.put(`/purchase/${id}`, { status: 'canceled' })
      await advance(client, 600)
    }
    const all: Row[] = (await page(client, '/purchase', 'page_size=100')).data
    const filters = {
      status: ['completed', 'settling', 'canceled'],
      amount_min_in_cents: '2000',
      amount_max_in_cents: '4000',
      updated_after: all[3].updated_at,
      created_before: all[0].created_at,
    }
    await expectFilters(client, '/purchase', { ...filters, buyer: one })
    await expectFilters(client, '/purchase', { status: ['created', 'canceled'] })
  })

  it('of account connections and buyers', async () => {
    const { sandbox: client } = await running.enterprise()
    for (const type of ['direct', 'ach', 'wallet', 'direct'] as const) {
      await connected(client, type, { external_id: `mine-${type}-${Math.random()}` })
      await advance(client, 60)
    }
    await invited(client, { external_id: 'mine' })
    await remove(client, await invited(client))
    for (let nth = 0; nth < 6; nth++) {
      await client.post('/buyer', { external_id: `b-${nth}` })
      await advance(client, 60)
    }
    const connections: Row[] = (await page(client, '/account-connection', 'page_size=100')).data
    await expectFilters(client, '/account-connection', {
      status: ['active', 'created'],
      type: ['direct', 'wallet'],
      created_after: connections[5].created_at,
      updated_before: connections[1].updated_at,
    })
    await expectFilters(client, '/account-connection', { external_id: 'mine', status: ['created', 'active'] })
    const buyers: Row[] = (await page(client, '/buyer', 'page_size=100')).data
    await expectFilters(client, '/buyer', {
      external_id: 'b-3',
      created_after: buyers[4].created_at,
      updated_before: buyers[0].updated_at,
    })
  })

  it('of contracts', async () => {
    const { sandbox: client } = await running.enterprise()
    const [anna, ben] = [await connected(client, 'direct'), await connected(client, 'direct')]
    const sources = ['video_ads', 'music_distribution', 'live_streaming'] as const
    for (let nth = 0; nth < 6; nth++) {
      const { id } = await offered(client, nth % 2 ? anna : ben, { deposit_source: sources[nth % 3] })
      if (nth === 2) await client.post('/sandbox/contract', { contract: id, decision: 'accept' })
      if (nth === 4) await client.delete(`/contract/${id}`)
      await advance(client, 60)
    }
    const all: Row[] = (await page(client, '/contract', 'page_size=100')).data
    await expectFilters(client, '/contract', {
      status: ['created', 'terminated'],
      deposit_source: ['video_ads', 'live_streaming'],
      account_connection: ben,
      updated_after: all[4].updated_at,
    })
  })

  it('of approvals', async () => {
    const enterprise = await running.enterprise()
    const { sandbox: client } = enterprise
    await setRules(running, enterprise.id, [ONE])
    const approver = await approvingKey(running, enterprise.id)
    const to = await connected(client, 'direct')
    for (let nth = 0; nth < 6; nth++) {
      const { approval } = await paid(client, to, 100 * (nth + 1))
      if (nth % 3 === 1) await approve(approver.client, approval.id)
      if (nth % 3 === 2) await reject(approver.client, approval.id)
      await advance(client, 60)
    }
    const all: Row[] = (await page(client, '/approval', 'page_size=100')).data
    expect(new Set(all.map(({ status }) => status)).size).toBe(3)
    await expectFilters(client, '/approval', {
      status: ['awaiting', 'rejected'],
      amount_min_in_cents: '200',
      amount_max_in_cents: '500',
      created_after: all[5].created_at,
      updated_after: all[4].updated_at,
    })
    await expectFilters(client, '/approval', { status: 'approved', created_before: all[0].created_at })
  })

  it('of messages', async () => {
    const { sandbox: client } = await running.enterprise()
    for (const email of ['one+sandbox@example.com', 'Two@example.com', 'Three@example.com']) {
      const id = await invited(client, { email })
      await paid(client, id, 100)
      await client.post('/connect-invite', { account_connection: id })
      await client.post('/sandbox/connect', { account_connection: id, type: 'direct' })
      await advance(client, 60)
    }
    const all: Row[] = (await page(client, '/sandbox/message', 'page_size=100')).data
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['captured', 'suppressed']))
    await expectFilters(client, '/sandbox/message', {
      status: ['captured', 'suppressed', 'failed'],
      kind: ['invite', 'payout_issued'],
      to: 'TWO@example.com',
      created_after: all[8].created_at,
      created_before: all[1].created_at,
    })
    await expectFilters(client, '/sandbox/message', { status: 'captured', kind: 'invite' })
    expect((await page(client, '/sandbox/message', 'status=suppressed&page_size=2')).pagination).toEqual({
      page: 1,
      page_size: 2,
      total: all.filter(({ status }) => status === 'suppressed').length,
    })
  })
})

describe('short lists', () => {
  it('of webhooks, origins and what happened to a contract come in either order', async () => {
    const { sandbox: client } = await running.enterprise()
    for (const event of ['payout.update', 'buyer.update', 'contract.update']) {
      await client.post('/webhook', { url: 'https://example.com/hook', event })
      await client.post('/embed-origin', { origin: `https://${event}.example.com` })
      await advance(client, 60)
    }
    const { id } = await offered(client, await connected(client, 'direct'))
    await client.post('/sandbox/contract', { contract: id, decision: 'accept' })
    await advance(client, 60)
    await client.delete(`/contract/${id}`)
    for (const path of ['/webhook', '/embed-origin', `/contract/${id}/activity`]) {
      const newest = await page(client, path, 'order=newest')
      const oldest = await page(client, path, 'order=oldest')
      expect(newest.data.length, path).toBeGreaterThan(2)
      expect(oldest.data, path).toEqual(newest.data.toReversed())
      expect((await page(client, path, 'order=oldest&page_size=2')).data, path).toEqual(oldest.data.slice(0, 2))
      expect((await page(client, path, 'page_size=1')).data, path).toEqual(newest.data.slice(0, 1))
    }
    expect((await page(client, '/webhook', 'status=enabled,disabled')).data).toHaveLength(3)
    expect((await page(client, '/webhook', 'status=disabled')).data).toEqual([])
    expect((await page(client, '/webhook', 'status=enabled')).data).toHaveLength(3)
  })
})
