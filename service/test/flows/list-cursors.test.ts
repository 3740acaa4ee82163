import { beforeAll, describe, expect, it } from 'vitest'
import { page, type Row, walk } from '../support/list-pages.ts'
import { connected, paid, standStill } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
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
