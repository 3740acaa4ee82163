import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, change, connected, invited, legacyMethod, paid, remove } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
const events = async (client: Client, query = ''): Promise<any[]> =>
  (await client.get(`/event?page_size=1000${query}`)).body.data

const count = async (client: Client, resource: string): Promise<number> =>
  (await events(client, `&resource=${resource}`)).length

describe('every committed change after creation is one event', () => {
  it('of an account connection: update, Connect, legacy method, deletion; not of creation, nor of nothing', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox, { user_data: { a: 1 } })
    const path = `/account-connection/${id}`
    const changes: [number, () => Promise<unknown>][] = [
      [0, async () => {}],
      [1, () => sandbox.put(path, { first_name: 'Ada', user_data: { a: 2 } })],
      [1, () => sandbox.put(path, {})],
      [1, () => sandbox.put(path, { first_name: 'Ada', user_data: { a: 2 }, verification_answer: '4711' })],
      [1, () => sandbox.put(path, { verification_answer: '' })],
      [2, () => sandbox.put(path, { legacy_payout_method: legacyMethod() })],
      [2, () => sandbox.put(path, { legacy_payout_method: legacyMethod() })],
      [3, () => sandbox.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'review' })],
      [4, () => sandbox.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'rejected' })],
      [5, () => sandbox.post('/sandbox/connect', { account_connection: id, type: 'direct' })],
      [6, () => sandbox.put(path, { requested_permissions: ['payment.credit', 'payment.debit'] })],
      [7, () => remove(sandbox, id)],
      [7, () => remove(sandbox, id)],
      [7, () => sandbox.put(path, { first_name: 'Eve' })],
    ]
    for (const [expected, act] of changes) {
      await act()
      expect([act.toString(), await count(sandbox, id)]).toEqual([act.toString(), expected])
    }
    const [first] = await events(sandbox)
    expect(first).toEqual({
      id: expect.stringMatching(/^evt_/),
      position: 1,
      type: 'account_connection.update',
      event: 'account_connection.update',
      resource: id,
      timestamp: expect.any(Number),
      user_data: { a: 2 },
      changes: { first_name: { before: 'Alice', after: 'Ada' }, user_data: { before: { a: 1 }, after: { a: 2 } } },
      summary: expect.any(String),
      created_at: expect.any(String),
    })
  })

  it('of a payout: every transition and every update, each once', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach', {
      legacy_payout_method: legacyMethod({ account_number: '9001' }),
    })
    const { id } = await paid(sandbox, connection, 100)
    expect(await count(sandbox, id)).toBe(0)
    // The batch leaves on the hour, and this account number comes back half an hour later.
    const now = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    await advance(sandbox, 3_600 - (Math.floor(now / 1_000) % 3_600) + 1)
    expect(await count(sandbox, id)).toBe(1)
    await advance(sandbox, 1_800)
    expect(await count(sandbox, id)).toBe(2)
    await change(sandbox, id, { description: 'Again', user_data: { n: 1 } })
    expect(await count(sandbox, id)).toBe(3)
    await change(sandbox, id, { description: 'Again', user_data: { n: 1 } })
    expect(await count(sandbox, id)).toBe(3)
    await change(sandbox, id, { status: 'canceled' })
    expect(await count(sandbox, id)).toBe(3)

    const other = await connected(sandbox, 'ach')
    const later = await paid(sandbox, other, 100, { date: '2090-01-01T00:00:00Z' })
    await change(sandbox, later.id, { date: '2091-01-01T00:00:00Z' })
    await change(sandbox, later.id, { date: '2091-01-01T00:00:00Z' })
    expect(await count(sandbox, later.id)).toBe(1)
    // A date in the past means now: rescheduled and initiated, one change.
    await change(sandbox, later.id, { date: '2020-01-01T00:00:00Z', user_data: { n: 2 } })
    const [, moved] = await events(sandbox, `&resource=${later.id}`)
    expect([await count(sandbox, later.id), moved.user_data]).toEqual([2, { n: 2 }])

    const canceled = await paid(sandbox, other, 100, { date: '2090-01-01T00:00:00Z' })
    await change(sandbox, canceled.id, { status: 'canceled', user_data: { why: 'no' } })
    const [end] = await events(sandbox, `&resource=${canceled.id}`)
    expect([await count(sandbox, canceled.id), end.user_data]).toEqual([1, { why: 'no' }])
  })

  it('of payouts that wait: claimed, canceled with their connection, expired, failed, returned', async () => {
    const { sandbox } = await running.enterprise()
    const claimed = await invited(sandbox)
    const now = await paid(sandbox, claimed, 100)
    const dated = await paid(sandbox, claimed, 100, { date: '2090-01-01T00:00:00Z' })
    await sandbox.post('/sandbox/connect', { account_connection: claimed, type: 'direct' })
    expect([await count(sandbox, now.id), await count(sandbox, dated.id)]).toEqual([1, 1])
    await advance(sandbox, 3)
    expect(await count(sandbox, now.id)).toBe(2)
    await remove(sandbox, claimed)
    expect(await count(sandbox, dated.id)).toBe(2)

    const nobody = await paid(sandbox, await invited(sandbox), 100)
    await advance(sandbox, 30 * 86_400)
    expect(await count(sandbox, nobody.id)).toBe(1)

    const failing = await paid(sandbox, await connected(sandbox, 'ach'), 100)
    await sandbox.post('/sandbox/payout-error', { payout: failing.id })
    expect(await count(sandbox, failing.id)).toBe(1)
  })

  it('of a thousand payouts moved at once', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const payouts = Array.from({ length: 1_200 }, () => ({ account_connection: connection, amount_in_cents: 1 }))
    const made = await sandbox.post('/payout/batch', { payouts })
    expect(made.status).toBe(201)
    await advance(sandbox, 3)
    const first = await events(sandbox, '&type=payout.update')
    const rest = await events(sandbox, `&type=payout.update&after=${first.at(-1).position}`)
    const resources = [...first, ...rest].map(({ resource }) => resource)
    expect(resources).toHaveLength(1_200)
    expect(new Set(resources)).toEqual(new Set(made.body.payouts.map(({ id }: { id: string }) => id)))
  })
})

describe('GET /event', () => {
  it('goes on after a position or an event, without gaps', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox)
    for (let n = 1; n <= 5; n++) await sandbox.put(`/account-connection/${id}`, { user_data: { n } })
    const first = (await sandbox.get('/event?page_size=2')).body
    expect(first.pagination).toEqual({ page_size: 2, next_after: 2, has_more: true })
    expect(first.data.map(({ position }: { position: number }) => position)).toEqual([1, 2])
    const second = (await sandbox.get(`/event?page_size=3&after=${first.data[1].id}`)).body
    expect(second.data.map(({ user_data }: { user_data: object }) => user_data)).toEqual([{ n: 3 }, { n: 4 }, { n: 5 }])
    expect(second.pagination).toEqual({ page_size: 3, next_after: 5, has_more: false })
    const end = (await sandbox.get('/event?after=5')).body
    expect(end).toEqual({ data: [], pagination: { page_size: 10, next_after: 5, has_more: false } })
  })

  it('goes backwards from the newest, too', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox)
    for (let n = 1; n <= 5; n++) await sandbox.put(`/account-connection/${id}`, { user_data: { n } })
    const positions = ({ data }: { data: { position: number }[] }) => data.map(({ position }) => position)
    const first = (await sandbox.get('/event?order=newest&page_size=2')).body
    expect(positions(first)).toEqual([5, 4])
    expect(first.pagination).toEqual({ page_size: 2, next_after: 4, has_more: true })
    const second = (await sandbox.get('/event?order=newest&page_size=3&after=4')).body
    expect(positions(second)).toEqual([3, 2, 1])
    expect(second.pagination.has_more).toBe(false)
    expect((await sandbox.get('/event?order=sideways')).status).toBe(400)
  })

  it('narrows by type and resource, and refuses what it does not know', async () => {
    const { sandbox } = await running.enterprise()
    const id = await connected(sandbox, 'direct')
    const { id: payout } = await paid(sandbox, id, 100)
    await advance(sandbox, 3)
    expect((await events(sandbox, '&type=payout.update')).map(({ resource }) => resource)).toEqual([payout])
    expect((await events(sandbox, `&resource=${id}`)).map(({ type }) => type)).toEqual(['account_connection.update'])
    expect(await events(sandbox, '&type=buyer.update')).toEqual([])
    expect((await events(sandbox, '&event=payout.update')).map(({ resource }) => resource)).toEqual([payout])
    expect(await events(sandbox, '&event=payout.update&type=buyer.update')).toEqual([])
    for (const query of [
      'after=-1',
      'after=x',
      'type=nothing',
      'event=nothing',
      'page=2',
      'page_size=0',
      'resource=',
    ]) {
      expect([query, (await sandbox.get(`/event?${query}`)).status]).toEqual([query, 400])
    }
    expect((await sandbox.get('/event?after=evt_01kk3v9x2qf8m6t4w0c5n7d1ha')).body.code).toBe('not_found')
  })

  it('shows a reader no gap while many write at once', async () => {
    const { sandbox } = await running.enterprise()
    const ids = await Promise.all(Array.from({ length: 8 }, () => invited(sandbox)))
    const seen: number[] = []
    let done = false
    const reader = (async () => {
      while (!done || seen.length < 160) {
        const { data } = (await sandbox.get(`/event?page_size=1000&after=${seen.at(-1) ?? 0}`)).body
        for (const { position } of data) seen.push(position)
      }
    })()
    await Promise.all(
      ids.map(async (id) => {
        for (let n = 0; n < 20; n++) await sandbox.put(`/account-connection/${id}`, { user_data: { n } })
      }),
    )
    done = true
    await reader
    expect(seen).toEqual(Array.from({ length: 160 }, (_, nth) => nth + 1))
    for (const id of ids) {
      const order = (await events(sandbox, `&resource=${id}`)).map(({ user_data }) => user_data.n)
      expect(order).toEqual(Array.from({ length: 20 }, (_, nth) => nth))
    }
  })
})
