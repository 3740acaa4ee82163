import { METHODS, request as send } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { basic, type Client } from '../support/client.ts'
import { buyerWith, ordered } from '../support/purchases.ts'
import { type RunningService, readMetrics, startService } from '../support/service.ts'

let running: RunningService
let api: Client

beforeAll(async () => {
  running = await startService()
  api = running.sandbox
})

const webhook = { url: 'https://example.com/hook', event: 'payout.update' }

describe('every response', () => {
  it('carries a Request-Id, the same as request_id in an error', async () => {
    const good = await api.get('/enterprise')
    expect(good.headers.get('request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    const bad = await api.get('/webhook/wh_none')
    expect(bad.body.request_id).toBe(bad.headers.get('request-id'))
  })

  it('forbids caching, sniffing and framing', async () => {
    const { headers } = await api.get('/enterprise')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('needs no key for the document, the docs page and health', async () => {
    const root = running.roots.sandbox
    for (const path of ['/enterprise/v1/openapi.json', '/docs', '/healthz', '/readyz']) {
      expect([path, (await fetch(root + path)).status]).toEqual([path, 200])
    }
  })
})

describe('create answers 201; read, update, delete and the clock answer 200', () => {
  it('for a webhook and the clock', async () => {
    const made = await api.post('/webhook', webhook)
    expect(made.status).toBe(201)
    expect((await api.get(`/webhook/${made.body.id}`)).status).toBe(200)
    expect((await api.delete(`/webhook/${made.body.id}`)).status).toBe(200)
    expect((await api.post('/sandbox/clock/advance', { seconds: 1 })).status).toBe(200)
  })
})

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

describe('401 unauthorized, before routing and validation; the message says which', () => {
  const refused = async (authorization: string | undefined, path = '/enterprise') => {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await running.client('sandbox', undefined).get(path, { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="enterprise"')
    expect(answer.body.code).toBe('unauthorized')
    return answer.body.message as string
  }
  const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

  it('no header', async () => expect(await refused(undefined)).toContain('No Authorization header'))
  it('not Basic', async () => expect(await refused('Bearer abc')).toContain('is not Basic'))
  it('not base64', async () => expect(await refused('Basic !!!')).toContain('is not base64'))
  it('no colon', async () => expect(await refused(encode('sk_sandbox_x'))).toContain('no colon'))
  it('password not empty', async () => expect(await refused(encode('sk_sandbox_x:pw'))).toContain('is not empty'))
  it('unknown key', async () => {
    for (const key of ['sk_sandbox_x', 'x', `sk_sandbox_${'x'.repeat(5_000)}`]) {
      expect(await refused(encode(`${key}:`))).toContain('unknown')
    }
  })
  it('key of the other environment', async () => {
    const { keys } = await running.enterprise()
    expect(await refused(basic(keys.production))).toContain('other environment')
    const crossed = await running.client('production', keys.sandbox).get('/enterprise')
    expect(crossed).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  })
  it('for unknown paths and undecodable ones too', async () => {
    await refused(undefined, '/nothing/here')
    await refused(undefined, '/webhook/%zz')
  })
  it('before a malformed body is looked at', async () => {
    const answer = await running.client('sandbox', undefined).post('/webhook', undefined, { raw: '{' })
    expect(answer.status).toBe(401)
  })
})

describe('404 not_found', () => {
  it('an unknown id and another tenant’s id have the same body', async () => {
    const other = await running.enterprise()
    const theirs = await other.sandbox.post('/webhook', webhook)
    const strip = ({ body }: { body: Record<string, unknown> }) => ({ ...body, request_id: '' })
    const foreign = await api.get(`/webhook/${theirs.body.id}`)
    const unknown = await api.get('/webhook/wh_01m7ejf0jr5s8m1mv1mpkqhz6b')
    expect(foreign.status).toBe(404)
    expect(strip(foreign)).toEqual(strip(unknown))
    expect(strip(await api.delete(`/webhook/${theirs.body.id}`))).toEqual(strip(unknown))
    expect((await other.sandbox.get(`/webhook/${theirs.body.id}`)).status).toBe(200)
  })

  it('an unknown path', async () => {
    expect(await api.get('/nothing')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('a path with more characters than any id', async () => {
    const path = `/webhook/${'x'.repeat(1_025)}`
    expect(await api.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await running.client('sandbox', undefined).get(path)).status).toBe(401)
  })

  it('sandbox endpoints in production', async () => {
    const { production } = await running.enterprise()
    expect((await production.get('/sandbox/clock')).status).toBe(404)
    expect((await production.get('/enterprise')).body).toMatchObject({
      environment: 'production',
      operating_account: { balance_in_cents: 0 },
    })
  })
})

it('405 method_not_allowed names what is allowed', async () => {
  const answer = await api.call('PATCH', '/webhook/wh_x', {})
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT'])
  expect((await api.call('DELETE', '/enterprise')).headers.get('allow')).toContain('GET')
})

it('405 method_not_allowed however the path is spelled', async () => {
  const answer = await api.call('PUT', '/%77ebhook?x=1', {})
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
})

it.each([
  ['GET', '/payout/batch'],
  ['HEAD', '/payout/batch'],
  ['PUT', '/payout/batch'],
  ['DELETE', '/payout/batch'],
  ['GET', '/payout/b%61tch'],
  ['GET', '/contract/preview'],
  ['HEAD', '/contract/preview?x=1'],
  ['DELETE', '/contract/preview'],
])('405 method_not_allowed for %s %s: a path of its own is nobody’s id', async (method, path) => {
  const answer = await api.call(method, path, method === 'PUT' ? {} : undefined)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  expect((await running.client('sandbox', undefined).call(method, path)).status).toBe(401)
})

it('what only looks like a path of its own is an id', async () => {
  for (const path of ['/payout/batches', '/payout/batch%2F', '/account-connection/external', '/contract/previe']) {
    expect([path, (await api.get(path)).status]).toEqual([path, 404])
  }
})

it.each(METHODS.filter((name) => !['CONNECT', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(name)))(
  '405 method_not_allowed for %s, below the base address with a key only',
  async (method) => {
    expect(await head(method, '/healthz')).toBe(405)
    expect(await head(method, '/nothing')).toBe(404)
    expect(await head(method, '/enterprise/v1/enterprise')).toBe(401)
    expect(await head(method, '/enterprise/v1/enterprise', running.service.demo?.key)).toBe(405)
    expect(await head(method, '/enterprise/v1/nothing', running.service.demo?.key)).toBe(404)
  },
)

/** The status of a request with any method; `fetch` refuses some. */
function head(method: string, path: string, key?: string): Promise<number> {
  const headers = key === undefined ? {} : { authorization: basic(key) }
  return new Promise((resolve, reject) => {
    const request = send(running.roots.sandbox + path, { method, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject)
    request.end()
  })
}

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

it('429 rate_limited with Retry-After, by a limit the operator sets per tenant', async () => {
  const limited = await running.enterprise()
  await running.database.sql`update tenants set rate_limit_per_second = 5 where enterprise_id = ${limited.id}`
  const answers = await Promise.all(Array.from({ length: 50 }, () => limited.sandbox.get('/enterprise')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(30)
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(refused[0]?.body.code).toBe('rate_limited')
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5)
})

it('GET /enterprise has exactly the fields of the API', async () => {
  const { body } = await api.get('/enterprise')
  expect(body).toEqual({
    id: expect.stringMatching(/^ent_/),
    name: 'Demo Enterprise',
    environment: 'sandbox',
    operating_account: { balance_in_cents: 10_000_000 },
    pending_payouts: { balance_in_cents: 0 },
    pending_withdrawals: { balance_in_cents: 0 },
    refunds_due_in_cents: 0,
    incoming_in_cents: 0,
    receivables_in_cents: 0,
    reserved_fees_in_cents: 0,
    settings: {
      ach_enabled: true,
      creator_verification_required: false,
      connect_use_case: 'Payout',
      fraud_refund_window_hours: 72,
    },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
})

it('metrics are for the scraper that has the token, at both addresses', async () => {
  for (const root of Object.values(running.roots)) {
    for (const authorization of [undefined, 'Bearer', 'Bearer x', `Basic ${btoa('token-of-the-metrics:')}`]) {
      const refused = await fetch(`${root}/metrics`, { headers: authorization ? { authorization } : {} })
      expect([authorization, refused.status]).toEqual([authorization, 401])
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="metrics"')
      expect(await refused.text()).not.toContain('tributary_')
    }
    expect(await readMetrics(root)).toContain('tributary_http_requests_total')
  }
})

it("metrics are open on a developer's machine alone", async () => {
  const settings = { METRICS_TOKEN: '' }
  const developers = await startService(settings, undefined, { environments: ['sandbox'] })
  expect((await fetch(`${developers.roots.sandbox}/metrics`)).status).toBe(200)
  const serving = await startService(settings)
  for (const root of Object.values(serving.roots)) {
    const refused = await fetch(`${root}/metrics`, { headers: { authorization: 'Bearer ' } })
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { message: expect.stringMatching(/METRICS_TOKEN/) },
    ])
  }
})

it('metrics count requests by route and status, and watch lanes and the event loop', async () => {
  await api.get('/enterprise')
  await api.get('/nothing')
  const text = await readMetrics(running.roots.sandbox)
  expect(text).toMatch(/tributary_http_requests_total\{[^}]*route="\/enterprise\/v1\/enterprise",status="200"\} \d+/)
  expect(text).toMatch(/tributary_http_request_duration_seconds_bucket\{[^}]*le="\+Inf"[^}]*\} \d+/)
  for (const name of [
    'tributary_lane_batch_size',
    'tributary_lane_wait_seconds',
    'tributary_nodejs_eventloop_lag_seconds',
  ]) {
    expect(text).toContain(`# TYPE ${name}`)
  }
})

it('metrics count each method by itself and undecodable paths too, and no labels twice', async () => {
  const count = async (method: string, status: number): Promise<number> => {
    const text = await readMetrics(running.roots.sandbox)
    const labels = `environment="sandbox",method="${method}",route="unknown",status="${status}"`
    const lines = text.split('\n').filter((line) => line.startsWith(`tributary_http_requests_total{${labels}}`))
    expect(lines.length).toBeLessThanOrEqual(1)
    return Number(lines[0]?.split(' ').at(-1) ?? 0)
  }
  const before = await Promise.all([count('DELETE', 404), count('PUT', 404), count('GET', 400)])
  await api.delete('/nothing')
  await fetch(`${running.roots.sandbox}/nothing`, { method: 'DELETE' })
  await api.put('/nothing', {})
  await api.get('/webhook/%zz')
  const after = [before[0] + 2, before[1] + 1, before[2] + 1]
  await expect.poll(() => Promise.all([count('DELETE', 404), count('PUT', 404), count('GET', 400)])).toEqual(after)
})
