import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let api: Client

beforeAll(async () => {
  running = await startService()
  api = running.sandbox
})

const EVENTS = ['account_connection.update', 'payout.update', 'buyer.update', 'purchase.update', 'contract.update']

describe('webhooks', () => {
  it('one per event; the second is 409 webhook_exists with the id of the first', async () => {
    const { sandbox } = await running.enterprise()
    for (const event of EVENTS) {
      const first = await sandbox.post('/webhook', { url: 'https://example.com/', event })
      expect(first.body).toEqual({ id: expect.stringMatching(/^wh_/), url: 'https://example.com/', event })
      const second = await sandbox.post('/webhook', { url: 'https://example.org/', event })
      expect(second).toMatchObject({ status: 409, body: { code: 'webhook_exists', existing_id: first.body.id } })
    }
    const list = await sandbox.get('/webhook?page_size=2&page=2')
    expect(list.body.pagination).toEqual({ page: 2, page_size: 2, total: 5 })
    expect(list.body.data.map(({ event }: { event: string }) => event)).toEqual(['buyer.update', 'payout.update'])
    expect((await sandbox.get('/webhook?page=1000000')).body).toEqual({
      data: [],
      pagination: { page: 1_000_000, page_size: 10, total: 5 },
    })
    const total = async (query: string) => (await sandbox.get(`/webhook?${query}`)).body.pagination.total
    expect(await total('status=enabled')).toBe(5)
    expect(await total('status=disabled')).toBe(0)
    expect(await total('created_before=2000-01-01T00:00:00Z')).toBe(0)
  })

  it('fifty at the same moment for one event: one is made', async () => {
    const { sandbox } = await running.enterprise()
    const body = { url: 'https://example.com/', event: 'payout.update' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => sandbox.post('/webhook', body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  })

  it('its secrets are sealed in the database and in no answer', async () => {
    const { sandbox } = await running.enterprise()
    const secrets = { basic_user: 'canary-user', basic_secret: 'canary-secret' }
    const made = await sandbox.post(
      '/webhook',
      { url: 'https://example.com/', event: 'buyer.update', ...secrets },
      { idempotencyKey: 'c' },
    )
    const answers = [made, await sandbox.get(`/webhook/${made.body.id}`), await sandbox.get('/webhook')]
    for (const { text } of answers) expect(text).not.toMatch(/canary|whsec/)
    const rows = await running.database.sql`select * from webhooks where id = ${made.body.id}`
    const kept = await running.database.sql`select * from idempotency_answers`
    expect(JSON.stringify([rows, kept])).not.toMatch(/canary/)
    expect(Buffer.concat(rows.map((row) => row.basic_secret_sealed)).toString('latin1')).not.toContain('canary')
  })

  it('is changed by PUT: what is absent stays, null clears, and the signing secret is the same', async () => {
    const { sandbox } = await running.enterprise()
    const made = await sandbox.post('/webhook', {
      url: 'https://example.com/',
      event: 'contract.update',
      basic_user: 'user',
      basic_secret: 'canary-1',
      user_data: { team: 'a' },
    })
    const path = `/webhook/${made.body.id}`
    const secret = (await sandbox.get(`${path}/secret`)).body
    const sealed = async () => {
      const [row] = await running.database.sql`
        select basic_user_sealed, basic_secret_sealed from webhooks where id = ${made.body.id}`
      return row as { readonly basic_user_sealed: Buffer | null; readonly basic_secret_sealed: Buffer | null }
    }
    const before = await sealed()
    const moved = await sandbox.put(path, { url: 'https://example.org/new' })
    expect(moved).toMatchObject({ status: 200, body: { ...made.body, url: 'https://example.org/new' } })
    expect(await sealed()).toEqual(before)
    const cleared = await sandbox.put(path, { basic_user: null, basic_secret: 'canary-2', user_data: null })
    expect(cleared.body).toEqual({ id: made.body.id, url: 'https://example.org/new', event: 'contract.update' })
    expect(cleared.text).not.toContain('canary')
    const after = await sealed()
    expect(after.basic_user_sealed).toBeNull()
    expect(after.basic_secret_sealed).not.toEqual(before.basic_secret_sealed)
    expect((await sandbox.get(`${path}/secret`)).body).toEqual(secret)
    expect((await sandbox.put(path, { event: 'buyer.update' })).status).toBe(400)
    expect((await sandbox.put('/webhook/wh_none', { url: 'https://example.org/' })).status).toBe(404)
    const other = (await running.enterprise()).sandbox
    expect((await other.put(path, { url: 'https://thief.example/' })).status).toBe(404)
  })

  it('is gone after DELETE, which says so', async () => {
    const made = await api.post('/webhook', { url: 'https://example.com/', event: 'contract.update' })
    const gone = await api.delete(`/webhook/${made.body.id}`)
    expect(gone.body).toEqual({
      id: made.body.id,
      url: 'https://example.com/',
      event: 'contract.update',
      deleted: true,
    })
    expect((await api.get(`/webhook/${made.body.id}`)).status).toBe(404)
    expect((await api.delete(`/webhook/${made.body.id}`)).status).toBe(404)
    expect((await api.post('/webhook', { url: 'https://example.com/', event: 'contract.update' })).status).toBe(201)
  })

  it('gives user_data back as it came', async () => {
    const { sandbox } = await running.enterprise()
    const user_data = { é: ['😀', null, true, 1.5e-7], nested: { constructor: 1, empty: {} }, big: 9007199254740991 }
    const made = await sandbox.post('/webhook', { url: 'https://example.com/', event: 'payout.update', user_data })
    expect((await sandbox.get(`/webhook/${made.body.id}`)).body.user_data).toEqual(user_data)
  })

  it('may be plain http in sandbox, so that a developer can receive on their own machine, but not in production', async () => {
    const { sandbox, production } = await running.enterprise()
    const body = { url: 'http://localhost:8080/hook', event: 'payout.update' }
    expect((await sandbox.post('/webhook', body)).status).toBe(201)
    const refused = await production.post('/webhook', body)
    expect(refused.body.errors).toEqual([
      { param: 'url', code: 'invalid_format', message: 'must be an https URL in production' },
    ])
    expect((await production.post('/webhook', { ...body, url: 'https://example.com/' })).status).toBe(201)
  })

  it.each([
    'ftp://example.com',
    'example.com',
    'https://',
    'javascript:alert(1)',
    'https://user:pw@example.com/',
    'https://exa mple.com',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses the URL %s', async (url) => {
    const answer = await api.post('/webhook', { url, event: 'payout.update' })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: 'url' }] } })
  })
})
