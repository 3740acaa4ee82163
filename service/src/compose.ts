import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readSecret, startBankFiles } from './bank-files.ts'
import { type Config, publicUrl } from './config.ts'
import {
  type DemoPerson,
  ensureDemoPerson,
  forgetOldPersonSessions,
  openPeople,
  startPaying,
  startRequestLog,
} from './dashboard/index.ts'
import { type Caller, createServer, forgetOldAnswers, readPages, type ServerOptions } from './http/index.ts'
import type { Environment } from './kernel/environment.ts'
import { HOUR_MS } from './kernel/time.ts'
import { mountPages, mountResources } from './mount.ts'
import { type Courier, startCourier } from './platform/courier.ts'
import { type Database, openDatabase } from './platform/database.ts'
import type { DueKind } from './platform/due.ts'
import { every } from './platform/every.ts'
import { createLanes, type LaneOptions } from './platform/lanes.ts'
import { createLogger, type Logger } from './platform/logs.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { isMigrated, type Migration, migrate, readMigrations } from './platform/migrate.ts'
import type { NameLookup } from './platform/name-lookup.ts'
import { ensureServiceRole } from './platform/service-role.ts'
import { openVault, type Vault } from './platform/vault.ts'
import { checkVaultKey } from './platform/vault-check.ts'
import { achByFile } from './rails/ach/by-file.ts'
import { sandboxAch } from './rails/ach/sandbox.ts'
import type { CardRail } from './rails/cards/port.ts'
import { sandboxCards } from './rails/cards/sandbox.ts'
import { stripeCards } from './rails/cards/stripe.ts'
import { randomCode } from './rails/codes/random.ts'
import { sandboxCode } from './rails/codes/sandbox.ts'
import { httpIdentity } from './rails/identity/http.ts'
import { manualIdentity } from './rails/identity/manual.ts'
import type { IdentityRail } from './rails/identity/port.ts'
import { sandboxIdentity } from './rails/identity/sandbox.ts'
import { capturedMail, capturedSms } from './rails/messages/capture.ts'
import type { MailRail, SmsRail } from './rails/messages/port.ts'
import { smtpMail } from './rails/messages/smtp.ts'
import { twilioSms } from './rails/messages/twilio.ts'
import type { ConnectionDeps } from './resources/account-connections/index.ts'
import { connectContracts, forgetOldSessions } from './resources/connect/index.ts'
import { boundContracts, contractsDue } from './resources/contracts/index.ts'
import { forgetOldSignIns } from './resources/creators/index.ts'
import { messageSending } from './resources/messages/index.ts'
import { p2pDue } from './resources/p2p/index.ts'
import { createWaitingPayouts, type PayoutDeps, payoutsDue } from './resources/payouts/index.ts'
import { purchasesDue } from './resources/purchases/index.ts'
import { describedNotification, readQueue, webhookDeliveries } from './resources/webhooks/index.ts'
import { createKeyLookup, type Demo, ensureDemo, feesDue, flagKey } from './tenants/index.ts'
import { startWatching, startWorker } from './worker.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
/** Where `npm run build:web` puts the pages. */
const PAGES = join(import.meta.dirname, '../../web/dist')
const FORGET_AT_ONCE = 10_000
/** Sandbox clocks that this process advances at once; opened only when one does. */
const LOCKS_MAX = 4
/** Of the couriers alone, so that a thousand busy webhooks do not queue before the requests. */
const COURIER_CONNECTIONS = 4
const LANES = { batchMax: 512, queueMax: 10_000 }

export interface ComposeOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly vaultKey: string
  readonly environments: readonly Environment[]
  /** What this process does; everything, when absent. */
  readonly role?: 'all' | 'api' | 'worker'
  readonly log?: Logger
  /** The folder of the built pages. */
  readonly pages?: string
  /** How host names of webhooks are resolved; by the machine's name servers, when absent. */
  readonly names?: NameLookup
  /** The card network of the sandbox; a simulated one without memory, when absent. */
  readonly cards?: CardRail
}

export interface Service {
  readonly demo: Demo | undefined
  /** The demo enterprise's first person, when this start has made them. */
  readonly demoPerson: DemoPerson | undefined
  readonly warnings: readonly string[]
  /** Begins to serve; answers the address of each environment. */
  listen(): Promise<Partial<Record<Environment, string>>>
  /** No new connections; requests in flight finish; then everything closes. */
  drain(): Promise<void>
}

/** The only place that chooses implementations. */
export async function compose(options: ComposeOptions): Promise<Service> {
  const { config } = options
  const log = options.log ?? createLogger(config.logLevel)
  const vault = openVault(options.vaultKey)
  const migrations = await readMigrations(MIGRATIONS)
  const role = await prepareDatabase(options.databaseUrl, migrations)
  const database = openDatabase({
    url: options.databaseUrl,
    connectionsMax: config.databaseConnections,
    ...(role ? { role } : {}),
  })
  const locks = openDatabase({ url: options.databaseUrl, connectionsMax: LOCKS_MAX, ...(role ? { role } : {}) })
  await checkVaultKey(database, vault)
  const { demo, demoPerson } = await database.transaction(async (tx) => {
    const demo = await ensureDemo(tx, vault, config.demoApiKey)
    // A worker shows nobody what it has made.
    const shown = demo && options.role !== 'worker'
    return { demo, demoPerson: shown ? await ensureDemoPerson(tx, demo.enterprise) : undefined }
  })
  const people = await openPeople({ databaseUrl: options.databaseUrl, role, database, vault, log })
  const metrics = createMetrics({ queue: () => readQueue(database.sql) })
  const keys = createKeyLookup(database, log)
  const requestLog = startRequestLog({ database, log, perSecond: config.requestLogPerSecond })
  const lanes = createLanes({
    ...LANES,
    turnsMax: Math.max(1, config.databaseConnections - 4),
    ...laneMetrics(metrics),
  })
  const ach = { sandbox: sandboxAch, production: achByFile }
  const servers = new Map<Environment, FastifyInstance>()
  const rootOf = (environment: Environment): string => {
    const server = servers.get(environment)
    return publicUrl(config, environment, (server && boundPort(server)) ?? portOf(config, environment))
  }
  const cards = { sandbox: options.cards ?? sandboxCards, production: productionCards(config) }
  const purchases = { vault, log, cards, rootOf, cardLeaseMs: config.cardLeaseSeconds * 1_000 }
  const due: readonly DueKind[] = [
    payoutsDue({ vault, ach, log }),
    ...purchasesDue(purchases),
    p2pDue,
    contractsDue,
    feesDue,
  ]
  const mail = mailRail(config)
  const worker =
    options.role === 'api' ? undefined : startWorker({ database, log, due, vault, pollMs: config.workerPollMs })
  const bankFiles =
    options.role === 'api' ? undefined : await startBankFiles({ config, database, log, payouts: { vault, ach, log } })
  const paying =
    options.role === 'api' ? undefined : startPaying({ database, lanes, vault, ach, log, pollMs: config.workerPollMs })
  const watching = startWatching(database, log)
  const couriers = options.role === 'api' ? undefined : startCouriers({ ...options, log, vault, metrics, mail, role })
  const pages = await readPages(options.pages ?? PAGES)
  const addresses: Partial<Record<Environment, string>> = {}
  let draining = false

  for (const environment of options.environments) {
    const deps = {
      ...purchases,
      environment,
      log,
      database,
      lanes,
      ach,
      due,
      locks,
      mail,
      pages,
      newCode: environment === 'sandbox' ? sandboxCode : randomCode,
      identity: environment === 'sandbox' ? sandboxIdentity : productionIdentity(config),
      boundContracts,
      contracts: connectContracts,
      publicRoot: () => rootOf(environment),
      people,
      serverOf: (wanted: Environment) => servers.get(wanted),
      productionIsPublic: config.productionUrl !== undefined,
    }
    const server = await createServer({
      environment,
      log,
      metrics,
      findCaller: keys.forEnvironment(environment),
      rateLimitPerSecond: config.rateLimitPerSecond,
      requestTimeoutMs: config.requestTimeoutSeconds * 1_000,
      isReady: () => isMigrated(database, migrations),
      isDraining: () => draining,
      trustedProxies: config.trustedProxies,
      requestLog,
      webhooks: describedNotification,
      ...(environment === 'production' ? await overHttps(config, database, log) : {}),
      mount: (api) => mountResources(api, deps),
      mountPages: (api) => mountPages(api, deps),
    })
    servers.set(environment, server)
  }
  keys.start()
  const sweep = every(HOUR_MS, log, 'forget old answers and sign-ins', async () => {
    while ((await forgetOldAnswers(database, FORGET_AT_ONCE)) === FORGET_AT_ONCE);
    await forgetOldSessions(database.sql)
    await forgetOldSignIns(database.sql)
    await forgetOldPersonSessions(database.sql)
  })

  return {
    demo,
    demoPerson,
    warnings: role
      ? []
      : ['The database user cannot create roles: the ledger is append-only by its trigger alone, not by grants.'],
    async listen() {
      for (const [environment, server] of servers) {
        await server.listen({ host: config.host, port: portOf(config, environment) })
        addresses[environment] = rootOf(environment)
      }
      return addresses
    },
    async drain() {
      draining = true
      await Promise.all([...servers.values()].map((server) => closeServer(server, config.drainSeconds)))
      await paying?.stop()
      await lanes.drain()
      await Promise.all([worker?.stop(), couriers?.stop(), watching.stop(), bankFiles?.stop()])
      await sweep.stop()
      await keys.stop()
      mail.close()
      await people.close()
      await requestLog.stop()
      await Promise.all([database.close(), locks.close()])
    },
  }
}

/** Stripe once it is set up; production is not served without it. */
function productionCards(config: Config): CardRail {
  const { stripeApiKey: apiKey, stripePublishableKey, stripeWebhookSecret, stripeApiBase: apiBase } = config
  if (!apiKey) return sandboxCards
  return stripeCards({
    apiKey,
    apiBase,
    publishableKey: stripePublishableKey ?? '',
    webhookSecret: stripeWebhookSecret ?? '',
    timeoutMs: (config.cardLeaseSeconds * 1_000) / 2,
  })
}

/** Without a provider every application waits for a person. */
function productionIdentity({ identityUrl: url, identityKey: key, identitySecret: secret }: Config): IdentityRail {
  return url && key && secret ? httpIdentity({ url, key, secret }) : manualIdentity
}

const mailRail = ({ smtpUrl, mailFrom }: Config): MailRail =>
  smtpUrl ? smtpMail({ url: smtpUrl, from: mailFrom }) : capturedMail

function smsRail({ smsUrl, smsAccount, smsToken, smsFrom }: Config): SmsRail {
  if (!smsUrl || !smsAccount || !smsToken || !smsFrom) return capturedSms
  return twilioSms({ url: smsUrl, account: smsAccount, token: smsToken, from: smsFrom })
}

interface CourierParts extends Omit<ComposeOptions, 'role' | 'log'> {
  readonly log: Logger
  readonly vault: Vault
  readonly metrics: Metrics
  readonly mail: MailRail
  readonly role: string | undefined
}

/** What the network does: webhooks are called, messages are sent. */
function startCouriers({ config, databaseUrl, log, vault, metrics, mail, role, names }: CourierParts): Courier {
  const database = openDatabase({
    url: databaseUrl,
    connectionsMax: COURIER_CONNECTIONS,
    ...(role ? { role } : {}),
  })
  const leaseMs = config.deliveryLeaseMs
  const pace = { log, leaseMs, pollMs: config.deliveryPollMs }
  const deps = { database, vault, metrics, leaseMs }
  const deliveries = webhookDeliveries({
    ...deps,
    concurrency: config.deliveryConcurrency,
    ...(names ? { names } : {}),
  })
  const messages = messageSending({ ...deps, mail, sms: smsRail(config) })
  const couriers = [startCourier(deliveries, pace), startCourier(messages, pace)]
  return {
    async stop() {
      await Promise.all(couriers.map((courier) => courier.stop()))
      await database.close()
    },
  }
}

/**
 * Production takes keys over HTTPS only: by its own certificate, or by the word of a trusted proxy. Without a public
 * address it is not production yet.
 */
async function overHttps(config: Config, database: Database, log: Logger): Promise<Partial<ServerOptions>> {
  const { productionUrl, tlsCertFile, tlsKeyFile } = config
  if (!productionUrl) return {}
  const onPlainKey = ({ tenant, keyId }: Caller): void => {
    log.error({ key: keyId }, 'an API key came over plain HTTP: it should be replaced')
    flagKey(database.sql, tenant, keyId).catch((error) => log.warn({ err: error }, 'could not flag a key'))
  }
  if (!tlsCertFile || !tlsKeyFile) return { onPlainKey }
  const [cert, key] = await Promise.all([
    readSecret('TLS_CERT_FILE', tlsCertFile),
    readSecret('TLS_KEY_FILE', tlsKeyFile),
  ])
  return { onPlainKey, tls: { cert, key } }
}

/** Lets requests in flight finish: a kept-alive connection is closed as soon as its last one has been answered. */
async function closeServer(server: FastifyInstance, drainSeconds: number): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), 50)
  const late = setTimeout(() => server.server.closeAllConnections(), drainSeconds * 1_000)
  await server.close()
  clearInterval(idle)
  clearTimeout(late)
}

function boundPort(server: FastifyInstance): number | undefined {
  const address = server.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

const laneMetrics = ({ laneBatch, laneWait }: Metrics): Pick<LaneOptions, 'onBatch'> => ({
  onBatch(lane, size, waitedMs) {
    laneBatch.observe({ lane }, size)
    laneWait.observe({ lane }, waitedMs / 1_000)
  },
})

const portOf = (config: Config, environment: Environment): number =>
  environment === 'sandbox' ? config.port : config.productionPort

/** Migrates as the owner; everything afterwards runs under the service's role. */
export async function prepareDatabase(url: string, migrations?: readonly Migration[]): Promise<string | undefined> {
  const owner = openDatabase({ url, connectionsMax: 1 })
  try {
    await migrate(owner, migrations ?? (await readMigrations(MIGRATIONS)))
    return await ensureServiceRole(owner)
  } finally {
    await owner.close()
  }
}

/** What the end of Connect touches, for a command outside of any server. */
export const payoutDeps = (vault: Vault, log: Logger): PayoutDeps => ({
  vault,
  ach: { sandbox: sandboxAch, production: achByFile },
  log,
})

export const connectionDeps = (vault: Vault, log: Logger): ConnectionDeps => ({
  vault,
  waitingPayouts: createWaitingPayouts(payoutDeps(vault, log)),
  boundContracts,
  contracts: connectContracts,
})
