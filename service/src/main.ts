import { helpText, showBanner } from './app/banner.ts'
import { compose } from './app/compose.ts'
import { prepareDatabase } from './app/prepare-database.ts'
import { type Config, productionMissing, readConfig } from './config.ts'
import type { Environment } from './kernel/environment.ts'
import { HOUR_MS } from './kernel/time.ts'
import { explain, listenError } from './platform/explain.ts'
import { createLogger, type Logger } from './platform/logs.ts'
import { type Shutdown, shutdownOnSignal } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { openStorage, type Storage } from './platform/storage.ts'
import { openVault } from './platform/vault.ts'

const ROLES = ['all', 'api', 'worker', 'migrate'] as const
type Role = (typeof ROLES)[number]

const KEEP_ALIVE_MS = HOUR_MS

function readRole(args: readonly string[]): Role {
  const [role = 'all', ...rest] = args
  if (!ROLES.includes(role as Role) || rest.length > 0) {
    throw new StartError(`The role must be one of ${ROLES.join(', ')}, not \`${args.join(' ')}\`; see --help.`)
  }
  return role as Role
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
  const log = createLogger(config.logLevel)
  const storage = await open(shutdown, openStorage(config, log, shutdown.asked), ({ close }) => close())
  if (role === 'migrate') {
    await open(shutdown, prepareDatabase(storage.url, openVault(storage.vaultKey)), async () => {})
    process.stdout.write('The database is migrated.\n')
    await shutdown.close()
    return
  }
  await serve(role, config, storage, shutdown, log)
}

async function serve(
  role: Exclude<Role, 'migrate'>,
  config: Config,
  storage: Storage,
  shutdown: Shutdown,
  log: Logger,
): Promise<void> {
  const missing = productionMissing(config)
  const environments: Environment[] = missing.length === 0 ? ['sandbox', 'production'] : ['sandbox']
  const { url: databaseUrl, vaultKey, folder } = storage
  const composing = compose({ config, databaseUrl, vaultKey, dataFolder: folder?.home, environments, role, log })
  const service = await open(shutdown, composing, ({ drain }) => drain())
  if (role === 'worker') {
    stayAlive(shutdown)
    process.stdout.write('Tributary worker is running.\n')
    return
  }
  const addresses = await service.listen().catch((error) => {
    throw listenError(error, config.host)
  })
  shutdown.asked.throwIfAborted()
  showBanner({ addresses, service, storage, missing })
}

/**
 * Keeps a worker's process alive. It has no listening server, and its timers are unreferenced: while the database is away
 * Node would find nothing left to wait for and exit silently.
 */
function stayAlive(shutdown: Shutdown): void {
  const timer = setInterval(() => {}, KEEP_ALIVE_MS)
  shutdown.onClose(async () => clearInterval(timer))
}

/**
 * Waits for a part of the program to open, and registers its closing at once. A shutdown during the start then waits for
 * the part and closes it too, so that no part loses the database while it still uses it.
 */
async function open<T>(shutdown: Shutdown, opening: Promise<T>, close: (part: T) => Promise<void>): Promise<T> {
  shutdown.onClose(() => opening.then(close, () => {}))
  const part = await opening
  shutdown.asked.throwIfAborted()
  return part
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

// A closed terminal or pipe must not end a service that still has clients.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
main().catch(fail)
