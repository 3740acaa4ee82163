import { beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../src/kernel/csv.ts'
import { EXAMINED_MAX } from '../../src/platform/list-pages.ts'
import { createKey, requireTenant } from '../../src/tenants/index.ts'
import type { Client } from '../support/client.ts'
import { type Browser, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

interface Shop {
  readonly id: string
  readonly admin: Browser
  readonly feed: Client
  readonly sandboxFeed: Client
}

async function openShop(): Promise<Shop> {
  const { id } = await running.enterprise('Fed')
  const make = (environment: 'sandbox' | 'production') =>
    running.database.transaction(async (tx) => {
      const tenant = await requireTenant(tx, id, environment)
      const { key } = await createKey(tx, tenant, environment, 'SIEM', { scopes: ['audit'] })
      return running.client(environment, key)
    })
  return {
    id,
    admin: await signedIn(running, id, 'admin'),
    feed: await make('production'),
    sandboxFeed: await make('sandbox'),
  }
}

const fund = (admin: Browser) => admin.post('/dashboard/api/sandbox/v1/sandbox/funding', { amount_in_cents: 5 })

describe('a program that follows the audit log', () => {
  it('is answered from a bounded number of entries, whatever it narrows by, and finds the last one in the end', async () => {
    const { id, feed, admin } = await openShop()
    const last = EXAMINED_MAX + 2_000
    await running.database.sql.unsafe(`
      insert into audit_log (enterprise_id, position, at, person_id, person, action, details, hash)
      select '${id}', nth, clock_timestamp() - interval '1 day', 'operator', 'Olga', 'test', '{}', ''
      from generate_series((select position + 1 from audit_heads where enterprise_id = '${id}'), ${last}) nth;
      update audit_heads set position = ${last} where enterprise_id = '${id}'`)
    const since = new Date().toISOString()
    await fund(admin)
    const first = (await feed.get(`/audit-log?created_after=${since}`)).body
    expect(first).toMatchObject({ data: [], pagination: { next_after: EXAMINED_MAX, has_more: true } })
    const second = (await feed.get(`/audit-log?created_after=${since}&after=${EXAMINED_MAX}`)).body
    expect(second.data.map(({ position }: { position: number }) => position)).toEqual([last + 1, last + 2])
    expect(second.pagination.has_more).toBe(false)
  })

  it('reads every entry once and in order, also while others are written, and goes on where it stopped', async () => {
    const { admin, feed } = await openShop()
    const seen: number[] = []
    let after = 0
    const follow = async (): Promise<boolean> => {
      const { status, body } = await feed.get(`/audit-log?after=${after}&page_size=7`)
      expect(status).toBe(200)
      seen.push(...body.data.map(({ position }: { position: number }) => position))
      after = body.pagination.next_after
      return body.pagination.has_more
    }
    const writing = Promise.all(Array.from({ length: 30 }, () => fund(admin)))
    let isWriting = true
    void writing.then(() => {
      isWriting = false
    })
    while (isWriting) await follow()
    await writing
    while (await follow());
    // A sign-in, and two entries for each of the thirty.
    expect(seen).toEqual(Array.from({ length: 61 }, (_, nth) => nth + 1))
    expect(await follow()).toBe(false)
    await fund(admin)
    while (await follow());
    expect(seen).toHaveLength(63)
  })

  it('is told who did what, to whom, from where, and the hash of the entry', async () => {
    const { admin, feed } = await openShop()
    await fund(admin)
    const { data } = (await feed.get('/audit-log')).body
    expect(data[1]).toEqual({
      position: 2,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      person_id: expect.stringMatching(/^per_/),
      person: expect.stringContaining('Pat admin <'),
      action: 'sandbox.simulate',
      details: { request: 'POST /sandbox/funding', amount_in_cents: 5 },
      environment: 'sandbox',
      address: '127.0.0.1',
      request_id: expect.stringMatching(/^req_/),
      hash: expect.stringMatching(/^[0-9a-f]{64,}$/),
    })
  })

  it('with a sandbox key is told of the sandbox alone, and does not read the rest again and again', async () => {
    const { admin, sandboxFeed } = await openShop()
    await admin.post('/dashboard/api/production/v1/buyer', {})
    await fund(admin)
    await admin.post('/dashboard/api/production/v1/buyer', {})
    const { data, pagination } = (await sandboxFeed.get('/audit-log')).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['sandbox.simulate', 'sandbox.simulate.done'])
    expect(pagination).toEqual({ page_size: expect.any(Number), next_after: 7, has_more: false })
    expect((await sandboxFeed.get('/audit-log?after=7')).body.data).toEqual([])
  })

  it('of another enterprise is told nothing of this one', async () => {
    const [mine, theirs] = [await openShop(), await openShop()]
    await fund(mine.admin)
    const { data } = (await theirs.feed.get('/audit-log')).body
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['session.signed_in'])
  })

  it.each(['after=-1', 'after=x', 'after=9007199254740993', 'page_size=0', 'before=1'])(
    '%s is refused',
    async (query) => {
      const { feed } = await openShop()
      expect((await feed.get(`/audit-log?${query}`)).body.code).toBe('validation_failed')
    },
  )
})

describe('the audit log as a file', () => {
  it('is CSV or NDJSON, oldest row first, up to the row of the export itself', async () => {
    const { admin } = await openShop()
    await admin.post('/dashboard/api/sandbox/keys', { name: '=cmd()' })
    const ndjson = await admin.get('/dashboard/api/audit-log.ndjson')
    expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(ndjson.headers.get('content-disposition')).toBe('attachment; filename="audit-log.ndjson"')
    const rows = ndjson.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ position, action }) => [position, action])).toEqual([
      [1, 'session.signed_in'],
      [2, 'keys.create'],
      [3, 'exports.make'],
    ])
    expect(rows[1].details).toEqual({ name: '=cmd()' })
    const csv = await admin.get('/dashboard/api/audit-log.csv?after=1')
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, first, ...more] = readCsv(csv.text).map(({ fields }) => fields)
    expect(head?.map((name) => name.replace('\uFEFF', ''))).toEqual(
      'position at environment person_id person action subject details address request_id hash'.split(' '),
    )
    expect(first?.[5]).toBe('keys.create')
    expect(first?.[7]).toBe('{"name":"=cmd()"}')
    expect(first?.[10]).toBe(rows[1].hash)
    expect(more.map((fields) => fields[5])).toEqual(['exports.make', 'exports.make.done', 'exports.make'])
  })

  it('is for admins alone', async () => {
    const { id } = await openShop()
    for (const role of ['developer', 'finance', 'viewer'] as const) {
      const person = await signedIn(running, id, role)
      for (const format of ['csv', 'ndjson']) {
        expect((await person.get(`/dashboard/api/audit-log.${format}`)).status).toBe(403)
      }
    }
  })
})
