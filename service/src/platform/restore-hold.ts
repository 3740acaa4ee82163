import { access, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, errorCode, openDatabase, type Queryable } from './database.ts'

/** In a folder made by `backup`; its name changes once the copy has been noticed as restored. */
const BACKUP_MARK = 'backup.json'
const RESTORED_MARK = 'backup.restored.json'

const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_TABLE = '42P01'

/** A restored database whose production must not send anything yet. */
export interface RestoreHold {
  readonly since: Date
  readonly because: string
}

interface Place {
  /** The cluster's own number and the database's: another of either means that the rows were copied there. */
  readonly cluster: string
  readonly timeline: number
  /** Whether the cluster was recovered to a moment that somebody chose. A standby that is promoted has no such target. */
  readonly recovered_to_target: boolean
}

async function readPlace(sql: Queryable): Promise<Place | undefined> {
  const [place] = await sql<Place[]>`
    select (select system_identifier from pg_control_system()) || ':' || (
        select oid from pg_database where datname = current_database()) as cluster,
      (select timeline_id from pg_control_checkpoint()) as timeline,
      exists (
        select 1 from pg_settings where setting <> '' and name in ('recovery_target', 'recovery_target_lsn',
          'recovery_target_name', 'recovery_target_time', 'recovery_target_xid')) as recovered_to_target`
  return place
}

function restoredBecause(known: Omit<Place, 'recovered_to_target'>, now: Place): string | undefined {
  if (known.cluster !== now.cluster) return 'the database was copied from another server or another database'
  const isLater = now.timeline > known.timeline
  return isLater && now.recovered_to_target ? 'the database was recovered to an earlier moment' : undefined
}

/**
 * Compares the place of the database with the one it was last served at. A restore to before a file was delivered would
 * send it again, so a database that was restored is held until the operator releases it. A server that does not tell its
 * own number is not watched.
 */
export async function noteRestore(owner: Database): Promise<RestoreHold | undefined> {
  const place = await readPlace(owner.sql).catch((error) => {
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) return undefined
    throw error
  })
  if (place) await owner.transaction((tx) => record(tx, place))
  return readHold(owner.sql)
}

async function record(tx: Queryable, place: Place): Promise<void> {
  const { cluster, timeline } = place
  const [known] = await tx<Place[]>`select cluster, timeline from database_place for update`
  const because = known && restoredBecause(known, place)
  await tx`
    insert into database_place as known (cluster, timeline) values (${cluster}, ${timeline})
    on conflict (singleton) do update set cluster = excluded.cluster, timeline = excluded.timeline,
      held_since = coalesce(known.held_since, case when ${because ?? null}::text is not null then clock_timestamp() end),
      held_because = coalesce(known.held_because, ${because ?? null}::text)`
}

export async function readHold(sql: Queryable): Promise<RestoreHold | undefined> {
  const [hold] = await sql<RestoreHold[]>`
    select held_since as since, held_because as because from database_place where held_since is not null`
  return hold
}

/** Holds the database by hand, after a restore that cannot be noticed. */
export async function holdDatabase(sql: Queryable, because: string): Promise<void> {
  await sql`
    update database_place set held_since = coalesce(held_since, clock_timestamp()),
      held_because = coalesce(held_because, ${because})`
}

export async function releaseHold(sql: Queryable): Promise<void> {
  await sql`update database_place set held_since = null, held_because = null`
}

/** Marks a folder as a copy: the start that finds the mark knows that its data may be older than the outside world. */
export const markBackup = (folder: string): Promise<void> =>
  writeFile(join(folder, BACKUP_MARK), `${JSON.stringify({ made_at: new Date().toISOString() })}\n`, { flush: true })

/** Whether the data folder was made by `backup`, now or before an earlier start. */
export async function isBackup(home: string): Promise<boolean> {
  const isThere = (name: string): Promise<boolean> =>
    access(join(home, name)).then(
      () => true,
      () => false,
    )
  return (await isThere(BACKUP_MARK)) || (await isThere(RESTORED_MARK))
}

/** Holds the database of a data folder that is a copy, once: a second start finds the mark under its other name. */
export async function holdRestoredFolder(home: string, url: string): Promise<void> {
  const mark = await readFile(join(home, BACKUP_MARK), 'utf8').catch(() => undefined)
  if (mark === undefined) return
  const { made_at } = JSON.parse(mark) as { made_at: string }
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    await holdDatabase(database.sql, `the data folder is the backup of ${made_at}`)
  } catch (error) {
    // A backup of a database that was never migrated: there is nothing in it that could be sent.
    if (errorCode(error) !== UNDEFINED_TABLE) throw error
  } finally {
    await database.close()
  }
  await rename(join(home, BACKUP_MARK), join(home, RESTORED_MARK))
}
