import { helpText, showBanner } from './banner.ts'
import { compose, prepareDatabase } from './compose.ts'
import { type Config, productionMissing, readConfig } from './config.ts'
import type { Environment } from './kernel/environment.ts'
import { explain, listenError } from './platform/explain.ts'
import { type Shutdown, shutdownOnSignal } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { openStorage, type Storage } from './platform/storage.ts'

const ROLES = ['all', 'api', 'worker', 'migrate'] as const
type Role = (typeof ROLES)[number]

const HOLDING_MS = 3_600_000

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
    // A start that was cut short has not failed; whoever cut it short ends the process.
    if (shutdown.asked.aborted) return
    await shutdown.close().catch(() => {})
    throw error
  }
}

async function start(role: Role, config: Config, shutdown: Shutdown): Promise<void> {
  const storage = await opened(shutdown, openStorage(config, shutdown.asked), ({ close }) => close())
  if (role === 'migrate') {
    await opened(shutdown, prepareDatabase(storage.url), async () => {})
    process.stdout.write('The database is migrated.\n')
    await shutdown.close()
    return
  }
  await serve(role, config, storage, shutdown)
}

async function serve(
  role: Exclude<Role, 'migrate'>,
  config: Config,
  storage: Storage,
  shutdown: Shutdown,
): Promise<void> {
  const missing = productionMissing(config)
  const environments: Environment[] = missing.length === 0 ? ['sandbox', 'production'] : ['sandbox']
  const { url: databaseUrl, vaultKey } = storage
  const composing = compose({ config, databaseUrl, vaultKey, environments, role })
  const service = await opened(shutdown, composing, ({ drain }) => drain())
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

/** Where no server listens, nothing else holds the process while the database is away: it would end without a word. */
function stayAlive(shutdown: Shutdown): void {
  const holding = setInterval(() => {}, HOLDING_MS)
  shutdown.onClose(async () => clearInterval(holding))
}

/** A shutdown waits for what is being opened, to close it too: nothing loses the database while it works on it. */
async function opened<T>(shutdown: Shutdown, opening: Promise<T>, close: (it: T) => Promise<void>): Promise<T> {
  shutdown.onClose(() => opening.then(close, () => {}))
  const it = await opening
  shutdown.asked.throwIfAborted()
  return it
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

// Whoever read what we print may be gone; whoever we serve is not.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)
main().catch(fail)
