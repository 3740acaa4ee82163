import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { type Account, canReach, unprivilegedAccount } from './process-account.ts'
import { StartError } from './start-error.ts'
import { newVaultKey } from './vault.ts'

const ELSEWHERE = '/var/lib/tributary'
const INSTANCE_LOCK = 7_461_002

/** Where the embedded database and its vault key live. */
export interface DataFolder {
  readonly home: string
  /** Why it is not where it was asked to be, for the banner. */
  readonly movedBecause?: string
  readonly account: Account | undefined
  readonly binariesCopy?: string
}

/**
 * Started as root, PostgreSQL runs as a user of its own. When that user cannot pass through the folders above the
 * project or the data (a clone below a private home), binaries and data go where it can.
 */
export async function locateDataFolder(wanted: string): Promise<DataFolder> {
  const home = resolve(wanted)
  const account = await unprivilegedAccount()
  if (!account) return { home, account }
  const { folder } = await findBinaries()
  const binariesReachable = canReach(folder, account)
  const place = binariesReachable ? {} : { binariesCopy: ELSEWHERE }
  if (await isReachable(home, account)) return { home, account, ...place }
  const name = `${basename(dirname(home))}-${createHash('sha256').update(home).digest('hex').slice(0, 8)}`
  return {
    home: join(ELSEWHERE, name),
    movedBecause: `${home} cannot be reached by PostgreSQL's user \`${account.name}\``,
    account,
    ...place,
  }
}

async function isReachable(home: string, account: Account): Promise<boolean> {
  const probe = join(home, `.probe-${process.pid}`)
  await mkdir(probe, { recursive: true, mode: 0o755 }).catch((error: Error) => {
    throw new StartError(`The data folder ${home} cannot be made: ${error.message}.`)
  })
  // Of the folder itself PostgreSQL's user needs only passage, which is ours to give; above it we change nothing.
  await chmod(home, 0o711)
  const reached = canReach(probe, account)
  await rm(probe, { recursive: true })
  return reached
}

/** The vault key of an embedded database: made once, kept beside the data, readable by its owner only. */
export async function embeddedVaultKey(home: string): Promise<string> {
  const path = join(home, 'vault.key')
  const fresh = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(fresh, `${newVaultKey()}\n`, { mode: 0o600 })
  // `link` fails when the name is taken, so two first starts agree on one key.
  await link(fresh, path).catch(() => {})
  await rm(fresh)
  return (await readFile(path, 'utf8')).trim()
}

export async function startInDataFolder(folder: DataFolder): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    home: folder.home,
    account: folder.account,
    ...(folder.binariesCopy ? { binariesCopy: folder.binariesCopy } : {}),
  })
}

/**
 * One serving process per data folder, for as long as it lives: an advisory lock on a connection of its own, which the
 * system gives back however the process ends. Unlike a pid file it is never stale.
 */
export async function holdDataFolder(url: string, home: string, attempts = 10): Promise<() => Promise<void>> {
  const database = openDatabase({
    url,
    connectionsMax: 1,
    lifetimeSeconds: null,
    applicationName: `tributary instance ${process.pid}`,
  })
  for (let attempt = 1; ; attempt++) {
    const [row] = await database.sql<{ held: boolean }[]>`select pg_try_advisory_lock(${INSTANCE_LOCK}::bigint) as held`
    if (row?.held) return () => database.close()
    // A holder that was just killed needs a moment until PostgreSQL has noticed.
    if (attempt === attempts) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const [holder] = await database.sql<{ name: string }[]>`
    select application_name as name from pg_stat_activity
    join pg_locks using (pid) where locktype = 'advisory' and objid = ${INSTANCE_LOCK} and granted`
  await database.close()
  const pid = holder?.name.split(' ').at(-1)
  throw new StartError(
    `The data folder ${home} is in use by another Tributary${pid ? ` (process ${pid})` : ''}: stop it, or set TRIBUTARY_HOME to another folder.`,
  )
}
