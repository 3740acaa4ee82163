import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../../service/src/platform/database.ts'

const PROBE_MS = 20

/** Lock modes that keep other statements of a running service waiting. */
const BLOCKING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']

/** Watches the locks of a migrating process, and takes itself, on every table, the lock that a writing statement takes. */
export interface LockWatch {
  /** The longest that a blocking lock on a table was held, in milliseconds. */
  heldMs(): number
  /** The longest that a writing statement would have waited, in milliseconds. */
  waitedMs(): number
  /** How often every table was probed. */
  rounds(): number
  stop(): Promise<void>
}

export async function watchLocks(url: string, migratorName: string): Promise<LockWatch> {
  const database = openDatabase({ url, connectionsMax: 2 })
  const tables = await existingTables(database)
  let [held, waited, rounds] = [0, 0, 0]
  let isOver = false

  async function probeWrites(): Promise<void> {
    while (!isOver) {
      const startedAt = performance.now()
      await database.transaction((tx) => tx.unsafe(`lock table ${tables.join(', ')} in row exclusive mode`))
      waited = Math.max(waited, performance.now() - startedAt)
      rounds++
      await sleep(PROBE_MS)
    }
  }

  async function measureHeld(): Promise<void> {
    const since = new Map<string, number>()
    while (!isOver) {
      const rows = await database.sql<{ lock: string }[]>`
        select concat_ws(' ', relation.relname, lock.mode, lock.virtualtransaction) as lock
        from pg_locks lock join pg_class relation on relation.oid = lock.relation and relation.relkind in ('r', 'p')
        join pg_stat_activity activity on activity.pid = lock.pid and activity.application_name = ${migratorName}
        where lock.granted and lock.mode = any(${BLOCKING}) and relation.relname = any(${tables})`
      const now = performance.now()
      const current = new Set(rows.map(({ lock }) => lock))
      for (const lock of since.keys()) if (!current.has(lock)) since.delete(lock)
      for (const lock of current) {
        since.set(lock, since.get(lock) ?? now)
        held = Math.max(held, now - (since.get(lock) as number) + PROBE_MS)
      }
      await sleep(PROBE_MS)
    }
  }

  const watching = Promise.all([probeWrites(), measureHeld()])
  return {
    heldMs: () => held,
    waitedMs: () => waited,
    rounds: () => rounds,
    async stop() {
      isOver = true
      await watching
      await database.close()
    },
  }
}

/** The tables that the running release knows. */
async function existingTables({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname <> 'schema_migrations'`
  return rows.map(({ name }) => name)
}
