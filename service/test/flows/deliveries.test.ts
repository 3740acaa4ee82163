import type { LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENVIRONMENTS } from '../../src/kernel/environment.ts'
import { RETRY_AFTER_MS } from '../../src/resources/webhooks/deliveries/schedule.ts'
import type { Client } from '../support/client.ts'
import { arrived, change, deliveries, subscribed } from '../support/deliveries.ts'
import { advance, connected, invited, paid } from '../support/payouts.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10', WORKER_POLL_MS: '20' })
})

const secretOf = async (client: Client, webhook: string): Promise<string> =>
  (await client.get(`/webhook/${webhook}/secret`)).body.secret

describe('a webhook', () => {
  it('is called with exactly the four fields, signed, numbered, and without a Basic header nobody asked for', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver()
    const webhook = await subscribed(sandbox, receiver)
    const connection = await invited(sandbox)
    const before = Math.floor(Date.now() / 1_000)
    await change(sandbox, connection, { é: ['😀', 1.5e-7] })
    await arrived(receiver, 1)
    const [call] = receiver.calls as [Receiver['calls'][0]]
    expect(call.body).toEqual({
      event: 'account_connection.update',
      id: connection,
      timestamp: expect.any(Number),
      user_data: { é: ['😀', 1.5e-7] },
    })
    expect(call.body.timestamp).toBeGreaterThanOrEqual(before)
    expect(call.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_/),
      'webhook-attempt': '1',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
    expect(call.headers.authorization).toBeUndefined()
    const verified = new Webhook(await secretOf(sandbox, webhook)).verify(
      call.text,
      call.headers as Record<string, string>,
    )
    expect(verified).toEqual(call.body)
  })

  it('of the format `full` is told what changed, as `GET /event` tells it, until it is told less again', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver()
    const webhook = await subscribed(sandbox, receiver, 'payout.update', { format: 'full' })
    expect((await sandbox.get(`/webhook/${webhook}`)).body).toMatchObject({ format: 'full' })
    const connection = await connected(sandbox, 'direct')
    const { id } = await paid(sandbox, connection, 12_500, { user_data: { order: 'A-1001' } })
    await advance(sandbox, 2)
    await arrived(receiver, 1)
    const [event] = (await sandbox.get('/event?type=payout.update')).body.data
    expect(receiver.calls[0]?.body).toEqual({
      event: 'payout.update',
      id,
      timestamp: event.timestamp,
      user_data: { order: 'A-1001' },
      changes: { status: { before: 'pending', after: 'sent' } },
      summary: event.summary,
    })
    expect(Object.keys(receiver.calls[0]?.body).slice(0, 4)).toEqual(['event', 'id', 'timestamp', 'user_data'])
    const call = receiver.calls[0] as Receiver['calls'][0]
    const signer = new Webhook(await secretOf(sandbox, webhook))
    expect(signer.verify(call.text, call.headers as Record<string, string>)).toEqual(call.body)

    await sandbox.post(`/webhook/${webhook}/test`)
    await arrived(receiver, 2)
    expect(receiver.calls[1]?.body).toMatchObject({ changes: {}, summary: expect.stringContaining('test') })

    const changed = await sandbox.put(`/webhook/${webhook}`, { format: 'standard' })
    expect([changed.status, 'format' in changed.body]).toEqual([200, false])
    await sandbox.put(`/payout/${id}`, { description: 'Other' })
    await arrived(receiver, 3)
    expect(Object.keys(receiver.calls[2]?.body)).toEqual(['event', 'id', 'timestamp', 'user_data'])
    expect((await sandbox.put(`/webhook/${webhook}`, { format: 'all' })).body.errors).toMatchObject([
      { param: 'format' },
    ])
  })

  it.each([
    [{ basic_user: 'ada', basic_secret: 'löve:lace' }, 'ada:löve:lace'],
    [{ basic_user: 'ada' }, 'ada:'],
    [{ basic_secret: 's' }, ':s'],
  ])('carries the Basic header of %o', async (basic, plain) => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver()
    const webhook = await subscribed(sandbox, receiver, 'payout.update', basic)
    await sandbox.post(`/webhook/${webhook}/test`)
    await arrived(receiver, 1)
    expect(receiver.calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from(plain).toString('base64')}`)
  })

  it('hears nothing of creation, of other events, or after it was deleted', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver()
    const webhook = await subscribed(sandbox, receiver)
    const connection = await connected(sandbox, 'direct')
    await arrived(receiver, 1)
    await paid(sandbox, connection, 100)
    await advance(sandbox, 10)
    await sandbox.delete(`/webhook/${webhook}`)
    await change(sandbox, connection, {})
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(receiver.calls).toHaveLength(1)
    expect((await sandbox.get(`/webhook/${webhook}/delivery`)).status).toBe(404)
  })

  it('that is deleted drops what was queued, and one made anew gets it only when it recovers', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(500)
    const first = await subscribed(sandbox, receiver)
    const connection = await invited(sandbox)
    await change(sandbox, connection, { n: 1 })
    await arrived(receiver, 1)
    await sandbox.delete(`/webhook/${first}`)
    receiver.answer(200)
    const second = await subscribed(sandbox, receiver)
    await advance(sandbox, 86_400)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(receiver.calls).toHaveLength(1)
    const recovered = await sandbox.post(`/webhook/${second}/recover`, { since: '2020-01-01T00:00:00Z' })
    expect(recovered).toMatchObject({ status: 200, body: { queued: 1 } })
    await arrived(receiver, 2)
    expect(receiver.calls[1]?.text).toBe(receiver.calls[0]?.text)
    expect(receiver.calls[1]?.headers['webhook-id']).toBe(receiver.calls[0]?.headers['webhook-id'])
  })

  it('signs with both secrets for 24 hours after a rotation, then with the new one alone', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver()
    const webhook = await subscribed(sandbox, receiver)
    const old = await secretOf(sandbox, webhook)
    const rotated = await sandbox.post(`/webhook/${webhook}/secret/rotate`, undefined, { idempotencyKey: 'rotate' })
    expect(rotated).toMatchObject({ status: 200, body: { previous_secret: old } })
    const again = await sandbox.post(`/webhook/${webhook}/secret/rotate`, undefined, { idempotencyKey: 'rotate' })
    expect(again.text).toBe(rotated.text)
    const [kept] = await running.database.sql`select body from idempotency_answers where body like '%whsec%'`
    expect(kept).toBeUndefined()
    const { secret } = rotated.body
    expect(secret).not.toBe(old)
    const verifies = (nth: number, key: string): boolean => {
      const call = receiver.calls[nth]
      try {
        new Webhook(key).verify(call?.text ?? '', call?.headers as Record<string, string>)
        return true
      } catch {
        return false
      }
    }
    const connection = await invited(sandbox)
    await change(sandbox, connection, { n: 1 })
    await arrived(receiver, 1)
    expect([verifies(0, old), verifies(0, secret)]).toEqual([true, true])
    await advance(sandbox, 86_400)
    await change(sandbox, connection, { n: 2 })
    await arrived(receiver, 2)
    expect([verifies(1, old), verifies(1, secret)]).toEqual([false, true])
    expect((await sandbox.get(`/webhook/${webhook}/secret`)).body).toEqual({ secret })
  })

  it.each([301, 302, 400, 404, 500])('takes %d for a failure, logs it, and follows no redirect', async (status) => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver((_call, response) => {
      response.writeHead(status, { location: '/elsewhere' }).end(`not today\u0000 ${'x'.repeat(5_000)}`)
    })
    const webhook = await subscribed(sandbox, receiver)
    await change(sandbox, await invited(sandbox), {})
    await expect.poll(async () => (await deliveries(sandbox, webhook))[0]?.attempts.length).toBe(1)
    expect(receiver.calls.map(({ url }) => url)).toEqual(['/hook'])
    const [delivery] = await deliveries(sandbox, webhook)
    expect(delivery).toMatchObject({
      status: 'queued',
      next_attempt_at: expect.any(String),
      attempts: [{ attempt: 1, status, duration_ms: expect.any(Number), at: expect.any(String) }],
    })
    expect(delivery.attempts[0].answer).toMatch(/^not today x+$/)
    expect(delivery.attempts[0].answer.length).toBeLessThanOrEqual(1_024)
  })

  it('that is told to come back later comes back then', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver((_call, response) => {
      response.writeHead(429, { 'retry-after': '600' }).end()
    })
    await subscribed(sandbox, receiver)
    await change(sandbox, await invited(sandbox), {})
    await arrived(receiver, 1)
    await advance(sandbox, 590)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(receiver.calls).toHaveLength(1)
    await advance(sandbox, 20)
    await arrived(receiver, 2)
  })

  it('that answers 410 is disabled, its owner is told, and recovering brings what it missed', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(410)
    const webhook = await subscribed(sandbox, receiver)
    const connection = await invited(sandbox)
    await change(sandbox, connection, { n: 1 })
    await expect.poll(async () => (await sandbox.get(`/webhook/${webhook}`)).body.disabled_at).toBeDefined()
    expect((await sandbox.get(`/webhook/${webhook}`)).body.disabled_because).toBe('The receiver answered 410 Gone.')
    const [mail] = (await sandbox.get('/sandbox/message')).body.data
    expect(mail).toMatchObject({ kind: 'webhook_disabled', channel: 'email', status: 'suppressed' })
    expect(mail.text).toContain(receiver.url)
    await change(sandbox, connection, { n: 2 })
    expect((await sandbox.post(`/webhook/${webhook}/test`)).body.code).toBe('invalid_state')
    receiver.answer(200)
    const { body } = await sandbox.post(`/webhook/${webhook}/recover`, { since: '2020-01-01T00:00:00Z' })
    expect(body).toEqual({ queued: 2 })
    await arrived(receiver, 3)
    expect(receiver.calls.map(({ body }) => body.user_data.n)).toEqual([1, 1, 2])
  })

  it('that recovers gets what was due before it was disabled and done after, and what it missed before `since`', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(410)
    const webhook = await subscribed(sandbox, receiver)
    const connection = await invited(sandbox)
    await change(sandbox, connection, { n: 1 })
    await expect.poll(async () => (await sandbox.get(`/webhook/${webhook}`)).body.disabled_at).toBeDefined()
    const { disabled_at } = (await sandbox.get(`/webhook/${webhook}`)).body
    await change(sandbox, connection, { n: 2 })
    // As a sweep that comes late: it happened long before it was written.
    await running.database
      .sql`update events set at = (at at time zone 'UTC' - interval '3 days') at time zone 'UTC' where resource = ${connection}`
    receiver.answer(200)
    const later = new Date(Date.parse(disabled_at) + 3_600_000).toISOString()
    const { body } = await sandbox.post(`/webhook/${webhook}/recover`, { since: later })
    expect(body).toEqual({ queued: 1 })
    await advance(sandbox, 10)
    await arrived(receiver, 3)
    expect(receiver.calls.map(({ body }) => body.user_data.n)).toEqual([1, 1, 2])
    await sandbox.delete(`/webhook/${webhook}`)
    const anew = await subscribed(sandbox, receiver)
    expect((await sandbox.post(`/webhook/${anew}/recover`, { since: disabled_at })).body).toEqual({ queued: 1 })
  })

  it('loses nothing that is being written while it recovers', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(410)
    const webhook = await subscribed(sandbox, receiver)
    const connections = await Promise.all(Array.from({ length: 8 }, () => invited(sandbox)))
    await change(sandbox, connections[0] as string, { n: 0 })
    await expect.poll(async () => (await sandbox.get(`/webhook/${webhook}`)).body.disabled_at).toBeDefined()
    receiver.answer(200)
    const since = '2026-01-01T00:00:00Z'
    const writes = Array.from({ length: 20 }, (_, nth) =>
      connections.map((id) => change(sandbox, id, { n: nth + 1 })),
    ).flat()
    const recovering = sandbox.post(`/webhook/${webhook}/recover`, { since })
    await Promise.all([...writes, recovering])
    await expect.poll(() => new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(161)
  })

  it('that fails only for five days is disabled with an e-mail, whose request brings all it missed, also what died', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(500)
    const webhook = await subscribed(sandbox, receiver)
    const connection = await invited(sandbox)
    await change(sandbox, connection, { n: 1 })
    await arrived(receiver, 1)
    for (const [nth, wait] of RETRY_AFTER_MS.entries()) {
      await advance(sandbox, Math.ceil((wait * 1.1) / 1_000))
      await arrived(receiver, nth + 2)
    }
    expect((await sandbox.get(`/webhook/${webhook}`)).body.disabled_at).toBeUndefined()
    await advance(sandbox, 2 * 86_400)
    await change(sandbox, connection, { n: 2 })
    await expect.poll(async () => (await sandbox.get(`/webhook/${webhook}`)).body.disabled_at).toBeDefined()
    const [mail] = (await sandbox.get('/sandbox/message')).body.data
    expect(mail).toMatchObject({ kind: 'webhook_disabled' })
    expect(await deliveries(sandbox, webhook, '&status=dead')).toHaveLength(1)
    receiver.answer(200)
    const [, path, body] = /POST (\S+) (\{.*\})/.exec(mail.text) as unknown as [string, string, string]
    expect((await sandbox.post(path, JSON.parse(body))).body).toEqual({ queued: 2 })
    await arrived(receiver, 13)
    expect(receiver.calls.slice(-2).map(({ body }) => body.user_data.n)).toEqual([1, 2])
  })
})

describe('POST /webhook/:id/test', () => {
  it('sends one signed notification and tries it once', async () => {
    const { sandbox } = await running.enterprise()
    const receiver = await startReceiver(500)
    const webhook = await subscribed(sandbox, receiver, 'contract.update')
    const made = await sandbox.post(`/webhook/${webhook}/test`)
    expect(made).toMatchObject({ status: 201, body: { status: 'queued', attempts: [] } })
    await arrived(receiver, 1)
    const [call] = receiver.calls as [Receiver['calls'][0]]
    expect(call.body).toMatchObject({ event: 'contract.update', id: expect.stringMatching(/^con_test/), user_data: {} })
    new Webhook(await secretOf(sandbox, webhook)).verify(call.text, call.headers as Record<string, string>)
    await expect.poll(async () => (await deliveries(sandbox, webhook))[0].status).toBe('dead')
  })
})

describe("this machine's own network", () => {
  /** The attempts of a first delivery to each of these addresses of a receiver, as the API shows and the table keeps them. */
  async function attemptsAt(service: RunningService, hosts: readonly string[], receiver: Receiver) {
    const { sandbox } = await service.enterprise()
    const shown: { error?: string; status?: number; answer?: string }[] = []
    const kept: { answer: string | null }[] = []
    for (const host of hosts) {
      const made = await sandbox.post('/webhook', { url: `http://${host}:${receiver.port}/`, event: 'payout.update' })
      const tested = await sandbox.post(`/webhook/${made.body.id}/test`)
      const read = async () => (await sandbox.get(`/webhook/${made.body.id}/delivery/${tested.body.id}`)).body.attempts
      await expect.poll(async () => (await read()).length).toBe(1)
      shown.push((await read())[0])
      const rows = service.database.sql<{ answer: string | null }[]>`
        select answer from delivery_attempts where delivery_id = ${tested.body.id}`
      kept.push(...(await rows))
      await sandbox.delete(`/webhook/${made.body.id}`)
    }
    return { shown, kept: kept.map(({ answer }) => answer) }
  }

  const secret = () => startReceiver((_call, response) => void response.end('a secret of this machine'))

  it.each([
    ['serves production', {}, ENVIRONMENTS],
    ['is behind a proxy', { TRUSTED_PROXIES: '127.0.0.1' }, ['sandbox'] as const],
  ])('is not called by a service that %s, and no answer of it is kept', async (_name, variables, environments) => {
    const settings = { DELIVERY_POLL_MS: '10', SANDBOX_WEBHOOK_ADDRESSES: '', ...variables }
    const service = await startService(settings, undefined, { environments })
    const receiver = await secret()
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0']
    const { shown, kept } = await attemptsAt(service, hosts, receiver)
    for (const attempt of shown) {
      expect(attempt).toMatchObject({ error: expect.stringMatching(/special, and is not called/) })
      expect(attempt).not.toHaveProperty('answer')
      expect(attempt).not.toHaveProperty('status')
    }
    expect(shown).toHaveLength(hosts.length)
    expect(kept).toEqual(hosts.map(() => null))
    expect(receiver.connections()).toBe(0)
  })

  it("is called where the service runs on a developer's machine, or where a setting names the address", async () => {
    const sandboxOnly = { environments: ['sandbox'] as const }
    const own = { DELIVERY_POLL_MS: '10', SANDBOX_WEBHOOK_ADDRESSES: '' }
    const named = { DELIVERY_POLL_MS: '10', SANDBOX_WEBHOOK_ADDRESSES: '127.0.0.1' }
    for (const service of [await startService(own, undefined, sandboxOnly), await startService(named)]) {
      const { shown } = await attemptsAt(service, ['127.0.0.1'], await secret())
      expect(shown).toMatchObject([{ status: 200, answer: 'a secret of this machine' }])
    }
  })
})

describe('in production', () => {
  it('a name that leads to this machine is not connected to, and the log says so', async () => {
    let asked = 0
    const lookup: LookupFunction = (_hostname, _options, done) => {
      asked++
      done(null, [{ address: '127.0.0.1', family: 4 }])
    }
    const { enterprise } = await startService({ DELIVERY_POLL_MS: '10' }, undefined, {
      names: { lookup, cancel: () => {} },
    })
    const { production } = await enterprise()
    const receiver = await startReceiver()
    const made = await production.post('/webhook', {
      url: `https://hooks.example:${receiver.port}/`,
      event: 'account_connection.update',
    })
    await change(production, await invited(production), {})
    const attempts = async () => (await deliveries(production, made.body.id))[0]?.attempts
    await expect.poll(async () => (await attempts())?.length).toBe(1)
    expect((await attempts())[0].error).toMatch(/special, and is not called/)
    expect([asked, receiver.connections()]).toEqual([1, 0])
  })
})
