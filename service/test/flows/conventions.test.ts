import { METHODS, request as send } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { basic, type Client } from '../support/client.ts'
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
