import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type DemoPerson, ensureDemoPerson, openPeople, startRequestLog } from '../dashboard/index.ts'
import { createIsKeyReused, type MetricsAccess, readPages, sendNotFound } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { SECOND_MS } from '../kernel/time.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { type DiskSpace, watchDiskSpace } from '../platform/disk-space.ts'
import type { DueKind } from '../platform/due.ts'
import { FigureReader } from '../platform/figures.ts'
import { createLanes, type LaneOptions, type Lanes } from '../platform/lanes.ts'
import { createLogger, type Logger } from '../platform/logs.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import type { MetricsFormat } from '../platform/metrics-of-processes.ts'
import { checkWritable, isMigrated, type Migration } from '../platform/migrate.ts'
import type { NameLookup } from '../platform/name-lookup.ts'
import { type ReadSide, readBeside, readPrimary } from '../platform/read-beside.ts'
import type { ServiceAccess } from '../platform/service-role.ts'
import type { TakeToken } from '../platform/token-buckets.ts'
import { openVault, type Vault } from '../platform/vault.ts'
import type { CardRail } from '../rails/cards/port.ts'
import { suspensionsDue } from '../resources/account-connections/index.ts'
import { approvalsDue } from '../resources/approvals/index.ts'
import { detachmentsDue } from '../resources/buyers/index.ts'
import { connectContracts } from '../resources/connect/index.ts'
import { boundContracts, contractsDue } from '../resources/contracts/index.ts'
import { creatorWithdrawalsDue } from '../resources/creator-withdrawals/index.ts'
import { incomingDue } from '../resources/incoming-money/index.ts'
import { p2pDue } from '../resources/p2p/index.ts'
import { payoutsDue } from '../resources/payouts/index.ts'
import { purchasesDue } from '../resources/purchases/index.ts'
import { describedNotification } from '../resources/webhooks/index.ts'
import { withdrawalsDue } from '../resources/withdrawals/index.ts'
import { simulationsTable } from '../sandbox/simulations.ts'
import { createKeyLookup, type Demo, ensureDemo, feesDue, findDemo, type KeyLookup, scopeOf } from '../tenants/index.ts'
import apiExamples from './api-examples.json' with { type: 'json' }
import { approvalDeps } from './approvals.ts'
import { auditEverything } from './audit.ts'
import { type ServingRole, startBackground } from './background.ts'
import { deedTools } from './deed-tools.ts'
import { figureSources, TALLIES } from './figures.ts'
import { goLive } from './go-live/go-live.ts'
import { type MountDeps, mountPages, mountResources } from './mount.ts'
import { knownMigrations, prepareDatabase, servedWhile, whileHeld } from './prepare-database.ts'
import { openProbes } from './probes.ts'
import { productionHttps, productionKeysInSandbox } from './production-https.ts'
import { chooseRails, type Rails } from './rails.ts'
import { metricsAccess } from './reach.ts'
import { purchaseDeps } from './resource-deps.ts'
import { createServers, type Servers } from './servers.ts'
import { openTraces } from './traces.ts'

/** Where `npm run build:web` puts the pages. */
const PAGES = join(import.meta.dirname, '../../../web/dist')
/** Sandbox clocks that this process advances at once; opened only when one does. */
const LOCKS_MAX = 4
const LANES = { batchMax: 512, queueMax: 10_000 }
/** Connections for reading the figures of the metrics; opened when somebody scrapes them. */
const FIGURE_CONNECTIONS_MAX = 2
/** Connections that no lane takes, so that reads and sweeps always find one. */
const CONNECTIONS_BESIDE_LANES = 4
/** Connections to the standby, for exports, searches and heavy pages. */
const STANDBY_CONNECTIONS_MAX = 4

export interface ComposeOptions {
  readonly config: Config
  readonly databaseUrl: string
  readonly vaultKey: string
  /** The folder of an embedded database, whose disk is watched. */
  readonly dataFolder?: string | undefined
  readonly environments: readonly Environment[]
  /** `all`, when absent. */
  readonly role?: ServingRole
  readonly log?: Logger
  /** The folder of the built pages. */
  readonly pages?: string
  /** How host names of webhooks are resolved; by the machine's name servers, when absent. */
  readonly names?: NameLookup
  /** Whether a first start creates the demo enterprise. Where production is served it does not, when absent. */
  readonly demo?: boolean
  /** The card network of the sandbox; a simulated one without memory, when absent. */
  readonly cards?: CardRail
  /** Set in a process of several that were started together. */
  readonly member?: Membership
}

/** The part of one process in a service of several, and what it has from the one that started it. */
export interface Membership {
  readonly name: string
  /** The first API process makes the demo enterprise and watches for late deliveries. */
  readonly isFirst: boolean
  /** The number of processes that limits without a common count are divided by. */
  readonly apiProcesses: number
  /** The role that was prepared in the database. */
  readonly databaseRole: string | undefined
  /** The database was restored: production is not served, and nothing leaves. */
  readonly isHeld: boolean
  /** Tokens of the rate limits that the processes share. */
  readonly tokensOf: (scope: string) => TakeToken
  /** Takes turns at a lane with the other processes; not needed where one process alone answers requests. */
  readonly enterLane: LaneOptions['enter']
  isWorkerReady(): boolean
  /** The metrics of all processes. */
  metricsText(format: MetricsFormat): Promise<string>
}

export interface Service {
  readonly demo: Demo | undefined
  /** The demo enterprise's first person, if this start created them. */
  readonly demoPerson: DemoPerson | undefined
  readonly warnings: readonly string[]
  readonly metrics: Pick<Metrics, 'snapshot'>
  /** Starts to serve; returns the address of each environment. */
  listen(): Promise<Partial<Record<Environment, string>>>
  /** Starts to serve connections that another process accepts and hands over. */
  open(): Promise<void>
  /** False if the service is draining. */
  accept(environment: Environment, socket: Socket): boolean
  /** Takes no new connections, lets requests in flight finish, then closes everything. */
  drain(): Promise<void>
}

/** Builds the whole program: the only place that knows every room and chooses implementations. */
export async function compose(options: ComposeOptions): Promise<Service> {
  const { config, member, role = 'all' } = options
  const log = options.log ?? createLogger(config.logLevel, member?.name)
  const traces = await openTraces(config, member?.name ?? role)
  const vault = openVault(options.vaultKey)
  const migrations = await knownMigrations()
  const access = member ? accessOf(options, member) : await ownAccess(options, vault, migrations)
  const { url: databaseUrl, role: databaseRole, isHeld } = access
  const disk = watchDiskSpace(options.dataFolder)
  const figures = new FigureReader(figureSources(() => due))
  const own = createMetrics({ figures, tallies: TALLIES })
  const openPool = poolOpener(access, disk, own, log)
  const database = openPool(config.databaseConnections)
  const locks = openPool(LOCKS_MAX)
  const readSide = openReadSide(config, { primary: database, role: databaseRole, log, metrics: own })
  const isOneMore = member?.isFirst === false
  const demo = isOneMore ? NO_DEMO : await demoAccess(database, vault, options)
  const people = await openPeople({ databaseUrl, role: databaseRole, database, vault, log })
  // One process of several reads them for all.
  if (!isOneMore) figures.readFrom(openPool(FIGURE_CONNECTIONS_MAX), log)
  const metrics = member ? { ...own, text: member.metricsText } : own
  const processes = member?.apiProcesses ?? 1
  const keys = createKeyLookup(database, log, processes)
  const requestLog = startRequestLog({ database, log, perSecond: Math.ceil(config.requestLogPerSecond / processes) })
  const lanes = openLanes(config, metrics, member?.enterLane)
  const rails = chooseRails(config, options.cards)
  const servers = createServers(config)
  const shared = { config, database, locks, log, vault, lanes, rails, rootOf: servers.rootOf, metrics, people, keys }
  const due = dueKinds(shared)
  const watches = role === 'worker' || !isOneMore
  const { environments, names } = options
  const works = isHeld ? 'api' : role
  const background = await startBackground({ ...shared, role: works, watches, openPool, due, names, environments })
  const isReady = readiness(database, migrations, member)
  const probes = role === 'worker' && !member ? await openProbes(options, metrics, isReady) : undefined
  if (role !== 'worker') {
    const parts = { ...shared, due, readSide, requestLog, isReady, shortage: disk.shortage, tokensOf: member?.tokensOf }
    await addServers(servers, servedWhile(isHeld, environments), options, parts)
    keys.start()
  }
  const diskWatch = await disk.start(database, log)

  return {
    ...demo,
    metrics,
    warnings: access.warnings,
    listen: () => servers.listen(),
    open: () => servers.open(),
    accept: (environment, socket) => servers.accept(environment, socket),
    async drain() {
      await servers.close()
      await background.stopSubmitting()
      await lanes.drain()
      await background.stop()
      await keys.stop()
      rails.mail.close()
      await people.close()
      await requestLog.stop()
      await diskWatch.stop()
      await probes?.close()
      await Promise.all([readSide.close(), database.close(), locks.close(), figures.close(), traces?.close()])
    },
  }
}

const poolOpener =
  ({ url, role }: Access, { noteFailure }: DiskSpace, { poolWait }: Metrics, log: Logger) =>
  (connectionsMax: number): Database =>
    openDatabase({
      url,
      connectionsMax,
      onFailure: noteFailure,
      onWait: (ms) => poolWait.observe(ms / SECOND_MS),
      log,
      ...(role ? { role } : {}),
    })

function openReadSide(
  { databaseReadUrl: url, databaseReadLagSeconds }: Config,
  parts: { primary: Database; role: string | undefined; log: Logger; metrics: Metrics },
): ReadSide {
  const { primary, role, log, metrics } = parts
  if (url === undefined) return readPrimary(primary)
  const connectionsMax = STANDBY_CONNECTIONS_MAX
  return readBeside({
    primary,
    standby: openDatabase({ url, connectionsMax, isReadOnly: true, ...(role === undefined ? {} : { role }) }),
    lagMaxMs: databaseReadLagSeconds * SECOND_MS,
    log,
    onLag: (ms) => metrics.standbyLag.set(ms === undefined ? -1 : ms / SECOND_MS),
  })
}

/** The worker runs, and the database takes writes and has every migration. */
const readiness =
  (database: Database, migrations: readonly Migration[], member: ComposeOptions['member']) =>
  async (): Promise<boolean> => {
    await checkWritable(database)
    return (member?.isWorkerReady() ?? true) && isMigrated(database, migrations)
  }

type Access = Pick<ServiceAccess, 'url' | 'role' | 'warnings'> & ReturnType<typeof whileHeld>

async function ownAccess(
  { databaseUrl, environments }: ComposeOptions,
  vault: Vault,
  migrations: readonly Migration[],
): Promise<Access> {
  const access = await prepareDatabase(databaseUrl, vault, migrations)
  return { ...access, ...whileHeld(environments, access) }
}

/** The supervisor has prepared the database. */
const accessOf = ({ databaseUrl }: ComposeOptions, { databaseRole, isHeld }: Membership): Access => ({
  url: databaseUrl,
  warnings: [],
  isHeld,
  ...(databaseRole === undefined ? {} : { role: databaseRole }),
})

const NO_DEMO = { demo: undefined, demoPerson: undefined }

/**
 * The demo enterprise; and its first person, unless in a worker, which has no banner to show their password. Neither is
 * created where production is served: an account whose key or password was printed has no place there.
 */
function demoAccess(
  database: Database,
  vault: Vault,
  { config: { demoApiKey }, environments, role, demo: isWanted = !environments.includes('production') }: ComposeOptions,
): Promise<Pick<Service, 'demo' | 'demoPerson'>> {
  return database.transaction(async (tx) => {
    if (!isWanted) return { demo: await findDemo(tx, vault, demoApiKey), demoPerson: undefined }
    const demo = await ensureDemo(tx, vault, demoApiKey)
    const hasPerson = demo && !demo.revoked && role !== 'worker'
    return { demo, demoPerson: hasPerson ? await ensureDemoPerson(tx, demo.enterprise) : undefined }
  })
}

function openLanes(config: Config, { laneBatch, laneWait }: Metrics, enter: LaneOptions['enter']): Lanes {
  return createLanes({
    ...LANES,
    enter,
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

/** All kinds of scheduled work, in the order in which work due at the same moment is done. */
function dueKinds(parts: SharedParts): readonly DueKind[] {
  const { vault, log, rails } = parts
  const payouts = { vault, ach: rails.ach, log }
  return [
    payoutsDue(payouts),
    withdrawalsDue(payouts),
    creatorWithdrawalsDue(payouts),
    suspensionsDue(payouts),
    approvalsDue({
      ...approvalDeps({ ...purchaseDeps(parts), ...payouts, tools: deedTools(parts.config, vault, log) }),
      vault,
    }),
    ...purchasesDue(purchaseDeps(parts)),
    detachmentsDue(purchaseDeps(parts)),
    p2pDue,
    contractsDue,
    incomingDue,
    feesDue,
  ]
}

interface ServerParts extends SharedParts, Pick<MountDeps, 'due' | 'pages' | 'readSide'> {
  readonly requestLog: ReturnType<typeof startRequestLog>
  readonly isReady: () => Promise<boolean>
  readonly metricsAccess: MetricsAccess
  readonly tokensOf: Membership['tokensOf'] | undefined
  readonly shortage: DiskSpace['shortage']
}

async function addServers(
  servers: Servers,
  served: readonly Environment[],
  { config, environments, pages: folder = PAGES }: ComposeOptions,
  parts: Omit<ServerParts, 'pages' | 'metricsAccess'>,
): Promise<void> {
  const pages = await readPages(folder)
  const access = metricsAccess(config, environments)
  for (const environment of served) await addServer(servers, environment, { ...parts, pages, metricsAccess: access })
}

async function addServer(servers: Servers, environment: Environment, parts: ServerParts): Promise<void> {
  const { config, database, log, rails } = parts
  const deps: MountDeps = {
    ...purchaseDeps(parts),
    environment,
    database,
    readSide: parts.readSide,
    locks: parts.locks,
    lanes: parts.lanes,
    due: parts.due,
    pages: parts.pages,
    people: parts.people,
    ach: rails.ach,
    mail: rails.mail,
    newCode: rails.newCode[environment],
    routingNumber: rails.routingNumber[environment],
    identity: rails.identity[environment],
    boundContracts,
    contracts: connectContracts,
    publicRoot: () => servers.rootOf(environment),
    serverOf: servers.serverOf,
    productionIsPublic: config.productionUrl !== undefined,
    console: {
      tools: deedTools(config, parts.vault, log),
      audit: auditEverything,
      checkProduction: (asked) => goLive(asked, config),
    },
  }
  await servers.add({
    environment,
    log,
    metrics: parts.metrics,
    metricsAccess: parts.metricsAccess,
    findCaller: parts.keys.forEnvironment(environment),
    scopeOf,
    rateLimitPerSecond: config.rateLimitPerSecond,
    tokensOf: parts.tokensOf,
    requestTimeoutMs: config.requestTimeoutSeconds * SECOND_MS,
    isReady: parts.isReady,
    shortage: parts.shortage,
    isKeyReused: createIsKeyReused(database, parts.vault),
    trustedProxies: config.trustedProxies,
    requestLog: parts.requestLog,
    securityTxt: { contact: config.securityContact, root: () => servers.rootOf(environment) },
    webhooks: describedNotification,
    examples: apiExamples,
    failures: simulationsTable(),
    ...(environment === 'production' ? await productionHttps(config, parts) : productionKeysInSandbox(config, parts)),
    mount: (api) => mountResources(api, deps),
    mountPages: (api) => mountPages(api, deps),
    sendNotFound: (request, reply) => sendNotFound(deps.pages, request, reply),
  })
}
