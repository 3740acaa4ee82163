import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { basic } from '../support/client.ts'
import { type RunningService, startService } from '../support/service.ts'

const JSON_TYPE = 'Content-Type: application/json'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

describe('what is no HTTP is answered in the same words', () => {
  const write = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = openSocket(Number(new URL(running.roots.sandbox).port), '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
      socket.write(text)
    })

  it.each([
    ['400 malformed_request: not HTTP', 'HELLO\r\n\r\n'],
    ['400 malformed_request: no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      '400 malformed_request: an expectation we do not know',
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
    ],
    [
      '400 malformed_request: two keys',
      'GET /enterprise/v1/enterprise HTTP/1.1\r\nHost: x\r\nAuthorization: Basic YTo=\r\nauthorization: Basic Yjo=\r\nConnection: close\r\n\r\n',
    ],
    ['400 malformed_request: two hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
    [
      '400 malformed_request: the same host twice, and a key to whatever it stands for',
      'GET /enterprise/v1/enterprise HTTP/1.1\r\nhost: x\r\nHOST: x\r\nConnection: close\r\n\r\n',
    ],
    [
      '400 malformed_request: a path that is no percent-encoding',
      'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    ['431 headers_too_large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
  ])('%s', async (name, text) => {
    const [status = '', code = ''] = name.split(/[ :]/)
    const [top = '', body = ''] = (await write(text)).split('\r\n\r\n')
    expect(top).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(JSON.parse(body)).toMatchObject({ code, request_id: /^request-id: (\S+)/im.exec(top)?.[1] })
    expect(top).toMatch(/^cache-control: no-store/im)
    expect(top).toMatch(/^x-content-type-options: nosniff/im)
    expect(top).toMatch(/^content-security-policy: default-src 'none'/im)
  })

  it.each([
    ['POST /enterprise/v1/webhook', 400],
    ['PUT /enterprise/v1/payout/pay_x', 400],
    ['POST /card-network/events', 401],
  ] as const)('%s without a body is answered, whatever type it names', async (line, status) => {
    const { keys } = await running.enterprise()
    const head = `Host: x\r\nAuthorization: ${basic(keys.sandbox)}\r\nConnection: close`
    for (const type of ['', `\r\n${JSON_TYPE}`]) {
      const answer = await write(`${line} HTTP/1.1\r\n${head}${type}\r\n\r\n`)
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    }
  })

  it('HTTP/1.0 needs no Host', async () => {
    expect(await write('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a request to upgrade is answered as any other, at every address of the host', () => {
  it.each([
    ['a WebSocket', ['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['HTTP/2', ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk']],
  ])('%s', async (_what, lines) => {
    const local = await startService({ HOST: 'localhost' })
    const addresses = await lookup('localhost', { all: true })
    for (const root of Object.values(local.roots)) {
      for (const { address } of addresses) {
        const socket = openSocket(Number(new URL(root).port), address)
        socket.setTimeout(10_000, () => socket.destroy(new Error('no answer')))
        socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`)
        expect(await text(socket), address).toMatch(/^HTTP\/1\.1 200 [\s\S]*"up"/)
      }
    }
  })
})

describe('413 body_too_large reaches whoever sends everything before they read', () => {
  const MIB = 1024 * 1024

  /** Writes like a client that looks for an answer only afterwards; nothing is read until then. */
  function sendThenRead(path: string, head: readonly string[], body: Iterable<Buffer>): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const socket = openSocket({ port: Number(new URL(running.roots.sandbox).port), host: '127.0.0.1' })
    let answer = ''
    socket.pause()
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    const key = basic(running.service.demo?.key as string)
    const lines = [`POST /enterprise/v1${path} HTTP/1.1`, 'Host: x', `Authorization: ${key}`, ...head]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    void (async () => {
      for (const part of body) {
        if (!socket.write(part)) await Promise.race([once(socket, 'drain'), promise])
      }
      socket.resume()
    })().catch(reject)
    return promise
  }

  const PART = Buffer.alloc(MIB / 2, 0x20)
  const parts = (bytes: number): Buffer[] =>
    Array.from({ length: Math.ceil(bytes / PART.length) }, (_, nth) => PART.subarray(0, bytes - nth * PART.length))

  it.each([
    ['/webhook', MIB + 1, '1 MiB'],
    ['/webhook', 8 * MIB, '1 MiB'],
    ['/payout/batch', 16 * MIB + 1, '16 MiB'],
  ])('%s with %i bytes', async (path, bytes, limit) => {
    for (const connection of ['close', 'keep-alive']) {
      const head = [JSON_TYPE, `Content-Length: ${bytes}`, `Connection: ${connection}`]
      const answer = await sendThenRead(path, head, parts(bytes))
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer).toContain(`The body is larger than ${limit}, the most this path accepts.`)
    }
  })

  it('also when it does not say how much it sends', async () => {
    const chunks = parts(3 * MIB).map((part) =>
      Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
    )
    const head = [JSON_TYPE, 'Transfer-Encoding: chunked', 'Connection: close']
    expect(await sendThenRead('/webhook', head, [...chunks, Buffer.from('0\r\n\r\n')])).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('other refusals too, where the caller wants the connection closed', async () => {
    const head = ['Content-Type: text/plain', `Content-Length: ${8 * MIB}`, 'Connection: close']
    expect(await sendThenRead('/webhook', head, parts(8 * MIB))).toMatch(/^HTTP\/1\.1 415 /)
  })

  it('whoever never ends is cut off', async () => {
    let sent = 0
    function* endless() {
      for (;;) {
        sent += PART.length
        yield PART
      }
    }
    const head = [JSON_TYPE, `Content-Length: ${1024 * 1024 * MIB}`]
    // The connection is reset under its hands, or the answer is there.
    await sendThenRead('/webhook', head, endless()).catch((error) => expect(error.code).toMatch(/ECONNRESET|EPIPE/))
    // Far more than is read of a body in vain, far less than goes through until a request times out.
    expect(sent).toBeLessThan(512 * MIB)
  })

  it('whoever announces much and waits is answered', async () => {
    const head = [JSON_TYPE, `Content-Length: ${1024 * MIB}`]
    expect(await sendThenRead('/webhook', head, [PART])).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('408 request_timeout', () => {
  it('answers a request whose head or body does not arrive in time', async () => {
    const slow = await startService({ REQUEST_TIMEOUT_SECONDS: '1' })
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = openSocket(Number(new URL(slow.roots.sandbox).port), '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
      socket.write('GET /healthz HTTP/1.1\r\nHost:')
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('request_timeout')
  })
})

describe('503 unavailable with Retry-After', () => {
  it('while the database is away, and well again when it is back', async () => {
    const own = await startService()
    const name = new URL(own.databaseUrl.replace('@/', '@localhost/')).pathname.slice(1)
    const allow = (yes: boolean) => running.database.sql.unsafe(`alter database ${name} allow_connections ${yes}`)
    const cut = () =>
      running.database.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await allow(false)
    await cut()
    let answer = await own.sandbox.get('/enterprise')
    for (let i = 0; i < 20 && answer.status === 200; i++) answer = await own.sandbox.get('/enterprise')
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('1')
    expect((await fetch(`${own.roots.sandbox}/readyz`)).status).toBe(503)
    expect((await fetch(`${own.roots.sandbox}/healthz`)).status).toBe(200)
    await allow(true)
    await expect.poll(async () => (await own.sandbox.get('/enterprise')).status).toBe(200)
  })
})
