import { connect as openSocket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from '../support/service.ts'

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
      '400 malformed_request: a path that is no percent-encoding',
      'GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ],
    [
      '400 malformed_request: a Host of which the docs page can make no address',
      'GET /docs HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n',
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

  it('HTTP/1.0 needs no Host', async () => {
    expect(await write('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
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
    await expect.poll(async () => (await own.sandbox.get('/enterprise')).status, { timeout: 10_000 }).toBe(200)
  })
})
