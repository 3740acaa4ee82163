import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type DemoPerson, ensureDemoPerson, openPeople, startRequestLog } from '../dashboard/index.ts'
import { createIsKeyReused, readPages } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import type { DueKind } from '../platform/due.ts'
import { createLanes, type Lanes } from '../platform/lanes.ts'
import { createLogger, type Logger } from '../platform/logs.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { isMigrated } from '../platform/migrate.ts'
import type { NameLookup } from '../platform/name-lookup.ts'
import { openVault, type Vault } from '../platform/vault.ts'
import { checkVaultKey } from '../platform/vault-check.ts'
import type { CardRail } from '../rails/cards/port.ts'
import { connectContracts } from '../resources/connect/index.ts'
import { boundContracts, contractsDue } from '../resources/contracts/index.ts'
import { p2pDue } from '../resources/p2p/index.ts'
import { payoutsDue } from '../resources/payouts/index.ts'
import { purchasesDue } from '../resources/purchases/index.ts'
import { describedNotification, readQueue } from '../resources/webhooks/index.ts'
import { createKeyLookup, type Demo, ensureDemo, feesDue, type KeyLookup } from '../tenants/index.ts'
import { type ServingRole, startBackground } from './background.ts'
import { type MountDeps, mountPages, mountResources } from './mount.ts'
import { knownMigrations, prepareDatabase } from './prepare-database.ts'
import { productionHttps } from './production-https.ts'
import { chooseRails, type Rails } from './rails.ts'
import { createServers, type Servers } from './servers.ts'

/** Where `npm run build:web` puts the pages. */
const PAGES = join(import.meta.dirname, '../../../web/dist')
/** Sandbox clocks that this process advances at once; opened only when one does. */
const LOCKS_MAX = 4
const LANES = { batchMax: 512, queueMax: 10_000 }
/** Connections that no lane takes, so that reads and sweeps always find one. */
const CONNECTIONS_BESIDE_LANES = 4

export interface ComposeOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly vaultKey: string
  readonly environments: readonly Environment[]
  /** `all`, when absent. */
  readonly role?: ServingRole
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
  /** The demo enterprise's first person, if this start created them. */
  readonly demoPerson: DemoPerson | undefined
  readonly warnings: readonly string[]
  /** Starts to serve; returns the address of each environment. */
  listen(): Promise<Partial<Record<Environment, string>>>
  /** Takes no new connections, lets requests in flight finish, then closes everything. */
  drain(): Promise<void>
}

/** Builds the whole program: the only place that knows every room and chooses implementations. */
export async function compose(options: ComposeOptions): Promise<Service> {
  const { config, databaseUrl, role = 'all' } = options
  const log = options.log ?? createLogger(config.logLevel)
  const vault = openVault(options.vaultKey)
  const migrations = await knownMigrations()
  const databaseRole = await prepareDatabase(databaseUrl, migrations)
  const openPool = (connectionsMax: number): Database =>
    openDatabase({ url: databaseUrl, connectionsMax, ...(databaseRole ? { role: databaseRole } : {}) })
  const database = openPool(config.databaseConnections)
  const locks = openPool(LOCKS_MAX)
  await checkVaultKey(database, vault)
  const demo = await ensureDemoAccess(database, vault, config, role)
  const people = await openPeople({ databaseUrl, role: databaseRole, database, vault, log })
  const metrics = createMetrics({ queue: () => readQueue(database.sql) })
  const keys = createKeyLookup(database, log)
  const requestLog = startRequestLog({ database, log, perSecond: config.requestLogPerSecond })
  const lanes = openLanes(config, metrics)
  const rails = chooseRails(config, options.cards)
  const servers = createServers(config)
  const shared = { config, database, locks, log, vault, lanes, rails, rootOf: servers.rootOf, metrics, people, keys }
  const due = dueKinds(shared)
  const background = await startBackground({ ...shared, role, openPool, due, names: options.names })
  const pages = await readPages(options.pages ?? PAGES)
  const isReady = (): Promise<boolean> => isMigrated(database, migrations)
  for (const environment of options.environments) {
    await addServer(servers, environment, { ...shared, due, pages, requestLog, isReady })
  }
  keys.start()

  return {
    ...demo,
    warnings: databaseRole
      ? []
      : ['The database user cannot create roles: the ledger is append-only by its trigger alone, not by grants.'],
    listen: () => servers.listen(),
    async drain() {
      await servers.close()
      await background.stopSubmitting()
      await lanes.drain()
      await background.stop()
      await keys.stop()
      rails.mail.close()
      await people.close()
      await requestLog.stop()
      await Promise.all([database.close(), locks.close()])
    },
  }
}

/** The demo enterprise; and its first person, unless in a worker, which has no banner to show their password. */
function ensureDemoAccess(
  database: Database,
  vault: Vault,
  config: Config,
  role: ServingRole,
): Promise<Pick<Service, 'demo' | 'demoPerson'>> {
  return database.transaction(async (tx) => {
    const demo = await ensureDemo(tx, vault, config.demoApiKey)
    const demoPerson = demo && role !== 'worker' ? await ensureDemoPerson(tx, demo.enterprise) : undefined
    return { demo, demoPerson }
  })
}

function openLanes(config: Config, { laneBatch, laneWait }: Metrics): Lanes {
  return createLanes({
    ...LANES,
    turnsMax: Math.max(1, config.databaseConnections - CONNECTIONS_BESIDE_LANES),
    onBatch(lane, size, waitedMs) {
      laneBatch.observe({ lane }, size)
      laneWait.observe({ lane }, waitedMs / SECOND_MS)
    },
  })
}

/** Parts that the background work and the servers of a process share. */
interface SharedParts {
  readonly config: Config
  readonly database: Database
  readonly locks: Database
  readonly log: Logger
  readonly vault: Vault
  readonly lanes: Lanes
  readonly rails: Rails
  readonly rootOf: Servers['rootOf']
  readonly metrics: Metrics
  readonly people: MountDeps['people']
  readonly keys: KeyLookup
}

const purchaseDeps = ({ config, vault, log, rails, rootOf }: SharedParts) => ({
  vault,
  log,
  cards: rails.cards,
  rootOf,
  cardLeaseMs: config.cardLeaseSeconds * SECOND_MS,
})

/** Everything that time does to a resource, in the order in which things due at one moment are done. */
function dueKinds(parts: SharedParts): readonly DueKind[] {
  const { vault, log, rails } = parts
  return [
    payoutsDue({ vault, ach: rails.ach, log }),
    ...purchasesDue(purchaseDeps(parts)),
    p2pDue,
    contractsDue,
    feesDue,
  ]
}

interface ServerParts extends SharedParts, Pick<MountDeps, 'due' | 'pages'> {
  readonly requestLog: ReturnType<typeof startRequestLog>
  readonly isReady: () => Promise<boolean>
}

async function addServer(servers: Servers, environment: Environment, parts: ServerParts): Promise<void> {
  const { config, database, log, rails } = parts
  const deps: MountDeps = {
    ...purchaseDeps(parts),
    environment,
    database,
    locks: parts.locks,
    lanes: parts.lanes,
    due: parts.due,
    pages: parts.pages,
    people: parts.people,
    ach: rails.ach,
    mail: rails.mail,
    newCode: rails.newCode[environment],
    identity: rails.identity[environment],
    boundContracts,
    contracts: connectContracts,
    publicRoot: () => servers.rootOf(environment),
    serverOf: servers.serverOf,
    productionIsPublic: config.productionUrl !== undefined,
  }
  await servers.add({
    environment,
    log,
    metrics: parts.metrics,
    findCaller: parts.keys.forEnvironment(environment),
    rateLimitPerSecond: config.rateLimitPerSecond,
    requestTimeoutMs: config.requestTimeoutSeconds * SECOND_MS,
    isReady: parts.isReady,
    isKeyReused: createIsKeyReused(database, parts.vault),
    trustedProxies: config.trustedProxies,
    requestLog: parts.requestLog,
    webhooks: describedNotification,
    ...(environment === 'production' ? await productionHttps(config, database, log) : {}),
    mount: (api) => mountResources(api, deps),
    mountPages: (api) => mountPages(api, deps),
  })
}
