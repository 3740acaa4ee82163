import { helpText, showBanner } from './banner.ts'
import { compose, prepareDatabase } from './compose.ts'
import { productionMissing, readConfig } from './config.ts'
import type { Environment } from './kernel/environment.ts'
import { explain } from './platform/explain.ts'
import { StartError } from './platform/start-error.ts'
import { openStorage } from './platform/storage.ts'

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
  const storage = await openStorage(config)
  try {
    if (role === 'migrate') {
      await prepareDatabase(storage.url)
      process.stdout.write('The database is migrated.\n')
      await storage.close()
      return
    }
    const missing = productionMissing(config)
    const environments: Environment[] = missing.length === 0 ? ['sandbox', 'production'] : ['sandbox']
    const service = await compose({ config, databaseUrl: storage.url, vaultKey: storage.vaultKey, environments })
    const stop = stopOnSignal(config.drainSeconds, async () => {
      await service.drain()
      await storage.close()
    })
    try {
      showBanner({ addresses: await service.listen(), service, storage, missing })
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await storage.close().catch(() => {})
    throw error
  }
}

/** The first signal drains, the second one ends at once. */
function stopOnSignal(drainSeconds: number, drain: () => Promise<void>): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopping ??= drain()
    return stopping
  }
  const onSignal = (): void => {
    if (stopping) process.exit(1)
    process.stderr.write('\nStopping: requests in flight finish first. Again to stop at once.\n')
    setTimeout(
      () => {
        process.stderr.write(`Requests were still in flight after ${drainSeconds} s.\n`)
        process.exit(1)
      },
      drainSeconds * 1_000 + 5_000,
    ).unref()
    stop().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return stop
}

function fail(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

main().catch(fail)
