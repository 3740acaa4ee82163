import type { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, publicUrl } from '../config.ts'
import { createServer, type ServerOptions } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { boundPort, closeListener, listenAt } from './listeners.ts'

const CLOSE_IDLE_MS = 50

/** The HTTP servers of this process, one for each environment that it serves. */
export interface Servers {
  /** The public address of an environment. Known before its server listens, unless the port is chosen by the system. */
  rootOf(environment: Environment): string
  serverOf(environment: Environment): FastifyInstance | undefined
  add(options: Omit<ServerOptions, 'isDraining'>): Promise<void>
  listen(): Promise<Partial<Record<Environment, string>>>
  /** Takes no new connections and waits for requests in flight. */
  close(): Promise<void>
}

export function createServers(config: Config): Servers {
  const servers = new Map<Environment, FastifyInstance>()
  const listeners = new Map<Environment, Server[]>()
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
        listeners.set(environment, await listenAt(server, config.host, portOf(config, environment)))
        addresses[environment] = rootOf(environment)
      }
      return addresses
    },
    async close() {
      draining = true
      const closing = [...servers].map(([environment, server]) =>
        closeServer(server, listeners.get(environment) ?? [], config.drainSeconds),
      )
      await Promise.all(closing)
    },
  }
}

/** Lets requests in flight finish: a kept-alive connection is closed as soon as its last one has been answered. */
async function closeServer(server: FastifyInstance, listeners: readonly Server[], drainSeconds: number): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS)
  const late = setTimeout(() => server.server.closeAllConnections(), drainSeconds * SECOND_MS)
  await Promise.all([server.close(), ...listeners.map(closeListener)])
  clearInterval(idle)
  clearTimeout(late)
}

const portOf = (config: Config, environment: Environment): number =>
  environment === 'sandbox' ? config.port : config.productionPort
