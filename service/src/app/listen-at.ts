import { lookup } from 'node:dns/promises'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** `localhost` names an IPv4 and an IPv6 address on most machines. Any other host is left to the system. */
async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true }).catch(() => [])
  return [...new Set(found.map(({ address }) => address))]
}

/**
 * Listens at a host and port, on every address of `localhost`. Fastify itself would make an HTTP server of its own for the
 * second address, without the settings and listeners of the first: it never answered a request to upgrade. Here the
 * further listeners hand their connections to the one server. Returns them, to be closed with it.
 */
export async function listenAt(
  server: FastifyInstance,
  host: string,
  port: number,
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Promise<Server[]> {
  const [first = host, ...others] = await resolve(host)
  await server.listen({ host: first, port })
  const bound = boundPort(server) ?? port
  return (await Promise.all(others.map((address) => alsoListen(server.server, address, bound)))).flat()
}

/** No listener where the machine lacks the address or the port is taken there: the first address is enough. */
function alsoListen(server: HttpServer, host: string, port: number): Promise<Server[]> {
  const { promise, resolve } = Promise.withResolvers<Server[]>()
  // As the HTTP server itself makes its connections.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket))
  listener.once('error', () => resolve([]))
  listener.listen({ host, port }, () => resolve([listener]))
  return promise
}

/** Takes no new connections; resolves when those that are open have ended. */
export function closeListener(listener: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  listener.close(() => resolve())
  return promise
}

export function boundPort({ server }: FastifyInstance): number | undefined {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}
