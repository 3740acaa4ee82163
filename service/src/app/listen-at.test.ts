import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { boundPort, closeListener, listenAt } from './listen-at.ts'

/** The two addresses of `localhost`, where the machine has both. */
const ADDRESSES = ['127.0.0.1', '::1']

const servers: FastifyInstance[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

function createApp(): FastifyInstance {
  const app = Fastify({ forceCloseConnections: 'idle' })
  app.get('/healthz', async () => ({ status: 'up' }))
  servers.push(app)
  return app
}

const hasIpv6 = await new Promise<boolean>((resolve) => {
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(0, '::1', () => probe.close(() => resolve(true)))
})
const present = hasIpv6 ? ADDRESSES : ADDRESSES.slice(0, 1)

function ask(host: string, port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, host)
  // A listener that leaves the request alone would hold the test for as long as the test may take.
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  socket.end(`GET /healthz HTTP/1.1\r\nHost: x\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`)
  return text(socket)
}

it.each([
  ['a plain request', ['Connection: close']],
  ['a WebSocket', ['Connection: Upgrade, close', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
  [
    'HTTP/2 over plain TCP, as `curl --http2` asks',
    ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'],
  ],
])('%s is answered at every address', async (_what, lines) => {
  const app = createApp()
  const listeners = await listenAt(app, 'localhost', 0, async () => ADDRESSES)
  expect(listeners).toHaveLength(present.length - 1)
  const port = boundPort(app) as number
  for (const address of present) {
    const answer = await ask(address, port, lines)
    expect(answer, address).toMatch(/^HTTP\/1\.1 200 OK/)
    expect(answer, address).toContain('{"status":"up"}')
  }
  await Promise.all(listeners.map(closeListener))
})

it('an address whose port is taken is left out', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, present.at(-1), resolve))
  const { port } = taken.address() as { port: number }
  const app = createApp()
  const addresses = async () => (hasIpv6 ? ADDRESSES : ['127.0.0.2', '127.0.0.1'])
  expect(await listenAt(app, 'localhost', port, addresses)).toEqual([])
  expect(boundPort(app)).toBe(port)
  taken.close()
})

it('a request in flight on a further address is waited for when the listener closes', async () => {
  const app = createApp()
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get('/slow', () => {
    arrived.resolve()
    return answer.promise
  })
  const listeners = await listenAt(app, 'localhost', 0, async () => present)
  const socket = connect(boundPort(app) as number, present.at(-1))
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await arrived.promise
  const closing = Promise.all([app.close(), ...listeners.map(closeListener)])
  answer.resolve('done')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*done$/)
  await closing
})
