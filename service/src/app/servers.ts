import type { Server, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Config, publicUrl } from '../config.ts'
import { createServer, type ServerOptions } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { boundPort, closeListener, listenAt } from './listen-at.ts'

const CLOSE_IDLE_MS = 50

/** The HTTP servers of this process, one for each environment that it serves. */
export interface Servers {
  /** The public address of an environment. Known before its server listens, unless the port is chosen by the system. */
  rootOf(environment: Environment): string
  serverOf(environment: Environment): FastifyInstance | undefined
  add(options: Omit<ServerOptions, 'isDraining'>): Promise<void>
  listen(): Promise<Partial<Record<Environment, string>>>
  /** Serves connections that another process accepts: `accept` is called with each. */
  open(): Promise<void>
  /** False if the servers are closing: the connection is then another process's to serve. */
  accept(environment: Environment, socket: Socket): boolean
  /** Takes no new connections and waits for requests in flight. */
  close(): Promise<void>
}

export function createServers(config: Config): Servers {
  const servers = new Map<Environment, FastifyInstance>()
  const listeners = new Map<Environment, Server[]>()
  const handedOver = new Set<Socket>()
  let draining = false

  const rootOf = (environment: Environment): string => {
    const server = servers.get(environment)
    return publicUrl(config, environment, (server && boundPort(server)) ?? portOf(config, environment))
  }

  return {
    rootOf,
    serverOf: (environment) => servers.get(environment),
    async add(options) {
      servers.set(options.environment, await createServer({ ...options, isDraining: () => draining }))
    },
    async listen() {
      const addresses: Partial<Record<Environment, string>> = {}
      for (const [environment, server] of servers) {
        await server.ready()
        writeDocumentAhead(server)
        listeners.set(environment, await listenAt(server, config.host, portOf(config, environment)))
        addresses[environment] = rootOf(environment)
      }
      return addresses
    },
    async open() {
      for (const server of servers.values()) {
        await server.ready()
        writeDocumentAhead(server)
        // Node's time limits for requests begin to be watched with this event.
        server.server.emit('listening')
      }
    },
    accept(environment, socket) {
      const server = servers.get(environment)
      if (!server || draining) return false
      handedOver.add(socket)
      socket.once('close', () => handedOver.delete(socket))
      // As Node sets it for the connections that an HTTP server accepts itself.
      socket.allowHalfOpen = true
      server.server.emit('connection', socket)
      return true
    },
    async close() {
      draining = true
      await drainHandedOver(handedOver, [...servers.values()], config.drainSeconds)
      const closing = [...servers].map(([environment, server]) =>
        closeServer(server, listeners.get(environment) ?? [], config.drainSeconds),
      )
      await Promise.all(closing)
    },
  }
}

/** The first part of the API document takes a fifth of a second, in which the first who asks for it would keep others waiting. */
const writeDocumentAhead = (server: FastifyInstance): void => void server.swagger()

/** Lets requests in flight finish: a kept-alive connection is closed as soon as its last one has been answered. */
async function closeServer(server: FastifyInstance, listeners: readonly Server[], drainSeconds: number): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS)
  const late = setTimeout(() => server.server.closeAllConnections(), drainSeconds * SECOND_MS)
  await Promise.all([server.close(), ...listeners.map(closeListener)])
  clearInterval(idle)
  clearTimeout(late)
}

/** The same for connections that the servers have not accepted themselves, so that they do not know of them. */
async function drainHandedOver(
  sockets: ReadonlySet<Socket>,
  servers: readonly FastifyInstance[],
  drainSeconds: number,
): Promise<void> {
  const late = performance.now() + drainSeconds * SECOND_MS
  while (sockets.size > 0) {
    for (const { server } of servers) server.closeIdleConnections()
    if (performance.now() >= late) for (const socket of sockets) socket.destroy()
    await pause(CLOSE_IDLE_MS)
  }
}

const portOf = (config: Config, environment: Environment): number =>
  environment === 'sandbox' ? config.port : config.productionPort
