import { expect, it } from 'vitest'
import { advance, connected, paid, remove, standStill } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

it('lists of payouts have the right pages and totals whatever they are narrowed by', async () => {
  const running = await startService()
  await standStill(running)
  const client = running.sandbox
  const [creator, gone] = [await connected(client, 'direct'), await connected(client, 'direct')]
  for (let nth = 0; nth < 12; nth++) {
    const date = nth % 3 === 0 ? { date: '2099-01-01T00:00:00.000Z' } : {}
    await paid(client, nth % 6 === 0 ? gone : creator, 100 + nth, date)
    await advance(client, 60)
  }
  await remove(client, gone)
  // Time stands still from here on: these stay `pending`.
  for (let nth = 0; nth < 5; nth++) await paid(client, creator, 7)
  const all = (await client.get('/payout?page_size=100')).body.data
  const moments = all.map(({ created_at }: Listed) => created_at)
  const between = [undefined, moments[2], moments[9], moments[0], moments.at(-1), '2001-01-01T00:00:00.000Z']
  const statuses = [undefined, 'created', 'ready', 'pending', 'sent', 'error', 'canceled', 'returned']
  const narrowings = statuses.flatMap((status) =>
    between.flatMap((after) => between.map((before): Narrowing => ({ status, after, before }))),
  )
  for (const narrowing of narrowings) {
    const expected = all.filter(isWithin(narrowing))
    const query = queryOf(narrowing)
    const { body } = await client.get(`/payout?${query}`)
    expect(body.pagination.total, query).toBe(expected.length)
    expect(body.data, query).toEqual(expected.slice(3, 6))
  }
})

interface Listed {
  readonly status: string
  readonly created_at: string
}

interface Narrowing {
  readonly status: string | undefined
  readonly after: string | undefined
  readonly before: string | undefined
}

const isWithin =
  ({ status, after, before }: Narrowing) =>
  (payout: Listed): boolean =>
    (status === undefined || payout.status === status) &&
    (after === undefined || payout.created_at > after) &&
    (before === undefined || payout.created_at < before)

function queryOf({ status, after, before }: Narrowing): string {
  const given = Object.entries({ status, created_after: after, created_before: before })
  const query = new URLSearchParams({ page_size: '3', page: '2' })
  for (const [name, value] of given) if (value !== undefined) query.set(name, value)
  return String(query)
}
