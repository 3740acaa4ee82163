import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type LookupFunction } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { NameLookup } from './name-lookup.ts'
import { createSafeClient, NoAnswer, type SafeClientOptions } from './safe-http.ts'
import { isLoopback } from './special-addresses.ts'

const LOCAL = { plainHttp: true, exempts: isLoopback }

function client(options: Partial<SafeClientOptions> = {}) {
  const made = createSafeClient({
    plainHttp: false,
    timeoutMs: 2_000,
    answerBytesMax: 65_536,
    socketsMax: 4,
    ...options,
  })
  onTestFinished(() => made.close())
  return made
}

const post = (made: ReturnType<typeof client>, url: string) => made.post({ url, headers: {}, body: '{}' })

const reason = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error) => (error instanceof NoAnswer ? error.message : `thrown: ${error}`),
  )

/** A server on every address of this machine, which nobody may reach. */
async function trap(): Promise<{ port: number; connections: () => number }> {
  let made = 0
  const server = createSocketServer((socket) => {
    made++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  onTestFinished(() => void server.close())
  return { port: (server.address() as { port: number }).port, connections: () => made }
}

async function serve(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

/** Answers these addresses, one set per look-up. */
function resolver(...sets: string[][]): NameLookup {
  let nth = 0
  const lookup: LookupFunction = (_hostname, _options, done) => {
    const addresses = sets[Math.min(nth++, sets.length - 1)] as string[]
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return { lookup, cancel: () => {} }
}

const HOSTILE_HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.000.000.001',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0x1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '0x0',
  '000.000.000.000',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '167772161',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '0xc0a80001',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[100::1]',
  '[2001::7f00:1]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ip6-localhost',
]

describe('in production', () => {
  it('no hostile URL is connected to, however it is spelled', async () => {
    const { port, connections } = await trap()
    const made = client()
    expect(HOSTILE_HOSTS.length).toBeGreaterThanOrEqual(60)
    for (const host of HOSTILE_HOSTS) {
      const why = await reason(post(made, `https://${host}:${port}/`))
      expect([host, why]).toEqual([
        host,
        expect.stringMatching(/special, and is not called|no such host name|looked up/),
      ])
    }
    expect(connections()).toBe(0)
  })

  it.each(['http:', 'ftp:', 'file:', 'gopher:', 'data:', 'javascript:'])('%s is not called', async (scheme) => {
    expect(await reason(post(client(), `${scheme}//example.com/`))).toBe('Only https is called.')
  })

  it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fd00::1', '64:ff9b::7f00:1'])(
    'a name that resolves to %s is not connected to',
    async (address) => {
      const { port, connections } = await trap()
      const made = client({ names: resolver([address]) })
      expect(await reason(post(made, `https://innocent.example:${port}/`))).toMatch(/special/)
      expect(connections()).toBe(0)
    },
  )

  it('a name with one private address among public ones is not connected to', async () => {
    const { port, connections } = await trap()
    const made = client({ names: resolver(['93.184.216.34', '127.0.0.1']) })
    expect(await reason(post(made, `https://mixed.example:${port}/`))).toMatch(/special/)
    expect(connections()).toBe(0)
  })

  it('a name that resolves to a public address first and to a private one second is judged each time', async () => {
    const { port, connections } = await trap()
    // Reserved for documentation would be refused; this public one leads nowhere from here, so the call just ends.
    const made = client({ names: resolver(['1.2.3.4'], ['127.0.0.1']), timeoutMs: 300 })
    expect(await reason(post(made, `https://rebinding.example:${port}/`))).not.toMatch(/special/)
    expect(await reason(post(made, `https://rebinding.example:${port}/`))).toMatch(/special/)
    expect(connections()).toBe(0)
  })
})

describe('in sandbox', () => {
  it('this machine is reached, by address and by name', async () => {
    const url = await serve((response) => response.end('hello'))
    const made = client(LOCAL)
    expect(await post(made, url)).toMatchObject({ status: 200, body: Buffer.from('hello') })
    const named = client({ ...LOCAL, names: resolver(['127.0.0.1']) })
    expect(await post(named, url.replace('127.0.0.1', 'receiver.test'))).toMatchObject({ status: 200 })
  })

  it.each(['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::ffff:127.0.0.1]', '192.168.1.1'])(
    '%s is not',
    async (host) => {
      expect(await reason(post(client(LOCAL), `http://${host}/`))).toMatch(/special/)
    },
  )
})

describe('an answer', () => {
  it('is read up to the limit, and its status counts', async () => {
    const url = await serve((response) => {
      response.writeHead(201)
      const write = (): void => {
        while (response.write(Buffer.alloc(16_384, 'x')));
        response.once('drain', write)
      }
      write()
      response.on('error', () => {})
    })
    const answer = await post(client(LOCAL), url)
    expect([answer.status, answer.body.length]).toEqual([201, 65_536])
  })

  it('that never comes is not waited for', async () => {
    const url = await serve(() => {})
    expect(await reason(post(client({ ...LOCAL, timeoutMs: 100 }), url))).toBe('No answer within 0.1 seconds.')
  })

  it('that began counts, though its end never comes', async () => {
    const url = await serve((response) => void response.writeHead(200).write('beginning'))
    const answer = await post(client({ ...LOCAL, timeoutMs: 300 }), url)
    expect(answer).toMatchObject({ status: 200, body: Buffer.from('beginning') })
  })

  it('that redirects is the answer', async () => {
    const url = await serve((response) => void response.writeHead(307, { location: 'http://169.254.169.254/' }).end())
    expect(await post(client(LOCAL), url)).toMatchObject({ status: 307 })
  })

  it('is given over one kept-alive connection, and over a new one when that had been closed', async () => {
    let connections = 0
    const server = createServer((_request, response) => response.end())
    server.on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    const made = client(LOCAL)
    for (let nth = 0; nth < 3; nth++) expect((await post(made, url)).status).toBe(200)
    expect(connections).toBe(1)
    server.closeAllConnections()
    expect((await post(made, url)).status).toBe(200)
  })

  it('that switches protocols is a status like any other', async () => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    expect(await post(client(LOCAL), url)).toMatchObject({ status: 101 })
  })

  it('that never comes over connections which were kept and then closed is asked for twice, not more', async () => {
    let requests = 0
    const server = createServer((_request, response) => {
      requests++
      if (requests <= 4) setTimeout(() => response.end(), 20)
      else response.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    const made = client(LOCAL)
    await Promise.all(Array.from({ length: 4 }, () => post(made, url)))
    expect(await reason(post(made, url))).toBe('The connection was closed before an answer came.')
    expect(requests).toBe(4 + 2)
  })

  it('over TLS is none where plain HTTP is spoken, and that is said', async () => {
    const server = createServer((_request, response) => response.end())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `https://127.0.0.1:${(server.address() as { port: number }).port}/`
    expect(await reason(post(client(LOCAL), url))).toBe('TLS could not be established.')
  })

  it('that is no HTTP is none', async () => {
    const server = createSocketServer((socket) => socket.end('220 smtp.example.com\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
    expect(await reason(post(client(LOCAL), url))).toBe('The answer is not HTTP.')
  })
})
