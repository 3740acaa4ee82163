import type { FastifyInstance } from 'fastify'
import { type Config, publicUrl } from '../config.ts'
import { createServer, type ServerOptions } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'

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
        await server.listen({ host: config.host, port: portOf(config, environment) })
        addresses[environment] = rootOf(environment)
      }
      return addresses
    },
    async close() {
      draining = true
      await Promise.all([...servers.values()].map((server) => closeServer(server, config.drainSeconds)))
    },
  }
}

/** Lets requests in flight finish: a kept-alive connection is closed as soon as its last one has been answered. */
async function closeServer(server: FastifyInstance, drainSeconds: number): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS)
  const late = setTimeout(() => server.server.closeAllConnections(), drainSeconds * SECOND_MS)
  await server.close()
  clearInterval(idle)
  clearTimeout(late)
}

function boundPort(server: FastifyInstance): number | undefined {
  const address = server.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

const portOf = (config: Config, environment: Environment): number =>
  environment === 'sandbox' ? config.port : config.productionPort
