import { beforeAll, describe, expect, it } from 'vitest'
import { forgetOldAnswers } from '../../src/http/index.ts'
import { basic, type Client } from '../support/client.ts'
import { connected } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let second: RunningService

beforeAll(async () => {
  running = await startService()
  second = await startService({}, running.databaseUrl)
})

const hook = (event = 'payout.update') => ({ url: 'https://example.com/', event })

describe('Idempotency-Key', () => {
  it('a replay is byte-identical, carries Idempotent-Replayed, and does nothing again', async () => {
    const { sandbox } = await running.enterprise()
    const first = await sandbox.post('/webhook', hook(), { idempotencyKey: 'k1' })
    const again = await sandbox.post('/webhook', hook(), { idempotencyKey: 'k1' })
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await sandbox.get('/webhook')).body.pagination.total).toBe(1)
  })

  it('the same body in another order and spacing is the same request', async () => {
    const { sandbox } = await running.enterprise()
    await sandbox.post('/webhook', undefined, {
      raw: '{"url":"https://example.com/","event":"payout.update"}',
      idempotencyKey: 'k',
    })
    const again = await sandbox.post('/webhook', undefined, {
      raw: '{ "event" : "payout.update",\n"url":"https:\\/\\/example.com/" }',
      idempotencyKey: 'k',
    })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('409 idempotency_key_reused with another body', async () => {
    const { sandbox } = await running.enterprise()
    await sandbox.post('/webhook', hook(), { idempotencyKey: 'k' })
    const other = await sandbox.post('/webhook', hook('buyer.update'), { idempotencyKey: 'k' })
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect((await sandbox.get('/webhook')).body.pagination.total).toBe(1)
  })

  it.each([
    ['an unknown field', '{"url":"https://example.com/","event":"payout.update","colour":"red"}'],
    ['a field missing', '{"url":"https://example.com/"}'],
    ['a field of the wrong type', '{"url":7,"event":"payout.update"}'],
    ['a text that cannot be stored', '{"url":"https://example.com/\\u0000","event":"payout.update"}'],
    ['no JSON', '{"url":'],
    ['more bytes than are taken', JSON.stringify({ url: 'x'.repeat(1_100_000), event: 'payout.update' })],
  ])('409 idempotency_key_reused with another body that is invalid: %s', async (_fault, raw) => {
    const { sandbox } = await running.enterprise()
    const fresh = await sandbox.post('/webhook', undefined, { raw, idempotencyKey: 'k' })
    expect([400, 413]).toContain(fresh.status)
    await sandbox.post('/webhook', hook(), { idempotencyKey: 'k' })
    const other = await sandbox.post('/webhook', undefined, { raw, idempotencyKey: 'k' })
    expect(other, other.text).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    // Another key, or the same key on another path, meets no stored answer: what is wrong with the body is told.
    expect((await sandbox.post('/webhook', undefined, { raw, idempotencyKey: 'l' })).status).toBe(fresh.status)
    expect((await sandbox.post('/embed-origin', undefined, { raw, idempotencyKey: 'k' })).status).toBe(fresh.status)
  })

  it('409 with another body that is invalid where requests share transactions: payouts, batches and purchases', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'wallet')
    const payout = { account_connection: connection, amount_in_cents: 100 }
    const buyer = (await sandbox.post('/buyer', {})).body.id
    const first: [string, object, object][] = [
      ['/payout', payout, { ...payout, amount_in_cents: 0 }],
      ['/payout/batch', { payouts: [payout] }, { payouts: [] }],
      ['/payout/batch', { payouts: [payout] }, { payouts: [{ ...payout, amount_in_cents: 'much' }] }],
      ['/purchase', { buyer, items: [{ name: 'Song', amount_in_cents: 100 }] }, { buyer, items: [] }],
    ]
    for (const [nth, [path, body, invalid]] of first.entries()) {
      const idempotencyKey = `lane ${nth}`
      const made = await sandbox.post(path, body, { idempotencyKey })
      expect(made.status, made.text).toBe(201)
      const other = await sandbox.post(path, invalid, { idempotencyKey })
      expect(other, other.text).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
      expect((await sandbox.post(path, body, { idempotencyKey })).text).toBe(made.text)
    }
  })

  it('is ignored on PUT, which sets values: another body under the same key is carried out', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = (await sandbox.post('/buyer', { first_name: 'Bob' })).body
    const rename = (first_name: string, key: string) =>
      sandbox.put(`/buyer/${id}`, { first_name }, { headers: { 'idempotency-key': key } })
    for (const [name, key] of [
      ['Rob', 'k'],
      ['Bert', 'k'],
      ['Rob', 'k'],
      ['Ann', 'k'.repeat(300)],
    ] as const) {
      const renamed = await rename(name, key)
      expect(renamed, renamed.text).toMatchObject({ status: 200, body: { first_name: name } })
      expect(renamed.headers.get('idempotent-replayed')).toBeNull()
    }
  })

  it('a hundred parallel requests with one key over two processes: one webhook and a hundred identical answers', async () => {
    const { sandbox, keys } = await running.enterprise()
    const other = second.client('sandbox', keys.sandbox)
    const clients: Client[] = Array.from({ length: 100 }, (_, i) => (i % 2 ? sandbox : other))
    const answers = await Promise.all(clients.map((client) => client.post('/webhook', hook(), { idempotencyKey: 'k' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
    expect((await sandbox.get('/webhook')).body.pagination.total).toBe(1)
  })

  it('what changed nothing is not kept: after the cause is gone the same key succeeds', async () => {
    const { sandbox } = await running.enterprise()
    const blocker = await sandbox.post('/webhook', hook())
    expect((await sandbox.post('/webhook', hook(), { idempotencyKey: 'k' })).status).toBe(409)
    await sandbox.delete(`/webhook/${blocker.body.id}`)
    expect((await sandbox.post('/webhook', hook(), { idempotencyKey: 'k' })).status).toBe(201)
    expect((await sandbox.post('/webhook', {}, { idempotencyKey: 'v' })).status).toBe(400)
    expect((await sandbox.post('/webhook', hook('buyer.update'), { idempotencyKey: 'v' })).status).toBe(201)
  })

  it('belongs to its tenant, its method and its path', async () => {
    const [one, two] = [await running.enterprise(), await running.enterprise()]
    const first = await one.sandbox.post('/webhook', hook(), { idempotencyKey: 'k' })
    const other = await two.sandbox.post('/webhook', hook(), { idempotencyKey: 'k' })
    expect(other.status).toBe(201)
    expect(other.body.id).not.toBe(first.body.id)
    const clock = await one.sandbox.post('/sandbox/clock/advance', { seconds: 1 }, { idempotencyKey: 'k' })
    expect(clock.status).toBe(200)
    expect(clock.headers.get('idempotent-replayed')).toBeNull()
  })

  it('holds however the path is spelled', async () => {
    const { sandbox, keys } = await running.enterprise()
    const root = sandbox.base.replace('/enterprise/v1', '')
    const spelled = [
      '/enterprise/v1/sandbox/clock/advance',
      '/enterprise/v1/sandbox/clock/%61dvance',
      '/%65nterprise/v1/sandbox/clock/%61%64vance',
    ].map((path) =>
      fetch(root + path, {
        method: 'POST',
        headers: {
          authorization: basic(keys.sandbox),
          'content-type': 'application/json',
          'idempotency-key': 'spelling',
        },
        body: '{"seconds":5}',
      }),
    )
    const answers = await Promise.all(spelled)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(2)
  })

  it('has 1 to 255 characters', async () => {
    const { sandbox } = await running.enterprise()
    const long = await sandbox.post('/webhook', hook(), { headers: { 'idempotency-key': 'k'.repeat(256) } })
    expect(long).toMatchObject({ status: 400, body: { errors: [{ param: 'Idempotency-Key' }] } })
    const empty = await sandbox.post('/webhook', hook(), { headers: { 'idempotency-key': '' } })
    expect(empty.status).toBe(400)
    expect((await sandbox.post('/webhook', hook(), { idempotencyKey: 'k'.repeat(255) })).status).toBe(201)
  })

  it('is forgotten after seven days', async () => {
    const { sandbox } = await running.enterprise()
    const first = await sandbox.post('/webhook', hook(), { idempotencyKey: 'old' })
    const age = (interval: string) =>
      running.database
        .sql`update idempotency_answers set created_at = (created_at at time zone 'UTC' - ${interval}::interval) at time zone 'UTC' where key = 'old'`
    await age('6 days 23 hours')
    expect(await forgetOldAnswers(running.database, 100)).toBe(0)
    expect((await sandbox.post('/webhook', hook(), { idempotencyKey: 'old' })).headers.get('idempotent-replayed')).toBe(
      'true',
    )
    await age('2 hours')
    await sandbox.delete(`/webhook/${first.body.id}`)
    const fresh = await sandbox.post('/webhook', hook(), { idempotencyKey: 'old' })
    expect(fresh.status).toBe(201)
    expect(fresh.body.id).not.toBe(first.body.id)
    await age('8 days')
    expect(await forgetOldAnswers(running.database, 100)).toBe(1)
  })
})
