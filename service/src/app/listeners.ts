import { lookup } from 'node:dns/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { Environment } from '../kernel/environment.ts'

/** A process that serves connections which another one has accepted. */
export interface Taker {
  /** Resolves when the taker has the connection, which is then closed here. Rejects if the taker is ending or has ended. */
  take(environment: Environment, socket: Socket): Promise<unknown>
}

/** The listening sockets of a service of several processes, in the one process that outlives the others. */
export interface Listeners {
  readonly ports: Readonly<Partial<Record<Environment, number>>>
  add(taker: Taker): void
  remove(taker: Taker): void
  /** Accepts nothing more. Connections that no process has taken yet are closed. */
  close(): void
}

interface Connection {
  readonly environment: Environment
  readonly socket: Socket
}

/** Connections that wait for a process. More are closed at once, so that open files do not run out. */
const WAITING_MAX = 4_096

/** A process that did not take a connection gets no other for so long. */
const REFUSED_MS = 1_000

/**
 * Accepts every connection, and hands it to the processes in turn: one at a time each, so that a busy process gets none
 * that an idle one could serve. While there is no process connections wait, and the port stays ours.
 */
export async function openListeners(
  host: string,
  wanted: Readonly<Partial<Record<Environment, number>>>,
): Promise<Listeners> {
  const servers: Server[] = []
  const ports: Partial<Record<Environment, number>> = {}
  const distribution = new Distribution()
  const close = (): void => {
    for (const server of servers) server.close()
    distribution.closeWaiting()
  }
  try {
    for (const [environment, port] of Object.entries(wanted) as [Environment, number][]) {
      const opened = await listenOn(host, port, (socket) => distribution.add({ environment, socket }))
      servers.push(...opened.servers)
      ports[environment] = opened.port
    }
  } catch (error) {
    close()
    throw error
  }
  return { ports, add: (taker) => distribution.join(taker), remove: (taker) => distribution.leave(taker), close }
}

class Distribution {
  readonly #waiting: Connection[] = []
  readonly #takers = new Set<Taker>()
  /** Takers that have taken their last connection, the one that has waited longest first. */
  readonly #free: Taker[] = []

  add(connection: Connection): void {
    connection.socket.on('error', () => {})
    if (this.#waiting.length >= WAITING_MAX) connection.socket.destroy()
    else this.#waiting.push(connection)
    this.#distribute()
  }

  join(taker: Taker): void {
    this.#takers.add(taker)
    this.#release(taker)
  }

  leave(taker: Taker): void {
    this.#takers.delete(taker)
    const index = this.#free.indexOf(taker)
    if (index >= 0) this.#free.splice(index, 1)
  }

  closeWaiting(): void {
    for (const { socket } of this.#waiting.splice(0)) socket.destroy()
  }

  #distribute(): void {
    while (this.#waiting.length > 0 && this.#free.length > 0) {
      void this.#handOver(this.#free.shift() as Taker, this.#waiting.shift() as Connection)
    }
  }

  async #handOver(taker: Taker, connection: Connection): Promise<void> {
    const { environment, socket } = connection
    try {
      await taker.take(environment, socket)
      socket.destroy()
      this.#release(taker)
    } catch {
      // A process that has ended, or is about to, has read nothing of the connection: another one can.
      this.#waiting.unshift(connection)
      setTimeout(() => this.#release(taker), REFUSED_MS).unref()
    }
    this.#distribute()
  }

  #release(taker: Taker): void {
    if (!this.#takers.has(taker)) return
    this.#free.push(taker)
    this.#distribute()
  }
}

/**
 * Listens on an address. `localhost` is two, 127.0.0.1 and ::1, where the machine has both; only the first must succeed.
 * The connections are paused, so that the process that takes one reads its first byte.
 */
async function listenOn(
  host: string,
  wanted: number,
  accept: (socket: Socket) => void,
): Promise<{ servers: Server[]; port: number }> {
  const listen = (address: string, port: number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer({ pauseOnConnect: true, noDelay: true }, accept)
      server.once('error', reject)
      server.listen({ host: address, port }, () => {
        server.off('error', reject)
        // A connection that could not be accepted, because files have run out, must not end the service.
        server.on('error', () => {})
        resolve(server)
      })
    })
  const [first = host, ...others] = await addressesOf(host)
  const server = await listen(first, wanted)
  const { port } = server.address() as { port: number }
  const more = await Promise.allSettled(others.map((address) => listen(address, port)))
  return { servers: [server, ...more.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))], port }
}

async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}
