import { availableParallelism } from 'node:os'
import type { ServingRole } from './app/background.ts'
import { helpText, showBanner } from './app/banner.ts'
import { prepareDatabase } from './app/prepare-database.ts'
import { productionMissing } from './app/production-settings.ts'
import { type CrewSize, loadFirstMembers, type Supervised, supervise } from './app/supervise.ts'
import { type Config, defaultApiProcesses, readConfig } from './config.ts'
import type { Environment } from './kernel/environment.ts'
import { HOUR_MS } from './kernel/time.ts'
import { listenError } from './platform/explain.ts'
import { createLogger } from './platform/logs.ts'
import { endOnFault, fail } from './platform/process-end.ts'
import { notifyServiceManager } from './platform/service-manager.ts'
import { openPart, type Shutdown, shutdownOnSignal } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { openStorage, type Storage } from './platform/storage.ts'
import { openVault } from './platform/vault.ts'
import { isRole, ROLES, type Role } from './roles.ts'

const KEEP_ALIVE_MS = HOUR_MS

function readRole(args: readonly string[]): Role {
  const [role = 'all', ...rest] = args
  if (!isRole(role) || rest.length > 0) {
    throw new StartError(`The role must be one of ${ROLES.join(', ')}, not \`${args.join(' ')}\`; see --help.`)
  }
  return role
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(helpText())
    return
  }
  const role = readRole(args)
  const config = readConfig(process.env)
  const shutdown = shutdownOnSignal(config.drainSeconds)
  try {
    await start(role, config, shutdown)
  } catch (error) {
    // A signal during the start is no failure: the shutdown that it began ends the process.
    if (shutdown.asked.aborted) return
    await shutdown.close().catch(() => {})
    throw error
  }
}

async function start(role: Role, config: Config, shutdown: Shutdown): Promise<void> {
  const crew = crewSize(role, config)
  const loading = crew ? loadFirstMembers(crew, shutdown) : []
  const log = createLogger(config.logLevel)
  const storage = await openPart(shutdown, openStorage(config, log, shutdown.asked), ({ close }) => close())
  if (role === 'migrate') {
    await openPart(shutdown, prepareDatabase(storage.url, openVault(storage.vaultKey)), async () => {})
    process.stdout.write('The database is migrated.\n')
    await shutdown.close()
    return
  }
  const missing = productionMissing(config)
  const environments: Environment[] = missing.length === 0 ? ['sandbox', 'production'] : ['sandbox']
  const parts = { config, storage, environments }
  const serving = crew
    ? await supervise({ ...parts, ...crew, loading }, shutdown)
    : await serveAlone(role, parts, shutdown)
  shutdown.asked.throwIfAborted()
  if (serving) showBanner({ addresses: serving.addresses, service: serving, storage, missing })
  else process.stdout.write('Tributary worker is running.\n')
  shutdown.asked.addEventListener('abort', () => notifyServiceManager('STOPPING=1'))
  notifyServiceManager('READY=1')
}

/** Nothing for a role that is one process. */
function crewSize(role: Role, config: Config): CrewSize | undefined {
  if (role !== 'all' && role !== 'api') return undefined
  const hasWorker = role === 'all'
  const apiProcesses = config.apiProcesses ?? (hasWorker ? defaultApiProcesses(availableParallelism()) : 1)
  return hasWorker || apiProcesses > 1 ? { apiProcesses, hasWorker } : undefined
}

interface Parts {
  readonly config: Config
  readonly storage: Storage
  readonly environments: readonly Environment[]
}

/** Serves, or works, in this process alone. */
async function serveAlone(
  role: ServingRole,
  { config, storage, environments }: Parts,
  shutdown: Shutdown,
): Promise<Supervised | undefined> {
  // Loaded only where it runs: a supervisor stays small without it.
  const { compose } = await import('./app/compose.ts')
  const { url: databaseUrl, vaultKey, folder } = storage
  const composing = compose({ config, databaseUrl, vaultKey, dataFolder: folder?.home, environments, role })
  const service = await openPart(shutdown, composing, ({ drain }) => drain())
  if (role === 'worker') {
    stayAlive(shutdown)
    return undefined
  }
  const addresses = await service.listen().catch((error) => {
    throw listenError(error, config.host)
  })
  return { ...service, addresses }
}

/**
 * Keeps a worker's process alive. It has no listening server, and its timers are unreferenced: while the database is away
 * Node would find nothing left to wait for and exit silently.
 */
function stayAlive(shutdown: Shutdown): void {
  const timer = setInterval(() => {}, KEEP_ALIVE_MS)
  shutdown.onClose(async () => clearInterval(timer))
}

endOnFault()
main().catch(fail)
