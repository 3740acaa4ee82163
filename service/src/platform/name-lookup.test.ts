import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createNameLookup } from './name-lookup.ts'
import { createSafeClient, NoAnswer } from './safe-http.ts'
import { isLoopback } from './special-addresses.ts'

const TYPE_A = 1

/** A name server that knows `known.test` as this machine, says that `gone.test` does not exist, and else says nothing. */
async function startNameServer(): Promise<{ address: string; asked: string[] }> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (; query[at] !== 0; at += 1 + (query[at] as number)) {
      labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] as number)))
    }
    const name = labels.join('.').toLowerCase()
    const type = query.readUInt16BE(at + 1)
    asked.push(`${name} ${type}`)
    if (name !== 'known.test' && name !== 'gone.test') return
    const question = query.subarray(12, at + 5)
    const isAnswered = name === 'known.test' && type === TYPE_A
    const header = Buffer.from([
      0,
      0,
      0x81,
      name === 'gone.test' ? 0x83 : 0x80,
      0,
      1,
      0,
      isAnswered ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    query.copy(header, 0, 0, 2)
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])
    socket.send(Buffer.concat([header, question, isAnswered ? answer : Buffer.alloc(0)]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

function resolve(names: ReturnType<typeof createNameLookup>, name: string): Promise<unknown> {
  return new Promise((found, failed) => {
    names.lookup(name, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses)))
  })
}

describe('names', () => {
  it('are asked of the name server, once at a time', async () => {
    const { address, asked } = await startNameServer()
    const names = createNameLookup({ servers: [address] })
    const found = await Promise.all(['known.test', 'KNOWN.test', 'known.test.'].map((name) => resolve(names, name)))
    expect(found).toEqual(Array(3).fill([{ address: '127.0.0.1', family: 4 }]))
    expect(asked.toSorted()).toEqual(['known.test 1', 'known.test 28'])
    await expect(resolve(names, 'gone.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('of this machine itself need no name server', async () => {
    const { address, asked } = await startNameServer()
    const names = createNameLookup({ servers: [address] })
    for (const name of ['localhost', 'LocalHost.', 'api.localhost']) {
      expect(await resolve(names, name)).toContainEqual({ address: '127.0.0.1', family: 4 })
    }
    expect(asked).toEqual([])
  })

  it('that nobody answers for keep no other waiting', async () => {
    const { address } = await startNameServer()
    const server = createServer((_request, response) => response.end('hello'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const post = (name: string) => {
      const names = createNameLookup({ servers: [address] })
      const client = createSafeClient({
        plainHttp: true,
        exempts: isLoopback,
        timeoutMs: 15_000,
        answerBytesMax: 1_024,
        socketsMax: 4,
        names,
      })
      onTestFinished(() => client.close())
      return client.post({ url: `http://${name}:${port}/`, headers: {}, body: '{}' })
    }
    const ended: string[] = []
    const silent = Array.from({ length: 32 }, (_, nth) =>
      post(`silent-${nth}.test`).catch((error) => {
        ended.push('silent')
        return error
      }),
    )
    expect(await post('known.test')).toMatchObject({ status: 200 })
    expect(await post('localhost')).toMatchObject({ status: 200 })
    expect(ended).toEqual([])
    for (const error of await Promise.all(silent)) {
      expect(error).toEqual(new NoAnswer('The host name could not be looked up.'))
    }
  })
})
