import { beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../src/kernel/csv.ts'
import type { Client } from '../support/client.ts'
import { offered } from '../support/contracts.ts'
import { asked, pair } from '../support/p2p.ts'
import { at, connected, invited, paid, standStill, timePasses } from '../support/payouts.ts'
import { type Browser, signedIn } from '../support/people.ts'
import { bought, buyerWith, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

/** No worker runs: whatever is due is overdue. */
let running: RunningService
beforeAll(async () => {
  running = await startService({}, undefined, { role: 'api' })
  await standStill(running)
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Overdue {
  /** Below the API's base address. */
  readonly path: string
  readonly file: string
  /** How long after its creation everything of it is past its deadline. */
  readonly passes: number
  /** Creates resources; answers the status each must be read in once the time has passed. */
  create(client: Client): Promise<Record<string, string>>
}

const RESOURCES: readonly Overdue[] = [
  {
    path: 'payout',
    file: 'payouts',
    passes: 30 * DAY,
    async create(client) {
      const nobody = await invited(client)
      const waiting = await paid(client, nobody, 100, { date: at(DAY) })
      const late = await paid(client, nobody, 200)
      const scheduled = await paid(client, await connected(client, 'direct'), 300, { date: at(60 * DAY) })
      return { [late.id]: 'canceled', [waiting.id]: 'ready', [scheduled.id]: 'ready' }
    },
  },
  {
    path: 'p2p',
    file: 'p2p',
    passes: 10 * MINUTE,
    async create(client) {
      const { id } = await asked(client, await pair(client))
      return { [id]: 'expired' }
    },
  },
  {
    path: 'contract',
    file: 'contracts',
    passes: 30 * DAY,
    async create(client) {
      const { id } = await offered(client, await connected(client, 'direct'))
      return { [id]: 'expired' }
    },
  },
  {
    path: 'purchase',
    file: 'purchases',
    passes: 2 * HOUR,
    async create(client) {
      const settled = await bought(client, await buyerWith(client))
      const failed = await bought(client, await buyerWith(client, 'unsettled'))
      const created = await ordered(client, await buyerWith(client))
      return { [settled.id]: 'completed', [failed.id]: 'error', [created.id]: 'created' }
    },
  },
]

/** The rows of a file by id, each by column. */
async function exported(browser: Browser, file: string, query = ''): Promise<Map<string, Record<string, string>>> {
  const { status, text } = await browser.get(`/dashboard/api/sandbox/export/${file}.csv${query}`)
  expect(status, text).toBe(200)
  const [head, ...records] = readCsv(text)
  const rows = records.map(({ fields }) =>
    Object.fromEntries((head?.fields ?? []).map((column, nth) => [column, fields[nth] ?? ''])),
  )
  return new Map(rows.map((row) => [row.id ?? '', row]))
}

const statusesIn = (rows: Iterable<{ readonly id?: string; readonly status?: string }>): Record<string, string> =>
  Object.fromEntries([...rows].map(({ id, status }) => [id, status]))

describe.each(RESOURCES)('a $path past its deadline, with the worker stopped', ({ path, file, passes, create }) => {
  it('has one status in files, search, timelines, lists and by its id', async () => {
    const { id: enterprise, sandbox: client } = await running.enterprise()
    const browser = await signedIn(running, enterprise, 'finance')
    const expected = await create(client)
    await timePasses(running.database, enterprise, passes)
    const ids = Object.keys(expected)
    const having = (status: string) => Object.fromEntries(Object.entries(expected).filter(([, one]) => one === status))
    const statuses = [...new Set([...Object.values(expected), 'created', 'ready', 'pending'])].filter(
      (status) => !(status === 'ready' && path !== 'payout') && !(status === 'pending' && path === 'contract'),
    )

    // What only reads comes first: a list or a read of the API may record what it found to be due.
    const rows = await exported(browser, file)
    expect(statusesIn(rows.values())).toEqual(expected)
    for (const status of statuses) {
      expect(statusesIn((await exported(browser, file, `?status=${status}`)).values()), status).toEqual(having(status))
    }
    for (const id of ids) {
      const { results } = (await browser.get(`/dashboard/api/sandbox/search?q=${id}`)).body
      expect(statusesIn(results), id).toEqual({ [id]: expected[id] })
    }

    expect(statusesIn((await client.get(`/${path}`)).body.data)).toEqual(expected)
    for (const status of statuses) {
      const { data, pagination } = (await client.get(`/${path}?status=${status}`)).body
      expect([statusesIn(data), pagination.total], status).toEqual([having(status), Object.keys(having(status)).length])
    }
    for (const id of ids) {
      const { body } = await client.get(`/${path}/${id}`)
      const row = rows.get(id)
      expect([body.status, body.updated_at], id).toEqual([expected[id], row?.updated_at])
      if ('fee_in_cents' in body) expect(row?.fee_in_cents, id).toBe(String(body.fee_in_cents))
      const timeline = (await browser.get(`/dashboard/api/sandbox/timeline/${id}`)).body
      const last = timeline.find((one: { kind: string; status?: string }) => one.kind === 'activity')
      if (path !== 'contract') expect(last.status, id).toBe(expected[id])
      else expect(last.title, id).toBe('Expired: not accepted within 30 days')
    }
    expect(await exported(browser, file)).toEqual(rows)
  })

  it('has its timeline up to the deadline, though nothing else has read it', async () => {
    const { id: enterprise, sandbox: client } = await running.enterprise()
    const browser = await signedIn(running, enterprise, 'finance')
    const expected = await create(client)
    await timePasses(running.database, enterprise, passes)
    for (const id of Object.keys(expected)) {
      const timeline = (await browser.get(`/dashboard/api/sandbox/timeline/${id}`)).body
      const { activity } = (await client.get(`/${path}/${id}`)).body
      const shown = activity.filter(({ type }: { type?: string }) => type !== 'transfer')
      expect(
        timeline
          .filter(({ kind }: { kind: string }) => kind === 'activity')
          .toReversed()
          .map(({ title, at: date }: { title: string; at: string }) => [title, date]),
        id,
      ).toEqual(shown.map(({ entry, date }: { entry: string; date: string }) => [entry, date]))
    }
  })
})

it('home counts payouts and purchases as their lists do, with the worker stopped', async () => {
  const { id: enterprise, sandbox: client } = await running.enterprise()
  const browser = await signedIn(running, enterprise, 'finance')
  for (const { path, create } of RESOURCES) if (path === 'payout' || path === 'purchase') await create(client)
  await timePasses(running.database, enterprise, 30 * DAY)
  const home = (await browser.get('/dashboard/api/sandbox/home')).body
  expect(home.payouts_by_status).toMatchObject({ ready: 2, canceled: 1, pending: 0, sent: 0 })
  expect(home.purchases_by_status).toMatchObject({ created: 1, pending: 0, settling: 0, completed: 1, error: 1 })
  // Of the two that wait, one will be canceled a day later; the other has a connection.
  expect(home.attention).toMatchObject([
    { kind: 'payouts_unclaimed', text: 'One unclaimed payout will be canceled within 7 days.' },
  ])
  for (const [path, counts] of [
    ['payout', home.payouts_by_status],
    ['purchase', home.purchases_by_status],
  ]) {
    for (const [status, count] of Object.entries(counts)) {
      const { pagination } = (await client.get(`/${path}?status=${status}`)).body
      expect(pagination.total, `${path} ${status}`).toBe(count)
    }
  }
})
