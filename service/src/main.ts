import { helpText, showBanner } from './banner.ts'
import { compose, prepareDatabase } from './compose.ts'
import { type Config, productionMissing, readConfig } from './config.ts'
import type { Environment } from './kernel/environment.ts'
import { isDriverFault } from './platform/driver-faults.ts'
import { explain, listenError } from './platform/explain.ts'
import { type Shutdown, shutdownOnSignal } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { openStorage, type Storage } from './platform/storage.ts'

const ROLES = ['all', 'api', 'worker', 'migrate'] as const
type Role = (typeof ROLES)[number]

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
    process.stdout.write('Tributary worker is running.\n')
    return
  }
  const addresses = await service.listen().catch((error) => {
    throw listenError(error, config.host)
  })
  shutdown.asked.throwIfAborted()
  showBanner({ addresses, service, storage, missing })
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

/** What nobody caught ends the process, but for what the driver drops when the database goes away under it. */
function onUncaught(error: unknown): void {
  if (!isDriverFault(error)) fail(error)
  process.stderr.write(`The database went away: ${error instanceof Error ? error.message : error}\n`)
}

// Whoever read what we print may be gone; whoever we serve is not.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.on('uncaughtException', onUncaught)
process.on('unhandledRejection', onUncaught)
main().catch(fail)
