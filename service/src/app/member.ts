/** A process of a service of several, as `supervise.ts` starts it. */

import { flushCompileCache } from 'node:module'
import { type Config, readConfig } from '../config.ts'
import { explain } from '../platform/explain.ts'
import { type Channel, openChannel } from '../platform/process-channel.ts'
import { endOnFault } from '../platform/process-end.ts'
import { shutdownOnSignal } from '../platform/shutdown.ts'
import { leasedTokens } from '../platform/token-buckets.ts'
import { compose, type Service } from './compose.ts'
import type { MemberCalls, Order, Report, SupervisorCalls } from './member-calls.ts'

endOnFault()

const config = readConfig(process.env)
const shutdown = shutdownOnSignal(config.drainSeconds, () => {})
let service: Service | undefined
let isWorkerReady = false

async function start(order: Order): Promise<Report> {
  const composing = compose({
    config: withPorts(config, order),
    databaseUrl: order.databaseUrl,
    dataFolder: order.dataFolder,
    vaultKey: order.vaultKey,
    environments: order.environments,
    role: order.role,
    member: {
      name: order.name,
      isFirst: order.isFirst,
      apiProcesses: order.apiProcesses,
      databaseRole: order.databaseRole,
      isHeld: order.isHeld,
      tokensOf: (scope) => leasedTokens((wanted) => supervisor.call('tokens', { ...wanted, scope })),
      enterLane: order.apiProcesses > 1 ? enterLane : undefined,
      isWorkerReady: () => isWorkerReady || !order.hasWorker,
      metricsText: (format) => supervisor.call('metrics', { format }),
    },
  })
  shutdown.onClose(() => composing.then(({ drain }) => drain()).catch(() => {}))
  service = await composing
  await service.open()
  // Before the first request, because it blocks for half a second where nothing was kept yet; a killed process would keep nothing.
  flushCompileCache()
  const { demo, demoPerson, warnings } = service
  return { demo, demoPerson, warnings }
}

/** A process that hangs in its turn holds up the others no longer than this. The locks in the database order them then. */
const TURN_MS = 1_000

async function enterLane(name: string): Promise<() => void> {
  const entered = supervisor.call('enterLane', { name })
  const { promise: waited, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, TURN_MS)
  await Promise.race([entered, waited])
  clearTimeout(timer)
  // A turn that comes late is given up as soon as it has come.
  return () => void entered.then(() => supervisor.call('leaveLane', { name })).catch(() => {})
}

/** The ports that the supervisor listens on: a system may have chosen them. */
const withPorts = (settings: Config, { ports }: Order): Config => ({
  ...settings,
  port: ports.sandbox ?? settings.port,
  productionPort: ports.production ?? settings.productionPort,
})

const answers: MemberCalls = {
  start: (order) =>
    start(order).catch((error) => {
      throw new Error(explain(error))
    }),
  connection({ environment }, socket) {
    // A socket that was closed on its way is nobody's any more.
    if (!socket || service?.accept(environment, socket)) return
    socket.destroy()
    throw new Error('this process takes no connections')
  },
  worker(state) {
    isWorkerReady = state.isReady
  },
  metrics: async () => (await service?.metrics.snapshot()) ?? [],
}

// Without its supervisor a member gets no connections, and nobody would end it.
process.once('disconnect', () => process.exit(1))
if (!process.connected) process.exit(1)
const supervisor: Channel<SupervisorCalls> = openChannel<SupervisorCalls>(process, answers)
