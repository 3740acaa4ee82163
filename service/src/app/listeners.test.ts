import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { ChannelClosed } from '../platform/process-channel.ts'
import { openListeners, type Taker } from './listeners.ts'

async function open(host = '127.0.0.1') {
  const listeners = await openListeners(host, { sandbox: 0 })
  onTestFinished(() => listeners.close())
  const clients: Socket[] = []
  onTestFinished(() => {
    for (const client of clients) client.destroy()
  })
  const dial = async (address = '127.0.0.1'): Promise<Socket> => {
    const client = connect(listeners.ports.sandbox as number, address)
    clients.push(client)
    await once(client, 'connect')
    return client
  }
  return { listeners, dial }
}

/** A process that takes connections: at once, or when it is told to. */
function createTaker(isPatient = false) {
  const taken: Socket[] = []
  const pending: (() => void)[] = []
  const taker: Taker = {
    async take(_environment, socket) {
      taken.push(socket)
      onTestFinished(() => void socket.destroy())
      if (isPatient) await new Promise<void>((resolve) => pending.push(resolve))
    },
  }
  return { taker, taken, release: () => pending.shift()?.() }
}

it('processes take connections in turn', async () => {
  const { listeners, dial } = await open()
  const [one, two] = [createTaker(), createTaker()]
  listeners.add(one.taker)
  listeners.add(two.taker)
  for (let nth = 0; nth < 6; nth++) await dial()
  await expect.poll(() => [one.taken.length, two.taken.length]).toEqual([3, 3])
})

it('a process that has not taken its last connection yet gets no other', async () => {
  const { listeners, dial } = await open()
  const [slow, quick] = [createTaker(true), createTaker()]
  listeners.add(slow.taker)
  listeners.add(quick.taker)
  for (let nth = 0; nth < 6; nth++) await dial()
  await expect.poll(() => [slow.taken.length, quick.taken.length]).toEqual([1, 5])
})

it('connections wait while there is no process, and go to the next one', async () => {
  const { listeners, dial } = await open()
  const first = createTaker()
  listeners.add(first.taker)
  listeners.remove(first.taker)
  await dial()
  await dial()
  const second = createTaker()
  listeners.add(second.taker)
  await expect.poll(() => second.taken.length).toBe(2)
  expect(first.taken).toEqual([])
})

it('a connection that a process did not take, because it was ending, goes to another, and so do later ones', async () => {
  const { listeners, dial } = await open()
  let asked = 0
  const ending: Taker = {
    take: async () => {
      asked++
      throw new ChannelClosed()
    },
  }
  const next = createTaker()
  listeners.add(ending)
  listeners.add(next.taker)
  for (let nth = 0; nth < 4; nth++) await dial()
  await expect.poll(() => next.taken.length).toBe(4)
  // Once, or again after a second, on a slow machine.
  expect(asked).toBeLessThan(4)
})

it('a closed listener takes no connection, and hangs up on those that nobody has taken', async () => {
  const { listeners, dial } = await open()
  const waiting = await dial()
  const hungUp = once(waiting, 'close')
  waiting.on('error', () => {})
  waiting.resume()
  // Accepted by now: the other end has been made when a later connection is.
  await dial()
  await new Promise((resolve) => setTimeout(resolve, 50))
  listeners.close()
  await hungUp
  await expect(dial()).rejects.toThrow('ECONNREFUSED')
})

it('localhost is each of its addresses, at one port', async () => {
  const { listeners, dial } = await open('localhost')
  const { taker, taken } = createTaker()
  listeners.add(taker)
  const addresses = await lookup('localhost', { all: true })
  for (const { address } of addresses) await dial(address)
  await expect.poll(() => taken.length).toBe(addresses.length)
})

it('a port that is taken is an error with its code', async () => {
  const { listeners } = await open()
  await expect(openListeners('127.0.0.1', { sandbox: listeners.ports.sandbox as number })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
