import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { buyerWith, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let api: Client

beforeAll(async () => {
  running = await startService()
  api = running.sandbox
})

const webhook = { url: 'https://example.com/hook', event: 'payout.update' }

describe('400 malformed_json: body is not JSON', () => {
  it.each(['{', '{"a":}', 'hello', '{"a":1}}', '\u0000', "{'a':1}", '{"a":NaN}'])('%j', async (raw) => {
    const answer = await api.post('/webhook', undefined, { raw })
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
  })

  it('bytes that are no UTF-8', async () => {
    const answer = await api.post('/webhook', undefined, { raw: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) })
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed_json' } })
  })

  it('never quotes the body, which may hold a secret', async () => {
    const answer = await api.post('/webhook', undefined, { raw: '{"basic_secret":"hunter2" oops}' })
    expect(answer.text).not.toContain('hunter2')
  })
})

describe('400 validation_failed', () => {
  it('lists all faults at once, each with its parameter: missing, mistyped, unknown', async () => {
    const answer = await api.post('/webhook', { event: 'payout.delete', basic_user: 5, colour: 'red' })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe('validation_failed')
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([
        { param: 'url', code: 'required', message: 'is required' },
        { param: 'colour', code: 'unknown_field', message: 'is not a known parameter' },
        { param: 'basic_user', code: 'invalid_type', message: 'must be a string' },
        expect.objectContaining({ param: 'event', code: 'invalid_value' }),
      ]),
    )
    expect(answer.body.errors).toHaveLength(4)
  })

  it('lists the faults of body, query and headers together', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    const inBody = await api.post('/payout?dry_run=maybe&colour=red', { account_connection: 5 }, { headers })
    expect(inBody.body.errors.map(({ param }: { param: string }) => param).toSorted()).toEqual(
      ['Idempotency-Key', 'account_connection', 'amount_in_cents', 'colour', 'dry_run'].toSorted(),
    )
    expect(inBody.body.message).toMatch(/, and 4 more faults\.$/)
    const inQuery = await api.post('/buyer?colour=red', {}, { headers })
    expect(inQuery.body.errors).toMatchObject([{ param: 'colour' }, { param: 'Idempotency-Key' }])
  })

  it.each([true, null, '100', [100], 1.5, 2 ** 53, 0, -1, 31_622_401, {}])(
    'a number of seconds that is %j',
    async (seconds) => {
      const before = (await api.get('/sandbox/clock')).body.now
      const answer = await api.post('/sandbox/clock/advance', { seconds })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: 'seconds' }] } })
      const after = (await api.get('/sandbox/clock')).body.now
      expect(Date.parse(after) - Date.parse(before)).toBeLessThan(60_000)
    },
  )

  it.each(['1e999', '9007199254740993', '1.00000000000000000001', '0.99999999999999999999', '1e-400'])(
    'a number written as %s, which no double holds',
    async (number) => {
      expect(await api.post('/sandbox/clock/advance', undefined, { raw: `{"seconds":${number}}` })).toMatchObject({
        status: 400,
        body: { errors: [{ param: 'seconds', code: 'number_out_of_range' }] },
      })
    },
  )

  it('everything that cannot be stored at once, each with its whole path', async () => {
    const raw = '{"url":"\\u0000","event":"payout.update","user_data":{"a":{"b":9007199254740993.0}}}'
    const answer = await api.post('/webhook', undefined, { raw })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect(answer.body.errors).toMatchObject([
      { param: 'url', code: 'invalid_character' },
      { param: 'user_data.a.b', code: 'number_out_of_range' },
    ])
  })

  it.each(['/enterprise', '/webhook/wh_x', '/sandbox/clock'])('%s with a query it does not know', async (path) => {
    expect(await api.get(`${path}?foo=1`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ param: 'foo', code: 'unknown_field' }] },
    })
    expect((await api.call('HEAD', `${path}?foo=1`)).status).toBe(400)
  })

  it('an unknown field with a long name, which is not repeated in the answer', async () => {
    const answer = await api.post('/webhook', { ...webhook, ['x'.repeat(1_000_000)]: 1 })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ param: `${'x'.repeat(99)}…` }] } })
    expect(answer.text.length).toBeLessThan(1_000)
  })

  it('user_data of 1,024 bytes, but not of 1,023', async () => {
    const of = (bytes: number) => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) })
    const big = await api.post('/webhook', { ...webhook, user_data: of(1_024) })
    expect(big).toMatchObject({ status: 400, body: { errors: [{ param: 'user_data', code: 'too_large' }] } })
    const good = await api.post('/webhook', { ...webhook, user_data: of(1_023) })
    expect(good.status).toBe(201)
    expect(good.body.user_data).toEqual(of(1_023))
    await api.delete(`/webhook/${good.body.id}`)
  })

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=one',
    'page=',
    'page=01',
    'page=1e3',
    'page=1&page=2',
    'page_size=0',
    'page_size=1001',
    'sort=asc',
  ])('a list with ?%s', async (query) => {
    expect(await api.get(`/webhook?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })

  it('a list narrowed by a status that is none, or by a time that is none', async () => {
    for (const query of ['status=broken', 'created_after=yesterday', 'created_before=']) {
      expect(await api.get(`/webhook?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    }
  })

  it('a NUL character or half a surrogate pair in any string, never a 500', async () => {
    for (const raw of [
      '{"url":"https://example.com/\\u0000","event":"payout.update"}',
      '{"url":"https://example.com/","event":"payout.update","user_data":{"a":"\\u0000"}}',
      '{"url":"https://example.com/","event":"payout.update","user_data":{"a":"\\ud800"}}',
      '{"url":"https://example.com/","event":"payout.update","user_data":{"\\u0000":1}}',
    ]) {
      expect(await api.post('/webhook', undefined, { raw })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
    expect((await api.get('/webhook/%00')).status).toBe(404)
  })

  it('__proto__ in user_data, which pollutes nothing', async () => {
    const raw = '{"url":"https://example.com/","event":"payout.update","user_data":{"__proto__":{"polluted":true}}}'
    expect(await api.post('/webhook', undefined, { raw })).toMatchObject({ status: 400 })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('a body nested thousands of levels deep', async () => {
    const raw = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(await api.post('/webhook', undefined, { raw })).toMatchObject({ status: 400 })
  })

  it('a missing body', async () => {
    const answer = await api.post('/webhook', undefined, { headers: { 'content-type': 'application/json' }, raw: '' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  })
})

it('the body of a DELETE is not looked at', async () => {
  const answer = await api.call('DELETE', '/webhook/wh_x', undefined, {
    raw: 'hello',
    headers: { 'content-type': 'text/plain' },
  })
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

it('413 body_too_large over 1 MiB', async () => {
  const answer = await api.post('/webhook', { ...webhook, basic_user: 'x'.repeat(1024 * 1024) })
  expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
})

describe('415 unsupported_media_type', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])('%s', async (type) => {
    const answer = await api.post('/webhook', undefined, { raw: '{}', headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  it.each(['application/json; charset=utf-16', 'application/json;charset="latin1"'])('%s', async (type) => {
    const answer = await api.post('/webhook', undefined, { raw: '{}', headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'but not %s',
    async (type) => {
      const answer = await api.post('/webhook', undefined, { raw: '{}', headers: { 'content-type': type } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    },
  )

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
    'but not an empty body of %s: there is nothing of that type',
    async (type) => {
      const empty = { raw: '', headers: { 'content-type': type } }
      const { id } = await ordered(api, await buyerWith(api))
      expect(await api.post(`/purchase/${id}/commit`, undefined, empty)).toMatchObject({ status: 200 })
      const missing = await api.post('/webhook')
      const { status, body } = await api.post('/webhook', undefined, empty)
      expect({ status, errors: body.errors }).toEqual({ status: 400, errors: missing.body.errors })
    },
  )

  it('a compressed body', async () => {
    const answer = await api.post('/webhook', webhook, { headers: { 'content-encoding': 'gzip' } })
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})
