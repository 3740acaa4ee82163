import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Tx } from './database.ts'
import { StartError } from './start-error.ts'

const LOCK = 7_461_001
const POSTGRES_MIN = 150_000

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** A first line `-- breaking` says that a binary which does not know this migration must not run on it. */
  readonly breaking: boolean
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(name.slice(0, 4))
      if (number !== index + 1) throw new Error(`migration ${name} should be number ${index + 1}`)
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number, name, sql, checksum, breaking: /^-- breaking\b/.test(sql) }
    }),
  )
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly breaking: boolean
}

/** What stands between this binary and the schema: nothing, or the reason to refuse. */
function refusal(known: readonly Migration[], applied: readonly Applied[]): string | undefined {
  for (const row of applied) {
    const mine = known[row.number - 1]
    if (!mine && row.breaking) {
      return `The database has migration ${row.name}, which this version of Tributary does not know: run the newer version.`
    }
    if (mine && mine.checksum !== row.checksum) {
      return `Migration ${row.name} was applied with other contents than this version has: migrations are never edited.`
    }
  }
  return undefined
}

async function readApplied(tx: Tx): Promise<Applied[]> {
  await tx`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      breaking boolean not null,
      applied_at timestamptz not null default now()
    )`
  return tx<Applied[]>`select number, name, checksum, breaking from schema_migrations order by number`
}

/**
 * Brings the schema up to this binary: forward only, each migration in its own transaction, under one advisory lock so
 * that processes started together migrate once.
 */
export async function migrate(database: Database, known: readonly Migration[]): Promise<number> {
  await requireVersion(database)
  let applied = 0
  for (;;) {
    const more = await database.transaction(async (tx) => {
      await tx`select pg_advisory_xact_lock(${LOCK}::bigint)`
      await tx.liftTimeLimits()
      const rows = await readApplied(tx)
      const why = refusal(known, rows)
      if (why) throw new StartError(why)
      const next = known.find((migration) => !rows.some((row) => row.number === migration.number))
      if (!next) return false
      await tx.unsafe(next.sql)
      await tx`
        insert into schema_migrations (number, name, checksum, breaking)
        values (${next.number}, ${next.name}, ${next.checksum}, ${next.breaking})`
      applied++
      return true
    })
    if (!more) return applied
  }
}

async function requireVersion(database: Database): Promise<void> {
  const [row] = await database.sql<{ number: string; version: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as version`
  if (Number(row?.number) < POSTGRES_MIN) {
    throw new StartError(`PostgreSQL ${row?.version} is too old: Tributary needs version 15 or newer.`)
  }
}

/** For readiness: every migration this binary knows is there. */
export async function isMigrated(database: Database, known: readonly Migration[]): Promise<boolean> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from schema_migrations where number <= ${known.length}`
  return row?.count === known.length
}
