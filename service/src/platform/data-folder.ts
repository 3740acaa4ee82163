import { createHash } from 'node:crypto'
import { rmdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { MACHINE_FOLDER, makePassage } from './folders.ts'
import { keptSecret } from './kept-secret.ts'
import { findBinaries, isShellSafe } from './postgres-binaries.ts'
import { type Account, canReach, unprivilegedAccount } from './process-account.ts'
import { isBackup } from './restore-hold.ts'
import { StartError } from './start-error.ts'
import { newVaultKey } from './vault.ts'

const INSTANCE_LOCK = 7_461_002
const HOLD_RETRY_MS = 200

/** The folder of the embedded database and its vault key. */
export interface DataFolder {
  readonly home: string
  /** The reason why it is not the folder that was asked for; shown in the banner. */
  readonly movedBecause?: string
  readonly account: Account | undefined
  readonly binariesCopy?: string
}

/**
 * Started as root, PostgreSQL runs as a user of its own. When that user cannot pass through the folders above the
 * project or the data (a clone below a private home), binaries and data are kept in a folder that it can reach.
 */
export async function locateDataFolder(wanted: string): Promise<DataFolder> {
  const home = resolve(wanted)
  // PostgreSQL keeps the path as one line of a file.
  if (home.includes('\n')) throw new StartError('The path of the data folder must not have a line break in it.')
  const account = unprivilegedAccount()
  const place = { account, ...(await binariesPlace(account)) }
  if (!account) return { home, ...place }
  const made = await makePassage(home)
  if (canReach(home, account)) return { home, ...place }
  if (made) await rmdir(home)
  const movedBecause = `${home} cannot be reached by PostgreSQL's user \`${account.name}\``
  return { home: await machineHome(home, account), movedBecause, ...place }
}

async function binariesPlace(account: Account | undefined): Promise<{ binariesCopy?: string }> {
  const { folder, postgres } = await findBinaries()
  if (isShellSafe(folder) && (!account || canReach(postgres, account))) return {}
  if (!account) return { binariesCopy: join(homedir(), '.cache', 'tributary') }
  await makePassage(MACHINE_FOLDER)
  return { binariesCopy: MACHINE_FOLDER }
}

async function machineHome(wanted: string, account: Account): Promise<string> {
  const name = `${basename(dirname(wanted))}-${createHash('sha256').update(wanted).digest('hex').slice(0, 8)}`
  const home = join(MACHINE_FOLDER, name)
  await makePassage(MACHINE_FOLDER)
  await makePassage(home)
  if (!canReach(home, account)) {
    throw new StartError(`PostgreSQL's user \`${account.name}\` can reach neither ${wanted} nor ${home}.`)
  }
  return home
}

/** The vault key of an embedded database, kept beside the data. A backup has none, and a new one would not open it. */
export async function embeddedVaultKey(home: string): Promise<string> {
  const file = join(home, 'vault.key')
  return keptSecret(file, async () => {
    if (!(await isBackup(home))) return newVaultKey()
    throw new StartError(
      `${home} is a backup, and its vault key was kept elsewhere: put it into ${file}, or set VAULT_KEY.`,
    )
  })
}

export async function startInDataFolder(folder: DataFolder, asked?: AbortSignal): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    home: folder.home,
    account: folder.account,
    ...(asked ? { asked } : {}),
    ...(folder.binariesCopy ? { binariesCopy: folder.binariesCopy } : {}),
  })
}

/** The right of one process to serve a data folder. */
export interface Hold {
  /** Resolves when the connection that holds the folder has ended, and with it PostgreSQL or this hold. */
  readonly lost: Promise<void>
  release(): Promise<void>
}

/**
 * Lets one process at a time serve a data folder: an advisory lock on a connection of its own, which PostgreSQL releases
 * however the process ends. Unlike a pid file it is never stale.
 */
export async function holdDataFolder(url: string, home: string, attempts = 10): Promise<Hold> {
  const { client, lost } = await connectAlone(url)
  const release = (): Promise<void> => client.end().catch(() => {})
  try {
    for (let attempt = 1; ; attempt++) {
      const { rows } = await client.query('select pg_try_advisory_lock($1::bigint) as held', [INSTANCE_LOCK])
      if (rows[0]?.held) return { lost, release }
      if (attempt === attempts) throw await takenBy(client, home)
      // A holder that was just killed needs a moment until PostgreSQL has noticed.
      await sleep(HOLD_RETRY_MS)
    }
  } catch (error) {
    await release()
    throw error
  }
}

async function connectAlone(url: string): Promise<{ client: pg.Client; lost: Promise<void> }> {
  const client = new pg.Client({ connectionString: url, application_name: `tributary instance ${process.pid}` })
  // The end of the connection is what counts, whatever error came before it.
  client.on('error', () => {})
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await client.connect()
  return { client, lost }
}

async function takenBy(client: pg.Client, home: string): Promise<StartError> {
  const { rows } = await client.query(
    `select application_name as name from pg_stat_activity
     join pg_locks using (pid) where locktype = 'advisory' and objid = $1 and granted`,
    [INSTANCE_LOCK],
  )
  const pid = rows[0]?.name.split(' ').at(-1)
  return new StartError(
    `The data folder ${home} is in use by another Tributary${pid ? ` (process ${pid})` : ''}: stop it, or set TRIBUTARY_HOME to another folder.`,
  )
}
