import { chown, copyFile, lstat, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, openDatabase, type Reserved } from './database.ts'
import { PASSWORD_FILE } from './postgres-passwords.ts'
import { markBackup } from './restore-hold.ts'
import { StartError } from './start-error.ts'

export interface BackupOptions {
  /** The address of the embedded database, for the user who owns it. */
  readonly url: string
  readonly home: string
  /** A folder that does not exist yet. */
  readonly to: string
}

export interface Backup {
  readonly files: number
  readonly bytes: number
}

/** Files that belong to the running server and not to its data. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts'])
const KEPT_EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/**
 * Takes a base backup of the embedded database while it runs, by PostgreSQL's own rules: `pg_backup_start`, a copy of the
 * files as they are, `pg_backup_stop`, and the write-ahead log between the two, which makes the copy consistent when it is
 * started. The folder gets its final name last, so a folder of that name is always a complete backup.
 */
export async function backUp({ url, home, to }: BackupOptions): Promise<Backup> {
  if (await lstat(to).catch(() => undefined)) throw new StartError(`${to} exists already: name a new folder.`)
  const fresh = `${to}.partial-${process.pid}`
  const database = openDatabase({ url, connectionsMax: 1, lifetimeSeconds: null })
  try {
    await mkdir(fresh, { recursive: true, mode: 0o711 })
    // PostgreSQL wants `pg_backup_stop` on the connection that called `pg_backup_start`.
    const done = await database.reserve((connection) =>
      copyBetweenMarks(connection, join(home, 'postgres'), join(fresh, 'postgres')),
    )
    // The vault key is left out: whoever has it and the data has everything.
    await copy(join(home, PASSWORD_FILE), join(fresh, PASSWORD_FILE), done).catch(unlessGone)
    await markBackup(fresh)
    await syncFolder(fresh)
    await rename(fresh, to)
    await syncFolder(dirname(to))
    return done
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  } finally {
    await database.close()
  }
}

interface Counted {
  files: number
  bytes: number
}

async function copyBetweenMarks(sql: Reserved, data: string, to: string): Promise<Counted> {
  const done: Counted = { files: 0, bytes: 0 }
  await sql.liftTimeLimits()
  // Keeps the log since the start from being recycled; gone with the connection.
  // The temporary slot keeps the log since the start from being recycled; it ends with the connection.
  await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`
  await sql`select pg_backup_start('tributary', fast => true)`
  await copyFolder(data, to, done)
  const [end] = await sql<{ label: string; last: string }[]>`
    select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`
  const { label, last } = end as { label: string; last: string }
  await writeFile(join(to, 'backup_label'), label, { flush: true })
  await own(join(data, 'PG_VERSION'), join(to, 'backup_label'))
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] as string
  for (const name of await readdir(join(data, 'pg_wal'))) {
    const isNeeded = /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last
    if (isNeeded || name.endsWith('.history')) {
      await copy(join(data, 'pg_wal', name), join(to, 'pg_wal', name), done)
    }
  }
  await syncFolder(join(to, 'pg_wal'))
  return done
}

async function copyFolder(from: string, to: string, done: Counted): Promise<void> {
  await makeLike(from, to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory())
      await (KEPT_EMPTY.has(entry.name) ? makeLike(source, target) : copyFolder(source, target, done))
    else if (entry.isSymbolicLink()) throw new StartError(`${source} is a link: tablespaces are not backed up.`)
    else if (!NOT_COPIED.has(entry.name) && !entry.name.startsWith('pgsql_tmp')) {
      // A file that disappears while it is copied is restored, or removed again, by replaying the log.
      await copy(source, target, done).catch(unlessGone)
    }
  }
  await syncFolder(to)
}

async function makeLike(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  await own(from, to)
}

async function copy(from: string, to: string, done: Counted): Promise<void> {
  await copyFile(from, to)
  await own(from, to)
  const file = await open(to, 'r+')
  try {
    await file.sync()
    done.bytes += (await file.stat()).size
    done.files++
  } finally {
    await file.close()
  }
}

/** A copy made by root belongs to PostgreSQL's user, who must be able to open it. */
async function own(from: string, to: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await lstat(from)
  await chown(to, uid, gid)
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error
}
