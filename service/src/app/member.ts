/** A process of a service of several, as `supervise.ts` starts it. */

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
    vaultKey: order.vaultKey,
    environments: order.environments,
    role: order.role,
    member: {
      name: order.name,
      isFirst: order.isFirst,
      apiProcesses: order.apiProcesses,
      databaseRole: order.databaseRole,
      tokensOf: (scope) => leasedTokens((wanted) => supervisor.call('tokens', { ...wanted, scope })),
      isWorkerReady: () => isWorkerReady || !order.hasWorker,
      metricsText: () => supervisor.call('metrics', null),
    },
  })
  shutdown.onClose(() => composing.then(({ drain }) => drain()).catch(() => {}))
  service = await composing
  await service.open()
  const { demo, demoPerson, warnings } = service
  return { demo, demoPerson, warnings }
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
    if (service && socket) service.accept(environment, socket)
    else socket?.destroy()
  },
  worker(state) {
    isWorkerReady = state.isReady
  },
  metrics: async () => (await service?.metrics.snapshot()) ?? [],
}

// Without its supervisor a member gets no connections, and nobody would end it.
process.once('disconnect', () => process.exit(1))
const supervisor: Channel<SupervisorCalls> = openChannel<SupervisorCalls>(process, answers)
