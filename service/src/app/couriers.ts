import type { Config } from '../config.ts'
import type { Environment } from '../kernel/environment.ts'
import { pollFor, startCourier } from '../platform/courier.ts'
import type { Database } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { NameLookup } from '../platform/name-lookup.ts'
import type { Vault } from '../platform/vault.ts'
import { messageSending } from '../resources/messages/index.ts'
import { webhookDeliveries } from '../resources/webhooks/index.ts'
import { EVENT_SUBJECTS } from './event-subjects.ts'
import type { Rails } from './rails.ts'

/** A pool of the couriers' own, so that a thousand busy webhooks do not queue before the requests. */
const CONNECTIONS_MAX = 4

export interface CourierOptions {
  readonly config: Config
  readonly openPool: (connectionsMax: number) => Database
  readonly log: Logger
  readonly vault: Vault
  readonly metrics: Metrics
  readonly rails: Pick<Rails, 'mail' | 'sms'>
  readonly names: NameLookup | undefined
  /** Private and local addresses that webhooks of the sandbox may call. */
  readonly sandboxExempts: (address: string) => boolean
  /** The public address of an environment, which mails link to. */
  readonly rootOf: (environment: Environment) => string
}

/** Calls webhooks and sends e-mail and SMS. */
export function startCouriers(options: CourierOptions): { stop(): Promise<void> } {
  const { config, openPool, log, vault, metrics, rails, names, sandboxExempts, rootOf } = options
  const database = openPool(CONNECTIONS_MAX)
  const leaseMs = config.deliveryLeaseMs
  const deps = { database, vault, metrics, leaseMs }
  const deliveries = webhookDeliveries({
    ...deps,
    concurrency: config.deliveryConcurrency,
    subjects: EVENT_SUBJECTS,
    sandboxExempts,
    ...(names ? { names } : {}),
  })
  const messages = messageSending({ ...deps, mail: rails.mail, sms: rails.sms, rootOf })
  const couriers = [startCourier(deliveries, { log, leaseMs }), startCourier(messages, { log, leaseMs })]
  const polling = pollFor(couriers, { database, log, pollMs: config.deliveryPollMs })
  return {
    async stop() {
      await Promise.all([polling.stop(), ...couriers.map((courier) => courier.stop())])
      await database.close()
    },
  }
}
