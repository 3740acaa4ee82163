import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  ApiError,
  ConnectionError,
  createTributary,
  type Outcome,
  TimeoutError,
  type TributaryOptions,
} from './index.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Reaction = (response: ServerResponse, request: IncomingMessage) => void

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1', ...headers })
    response.end(JSON.stringify(body))
  }

const refusal = (status: number, code: string, headers: Record<string, string> = {}, more: object = {}): Reaction =>
  answer(status, { message: `It is ${code}.`, code, request_id: 'req_9', ...more }, headers)

const hangUp: Reaction = (_response, request) => void request.socket.destroy()
const NOW = { now: '2026-11-15T01:12:00.000Z' }

/** A server that reacts to one request after the other as it is told, and a client of it. */
async function scripted(reactions: readonly Reaction[], options: Partial<TributaryOptions> = {}) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body })
    ;(reactions[seen.length - 1] ?? hangUp)(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/enterprise/v1/`
  return { seen, client: createTributary({ apiKey: 'sk_sandbox_test', baseUrl, ...options }) }
}

// The shortest wait that jitter allows.
beforeEach(() => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0)
  return () => random.mockRestore()
})

const caught = async (promise: PromiseLike<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it was to fail'),
    (error: unknown) => error,
  )

describe('a call', () => {
  it('goes to its path with the key, and its body as JSON', async () => {
    const { client, seen } = await scripted([answer(201, { id: 'pay_1' }), answer(200, NOW)])
    await client.payouts.create({ account_connection: 'acon_1', amount_in_cents: 100, user_data: { é: '😀' } })
    await client.sandbox.getClock()
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/enterprise/v1/payout',
      headers: { authorization: `Basic ${btoa('sk_sandbox_test:')}`, 'content-type': 'application/json' },
      body: '{"account_connection":"acon_1","amount_in_cents":100,"user_data":{"é":"😀"}}',
    })
    expect(seen[1]).toMatchObject({ method: 'GET', url: '/enterprise/v1/sandbox/clock', body: '' })
    expect(seen[1]?.headers['content-type']).toBeUndefined()
  })

  it('escapes what it puts into a path, leaves out what is undefined, and refuses an empty id', async () => {
    const { client, seen } = await scripted([answer(200, {}), answer(200, {})])
    await client.buyers.getByExternalId('a/b?c=1&é')
    await client.payouts.list({ status: 'sent', page: undefined, created_after: '2026-01-01T00:00:00Z' })
    expect(seen.map(({ url }) => url)).toEqual([
      '/enterprise/v1/buyer/external/a%2Fb%3Fc%3D1%26%C3%A9',
      '/enterprise/v1/payout?status=sent&created_after=2026-01-01T00%3A00%3A00Z',
    ])
    for (const id of ['', undefined as never]) expect(() => client.payouts.get(id)).toThrow('`getPayout` needs `id`')
  })
})

describe('an idempotency key', () => {
  it('is made for every POST, another one for each call, and kept across its retries', async () => {
    const failures = [hangUp, refusal(503, 'unavailable', { 'retry-after': '0' }), answer(200, NOW)]
    const { client, seen } = await scripted([...failures, answer(200, NOW), answer(200, NOW)])
    await client.sandbox.advanceClock({ seconds: 1 })
    await client.sandbox.advanceClock({ seconds: 1 })
    await client.sandbox.getClock()
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[3]).not.toBe(keys[0])
    expect(keys[4]).toBeUndefined()
  })

  it("is the caller's, where there is one", async () => {
    const { client, seen } = await scripted([answer(200, NOW)])
    await client.sandbox.advanceClock({ seconds: 1 }, { idempotencyKey: 'order-1' })
    expect(seen[0]?.headers['idempotency-key']).toBe('order-1')
  })
})

describe('a failed attempt', () => {
  it.each([408, 429, 500, 502, 503, 504])('with status %s is repeated', async (status) => {
    const { client, seen } = await scripted([refusal(status, 'unavailable', { 'retry-after': '0' }), answer(200, NOW)])
    expect(await client.sandbox.getClock()).toEqual(NOW)
    expect(seen).toHaveLength(2)
  })

  it('is repeated while the first request with its key is in progress, but after no other conflict', async () => {
    const { client, seen } = await scripted([refusal(409, 'idempotency_in_progress'), refusal(409, 'invalid_state')])
    expect(await caught(client.purchases.commit('pch_1'))).toMatchObject({ code: 'invalid_state', attempts: 2 })
    expect(seen).toHaveLength(2)
  })

  it.each([400, 401, 402, 403, 404, 405, 413, 415, 431])('with status %s is not', async (status) => {
    const { client, seen } = await scripted([refusal(status, 'not_found')])
    expect(await caught(client.sandbox.getClock())).toMatchObject({ status, attempts: 1 })
    expect(seen).toHaveLength(1)
  })

  it('ends the call after so many retries as are allowed', async () => {
    const { client, seen } = await scripted([hangUp, hangUp, hangUp], { maxRetries: 1 })
    const error = await caught(client.sandbox.getClock())
    expect(error).toBeInstanceOf(ConnectionError)
    expect([seen.length, (error as ConnectionError).attempts]).toEqual([2, 2])
    await caught(client.sandbox.getClock({ maxRetries: 0 }))
    expect(seen).toHaveLength(3)
  })

  it('waits as long as the service asks for, and not at all where that is too long', async () => {
    const waited: number[] = []
    const { client } = await scripted(
      [
        refusal(429, 'rate_limited', { 'retry-after': '1' }),
        answer(200, NOW),
        refusal(429, 'rate_limited', { 'retry-after': '3600' }),
      ],
      { hooks: { onRetry: (_outcome, delayMs) => waited.push(delayMs) } },
    )
    await client.sandbox.getClock()
    expect(waited).toEqual([expect.closeTo(1_000, -1)])
    expect(await caught(client.sandbox.getClock())).toMatchObject({ code: 'rate_limited', attempts: 1 })
  })
})

describe('time and aborting', () => {
  it('an attempt that takes too long is given up and repeated', async () => {
    const { client, seen } = await scripted([() => {}, answer(200, NOW)], { timeoutMs: 1_500 })
    expect(await client.sandbox.getClock()).toEqual(NOW)
    expect(seen).toHaveLength(2)
    const slow = await scripted([() => {}], { timeoutMs: 50, maxRetries: 0 })
    expect(await caught(slow.client.sandbox.getClock())).toBeInstanceOf(TimeoutError)
  })

  it('an answer that stops in the middle is a lost one', async () => {
    const half: Reaction = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"now":', () => response.destroy())
    }
    const { client, seen } = await scripted([half, answer(200, NOW)])
    expect(await client.sandbox.getClock()).toEqual(NOW)
    expect(seen).toHaveLength(2)
  })

  it('the caller ends a call at any moment: in flight, and in the wait before a retry', async () => {
    const flying = await scripted([() => {}])
    const one = AbortSignal.timeout(50)
    expect(await caught(flying.client.sandbox.getClock({ signal: one }))).toBe(one.reason)
    const waiting = await scripted([refusal(503, 'unavailable', { 'retry-after': '30' })])
    const other = AbortSignal.timeout(100)
    expect(await caught(waiting.client.sandbox.getClock({ signal: other }))).toBe(other.reason)
    expect([flying.seen.length, waiting.seen.length]).toEqual([1, 1])
  })
})

describe('an error', () => {
  it('has the code, the request id and every field, typed by its code', async () => {
    const { client } = await scripted([
      refusal(409, 'webhook_exists', {}, { existing_id: 'wh_1' }),
      refusal(
        400,
        'validation_failed',
        {},
        { errors: [{ param: 'url', code: 'invalid_format', message: 'must be a URL' }] },
      ),
      refusal(403, 'limit_exceeded', {}, { limit: { scope: 'enterprise', per: 'day', left_in_cents: 7 } }),
    ])
    const error = await caught(client.webhooks.create({ url: 'https://example.com/', event: 'payout.update' }))
    if (!(error instanceof ApiError) || !error.is('webhook_exists')) expect.unreachable('another error')
    const existing: string = error.fields.existing_id
    expect(existing).toBe('wh_1')
    expect(error).toMatchObject({ status: 409, requestId: 'req_9', message: 'It is webhook_exists.', attempts: 1 })
    const invalid = await caught(client.webhooks.create({ url: 'x', event: 'payout.update' }))
    if (!(invalid instanceof ApiError) || !invalid.is('validation_failed')) expect.unreachable('another error')
    expect(invalid.fields.errors[0]?.param).toBe('url')
    const above = await caught(client.payouts.create({ account_connection: 'acon_1', amount_in_cents: 8 }))
    if (!(above instanceof ApiError) || !above.is('limit_exceeded')) expect.unreachable('another error')
    const left: number | undefined = above.fields.limit.left_in_cents
    expect(left).toBe(7)
  })

  it("of something in between, which is not the service's, is told apart", async () => {
    const page: Reaction = (response) => void response.writeHead(403).end('<html>Blocked</html>')
    const { client } = await scripted([page])
    const error = await caught(client.sandbox.getClock())
    expect(error).toMatchObject({ status: 403, message: expect.stringContaining("not one of Tributary's") })
  })

  it('never holds the key, nor does what hooks are told', async () => {
    const told: unknown[] = []
    const { client } = await scripted([hangUp], {
      maxRetries: 0,
      hooks: { onRequest: (...all) => told.push(all), onResponse: (outcome) => told.push(outcome) },
    })
    const error = await caught(client.sandbox.getClock())
    const { inspect } = await import('node:util')
    const everything = inspect([error, told, client], { depth: 20, showHidden: true })
    expect(told).toHaveLength(2)
    expect(everything).not.toContain('sk_sandbox_test')
    expect(everything).not.toContain(btoa('sk_sandbox_test:'))
  })
})

it('hooks are told of each attempt, may add headers, and cannot break a call', async () => {
  const told: Outcome[] = []
  const { client, seen } = await scripted([hangUp, answer(200, NOW, { 'idempotent-replayed': 'true' })], {
    hooks: {
      onRequest(_attempt, headers) {
        headers.traceparent = '00-1-1-00'
      },
      onResponse(outcome) {
        told.push(outcome)
        throw new Error('a log that is full')
      },
    },
  })
  await client.sandbox.advanceClock({ seconds: 1 })
  expect(seen[0]?.headers.traceparent).toBe('00-1-1-00')
  expect(told).toMatchObject([
    { operation: 'advanceClock', attempt: 1, error: expect.any(ConnectionError) },
    { operation: 'advanceClock', attempt: 2, status: 200, requestId: 'req_1', replayed: true },
  ])
})

it.each([
  [{ apiKey: '' }, 'apiKey'],
  [{ apiKey: 'sk_sandbox_1\n' }, 'apiKey'],
  [{ apiKey: 'sk_live_1' }, 'baseUrl'],
  [{ apiKey: 'sk_live_1', baseUrl: 'http://pay.example.com/enterprise/v1' }, 'HTTPS'],
  [{ apiKey: 'sk_sandbox_1', baseUrl: 'nowhere' }, 'baseUrl'],
])('the client refuses %j', (options, names) => {
  expect(() => createTributary(options)).toThrow(names)
})
