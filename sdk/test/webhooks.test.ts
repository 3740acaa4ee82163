import { createServer } from 'node:http'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Call } from '../../service/test/support/receiver.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { type HeadersLike, SignatureError, verify } from '../typescript/src/index.ts'
import { creator, sandboxOf, startReceiver } from './support/sandbox.ts'

let running: RunningService
let call: Call
let secret: string
let rotated: { call: Call; secret: string; previous: string }

/** A notification of the service as a receiver got it, and the secret; then another one while two secrets overlap. */
beforeAll(async () => {
  running = await startService({ DELIVERY_POLL_MS: '10' })
  const { client } = await sandboxOf(running)
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString()
    calls.push({ headers: request.headers, text, body: JSON.parse(text), url: request.url ?? '', at: Date.now() })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const hook = await client.webhooks.create({ url: `http://127.0.0.1:${port}/`, event: 'account_connection.update' })
  const { id } = await client.accountConnections.create(creator())
  await client.accountConnections.update(id, { user_data: { é: 'ü 😀', price: 1.5, text: ' a  b ' } })
  secret = (await client.webhooks.getSecret(hook.id)).secret
  await vi.waitFor(() => expect(calls).toHaveLength(1), 30_000)
  call = calls[0] as Call
  const { secret: next, previous_secret: previous = '' } = await client.webhooks.rotateSecret(hook.id)
  await client.webhooks.test(hook.id)
  await vi.waitFor(() => expect(calls).toHaveLength(2), 30_000)
  rotated = { call: calls[1] as Call, secret: next, previous }
  server.close()
})

const OTHER = `whsec_${btoa('another secret of the same form!')}`

async function failure(promise: Promise<unknown>): Promise<SignatureError> {
  const error = await promise.then(
    () => expect.unreachable('it was to fail'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SignatureError)) throw error
  return error
}

describe('webhooks.verify', () => {
  it('takes what the service sends, as text and as bytes, with headers of every kind', async () => {
    const { text, headers } = call
    expect(await verify(text, headers, secret)).toEqual(call.body)
    expect(await verify(new TextEncoder().encode(text), headers, [OTHER, secret])).toEqual(call.body)
    const pairs = Object.entries(headers) as [string, string][]
    const upper = Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), [value]]))
    for (const like of [new Headers(pairs), upper]) expect(await verify(text, like, secret)).toEqual(call.body)
  })

  it('takes either secret while two overlap', async () => {
    const { call, secret: next, previous } = rotated
    for (const one of [next, previous]) expect(await verify(call.text, call.headers, one)).toEqual(call.body)
  })

  it('names the wrong secret', async () => {
    const error = await failure(verify(call.text, call.headers, [OTHER, rotated.secret]))
    expect([error.reason, error.message]).toEqual(['wrong_secret', expect.stringContaining('/webhook/{id}/secret')])
  })

  it.each<[string, (text: string) => string | Uint8Array]>([
    ['parsed and handed over as an object', (text) => JSON.parse(text)],
    ['parsed and written again with spaces', (text) => JSON.stringify(JSON.parse(text), null, 2)],
    [
      'parsed and written again as Python does',
      (text) =>
        text
          .replaceAll('":', '": ')
          .replaceAll(',"', ', "')
          .replace(/[\u0080-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    [
      'written with its fields in another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ['written as a JSON string', (text) => JSON.stringify(text)],
    ['given a line end', (text) => `${text}\n`],
    ['encoded as base64', (text) => Buffer.from(text).toString('base64')],
    ['read as Latin-1', (text) => Buffer.from(text).toString('latin1')],
    ['cut', (text) => text.slice(0, -3)],
  ])('says that the body was changed: %s', async (_how, change) => {
    const error = await failure(verify(change(call.text), call.headers, secret))
    expect([error.reason, error.message]).toEqual(['body_changed', expect.stringContaining('raw')])
  })

  it('says that the body is missing', async () => {
    expect((await failure(verify('', call.headers, secret))).reason).toBe('body_missing')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('says that %s is missing', async (name) => {
    const { [name]: _gone, ...headers } = call.headers
    const error = await failure(verify(call.text, headers as HeadersLike, secret))
    expect([error.reason, error.message]).toEqual(['missing_header', expect.stringContaining(name)])
  })

  it.each([
    ['webhook-timestamp', 'yesterday'],
    ['webhook-signature', 'v0,AAAA'],
    ['webhook-signature', 'v1,***'],
  ])('says that %s: %s is no such header', async (name, value) => {
    const headers = { ...call.headers, [name]: value } as HeadersLike
    expect((await failure(verify(call.text, headers, secret))).reason).toBe('malformed_header')
  })

  it.each(['', 'whsec_', 'secret', 'whsec_***'])('says that %j is no secret', async (none) => {
    expect((await failure(verify(call.text, call.headers, none))).reason).toBe('malformed_secret')
  })

  it('says whose clock is wrong, and takes what is within the tolerance', async () => {
    const sentAt = Number(call.headers['webhook-timestamp']) * 1_000
    const at = (seconds: number) => verify(call.text, call.headers, secret, { now: () => sentAt + seconds * 1_000 })
    for (const seconds of [-300, 300]) expect(await at(seconds)).toEqual(call.body)
    const [slow, fast] = [await failure(at(-301)), await failure(at(301))]
    expect([slow.reason, slow.message]).toEqual(['clock', expect.stringContaining('your clock is slow')])
    expect([fast.reason, fast.message]).toEqual(['clock', expect.stringContaining('301 seconds ago')])
    const patient = { now: () => sentAt + 900_000, toleranceSeconds: 900 }
    expect(await verify(call.text, call.headers, secret, patient)).toEqual(call.body)
  })

  it('takes no forgery for an old or a changed one', async () => {
    for (const text of [call.text.replace('acon_', 'acon_x'), call.text.replace('1.5', '15')]) {
      expect((await failure(verify(text, call.headers, secret))).reason).toBe('wrong_secret')
    }
    const later = { ...call.headers, 'webhook-timestamp': String(Number(call.headers['webhook-timestamp']) + 1) }
    expect((await failure(verify(call.text, later as HeadersLike, secret))).reason).toBe('wrong_secret')
  })

  it('takes what `sign` makes, for tests of a receiver', async () => {
    const { client } = await sandboxOf(running)
    const headers = await client.webhooks.sign(call.text, { id: 'evt_1', secret })
    expect(await client.webhooks.verify(call.text, headers, secret)).toEqual(call.body)
    const receiver = await startReceiver()
    onTestFinished(() => receiver.close())
    await fetch(receiver.url, { method: 'POST', headers, body: call.text })
    const [got] = receiver.calls
    expect(await verify(got?.text ?? '', got?.headers ?? {}, secret)).toEqual(call.body)
  })
})
