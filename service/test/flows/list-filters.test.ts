import { beforeAll, describe, expect, it } from 'vitest'
import { approve, approvingKey, ONE, reject, setRules } from '../support/approvals.ts'
import type { Answer, Client } from '../support/client.ts'
import { offered } from '../support/contracts.ts'
import { asked, commit, creator } from '../support/p2p.ts'
import { advance, change, connected, invited, legacyMethod, paid, remove, standStill } from '../support/payouts.ts'
import { bought, buyerWith, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
type Row = any

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

const page = async (client: Client, path: string, query: string): Promise<Answer['body']> => {
  const answer = await client.get(`${path}?${query}`)
  expect(answer.status, `${path}?${query} ${answer.text}`).toBe(200)
  // Another one each time.
  for (const row of answer.body.data) delete row.payment_method_embed_url
  return answer.body
}

/** Every row of a list, page by page, by the cursors of its answers. */
async function walk(client: Client, path: string, query: string, between: () => Promise<unknown> = async () => {}) {
  const rows: Row[] = []
  const totals: number[] = []
  let cursor = ''
  for (let pages = 1; pages < 100; pages++) {
    const { data, pagination } = await page(client, path, `${query}${cursor}`)
    rows.push(...data)
    totals.push(pagination.total)
    expect(pagination.page).toBe(pages)
    expect(pagination.has_more).toBe(pagination.next_cursor !== undefined)
    if (!pagination.has_more) return { rows, totals, pages, pagination }
    cursor = `&cursor=${pagination.next_cursor}`
    await between()
  }
  throw new Error('the walk has no end')
}

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

describe('a cursor', () => {
  async function payouts(count: number) {
    const { sandbox: client } = await running.enterprise()
    const to = await connected(client, 'direct')
    for (let nth = 0; nth < count; nth++) await paid(client, to, 100 + nth)
    return { client, to }
  }

  it('shows each row once, whatever is created between the pages', async () => {
    const { client, to } = await payouts(7)
    const before: Row[] = (await page(client, '/payout', 'page_size=100')).data
    for (const query of ['order=newest', 'order=newest&amount_min_in_cents=1', 'status=pending,sent']) {
      const { rows } = await walk(client, '/payout', `${query}&page_size=2`, () => paid(client, to, 5))
      const known = new Set(before.map(({ id }) => id))
      expect(
        rows.filter(({ id }) => known.has(id)).map(({ id }) => id),
        query,
      ).toEqual(before.map(({ id }) => id))
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    }
  })

  it('works with its own filters and order only, however they are written', async () => {
    const { client, to } = await payouts(5)
    const filters = 'status=pending&status=sent&amount_min_in_cents=1'
    const { next_cursor: cursor } = (await page(client, '/payout', `${filters}&page_size=2`)).pagination
    const same = await page(client, '/payout', `amount_min_in_cents=1&page_size=3&status=sent,pending&cursor=${cursor}`)
    expect(same.data).toHaveLength(3)
    const refused = {
      status: 400,
      body: {
        code: 'validation_failed',
        errors: [{ param: 'cursor', message: expect.stringContaining('same filters') }],
      },
    }
    const others = [
      `/payout?cursor=${cursor}`,
      `/payout?${filters}&order=oldest&cursor=${cursor}`,
      `/payout?status=pending&amount_min_in_cents=1&cursor=${cursor}`,
      `/payout?${filters}&amount_max_in_cents=9&cursor=${cursor}`,
      `/account-connection/${to}/payout?${filters}&cursor=${cursor}`,
      `/p2p?${filters}&cursor=${cursor}`,
      `/payout?${filters}&cursor=${String(cursor).slice(0, -4)}`,
      `/payout?${filters}&cursor=nonsense`,
    ]
    for (const path of others) expect(await client.get(path), path).toMatchObject(refused)
    const { sandbox: stranger } = await running.enterprise()
    expect(await stranger.get(`/payout?${filters}&cursor=${cursor}`)).toMatchObject(refused)
    expect(await client.get(`/payout?${filters}&page=2&cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { errors: [{ param: 'page', message: 'must not be given beside `cursor`' }] },
    })
  })

  it('is not told to a request of version 0.1', async () => {
    const { client } = await payouts(3)
    for (const query of [
      'page_size=2',
      'status=pending&page_size=2',
      'created_after=2001-01-01T00:00:00Z&page_size=2',
    ]) {
      expect((await page(client, '/payout', query)).pagination).toEqual({ page: 1, page_size: 2, total: 3 })
    }
  })
})

describe('bad values', () => {
  it.each([
    ['/payout?status=nothing', 'status', 'must be one of'],
    ['/payout?status=ready&status=nothing', 'status', 'must be one of'],
    ['/payout?status=', 'status', 'must be one of'],
    ['/payout?type=paper', 'type', 'must be one of'],
    ['/payout?order=up', 'order', 'must be one of `newest`, `oldest`'],
    ['/payout?amount_min_in_cents=-1', 'amount_min_in_cents', 'must be at least 0'],
    ['/payout?amount_min_in_cents=1.5', 'amount_min_in_cents', 'must be a whole number'],
    ['/payout?amount_max_in_cents=10000000000', 'amount_max_in_cents', 'must be at most 9999999999'],
    ['/payout?amount_min_in_cents=5&amount_max_in_cents=4', 'amount_max_in_cents', 'must not be below'],
    ['/payout?updated_after=yesterday', 'updated_after', 'must be'],
    ['/payout?account_connection=', 'account_connection', 'must not be empty'],
    ['/payout?buyer=buy_1', 'buyer', 'is not a known parameter'],
    ['/payout?cursor=', 'cursor', 'must not be empty'],
    ['/purchase?type=direct', 'type', 'is not a known parameter'],
    ['/buyer?status=active', 'status', 'is not a known parameter'],
    ['/contract?deposit_source=radio', 'deposit_source', 'must be one of'],
    ['/sandbox/message?status=captured,lost', 'status', 'must be one of'],
    ['/sandbox/message?kind=invite&kind=spam', 'kind', 'must be one of'],
    ['/sandbox/message?order=up', 'order', 'must be one of `newest`, `oldest`'],
    ['/sandbox/message?updated_after=2026-01-01T00:00:00Z', 'updated_after', 'is not a known parameter'],
  ])('%s is refused by name', async (path, param, message) => {
    const answer = await running.sandbox.get(path)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ param, message: expect.stringContaining(message) }] },
    })
  })
})
