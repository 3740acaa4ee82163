import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDistributedDatabase, migrationOnCluster } from './cluster.ts'
import { type Database, errorCode, type Reserved, type Tx } from './database.ts'
import { splitStatements } from './sql-statements.ts'
import { StartError } from './start-error.ts'

const LOCK = 7_461_001
/** Not 7,461,002: the process that serves an embedded database holds that lock for as long as it runs. */
const UNTRANSACTED_LOCK = 7_461_004
const POSTGRES_MIN = 150_000

/**
 * How long a migration waits for the lock of a table. While it waits, every later statement on that table, and on tables
 * that it has locked before, queues behind it. So it gives up soon and tries again: four waits are within a second.
 */
const TABLE_LOCK_TIMEOUT_MS = 200
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'
const RETRY_MS = 200
const GIVE_UP_MS = 300_000

export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Marked `-- breaking`: a binary that does not know this migration must not run on it. */
  readonly breaking: boolean
  /** Marked `-- no transaction`: for `create index concurrently`, which refuses to run in one. */
  readonly withoutTransaction: boolean
}

/** The marks are the first lines of a migration. */
export function readMarks(sql: string): Pick<Migration, 'breaking' | 'withoutTransaction'> {
  const [marks = ''] = /^(?:-- (?:breaking|no transaction)\b.*\n?)*/.exec(sql) ?? []
  return { breaking: /^-- breaking\b/m.test(marks), withoutTransaction: /^-- no transaction\b/m.test(marks) }
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(name.slice(0, 4))
      if (number !== index + 1) throw new Error(`migration ${name} should be number ${index + 1}`)
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number, name, sql, checksum, ...readMarks(sql) }
    }),
  )
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly breaking: boolean
}

/** The reason why this binary must not run on the schema, if there is one. */
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
  // Even `if not exists` asks for the right to create tables, which a user that only serves does not have.
  const [known] = await tx`select 1 from pg_class where oid = to_regclass('schema_migrations')`
  if (!known) await createMigrationsTable(tx)
  return tx<Applied[]>`select number, name, checksum, breaking from schema_migrations order by number`
}

async function createMigrationsTable(tx: Tx): Promise<void> {
  await tx`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      breaking boolean not null,
      applied_at timestamptz not null default now()
    )`
}

/**
 * Brings the schema up to this binary, forward only. Each migration runs in its own transaction, under one advisory lock
 * so that processes started together migrate once. Returns how many this process has applied.
 */
export async function migrate(database: Database, known: readonly Migration[]): Promise<number> {
  await requireVersion(database)
  let applied = 0
  let progressAt = performance.now()
  for (;;) {
    const outcome = await applyNext(database, known)
    if (outcome === 'none left') return applied
    if (outcome === 'applied') applied++
    if (outcome !== 'table is locked') progressAt = performance.now()
    if (performance.now() - progressAt > GIVE_UP_MS) throw new StartError(GAVE_UP)
    if (outcome !== 'applied') await sleep(RETRY_MS)
  }
}

/**
 * Many migrations analyze the tables they have made, and none is ever edited. No migration does it any more: a table that was
 * analyzed while it was empty is planned for as one that has nothing, and connections keep such plans, which read all of it
 * for every row that is looked for, until it is analyzed again. One that never was is planned for as a small one, by index.
 */
const ANALYZING = /^analyze\b[^;]*;$/gm

const GAVE_UP = `A migration could not get the lock of a table within ${GIVE_UP_MS / 1_000} seconds: a long transaction holds it. Nothing was changed; start again later.`

const NOT_THE_OWNER =
  'The database is not migrated, and its user may not do that: run `npm start -- migrate` first, with DATABASE_URL naming the owner of the tables.'

type Outcome = 'none left' | 'applied' | 'table is locked' | 'another process applies it'

async function applyNext(database: Database, known: readonly Migration[]): Promise<Outcome> {
  const step = database.transaction(async (tx): Promise<Outcome | Migration> => {
    await tx.liftTimeLimits()
    await tx`select pg_advisory_xact_lock(${LOCK}::bigint)`
    const rows = await readApplied(tx)
    const why = refusal(known, rows)
    if (why) throw new StartError(why)
    const next = known.find((migration) => !rows.some((row) => row.number === migration.number))
    if (!next) return 'none left'
    if (next.withoutTransaction) return next
    await tx.unsafe(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`)
    const sql = next.sql.replace(ANALYZING, '')
    await tx.unsafe((await isDistributedDatabase(tx)) ? migrationOnCluster(sql) : sql)
    await recordApplied(tx, next)
    return 'applied'
  })
  const next = await step.catch((error): Outcome => {
    if (errorCode(error) === LOCK_NOT_AVAILABLE) return 'table is locked'
    if (errorCode(error) === INSUFFICIENT_PRIVILEGE) throw new StartError(NOT_THE_OWNER, { cause: error })
    throw error
  })
  return typeof next === 'string' ? next : applyWithoutTransaction(database, next)
}

/**
 * Runs a migration statement by statement, each of which can be run again: after a crash in the middle the next process
 * begins from the first. The lock is tried for, never waited for: a session that waits within a statement has a snapshot,
 * and `create index concurrently` would wait for that session in turn.
 */
function applyWithoutTransaction(database: Database, migration: Migration): Promise<Outcome> {
  return database.reserve(async (connection): Promise<Outcome> => {
    // The lock goes with the connection, which is not given back once its time limits are lifted.
    await connection.liftTimeLimits()
    const [turn] = await connection<{ mine: boolean }[]>`
      select pg_try_advisory_lock(${UNTRANSACTED_LOCK}::bigint) as mine`
    if (!turn?.mine) return 'another process applies it'
    const [done] = await connection`select 1 from schema_migrations where number = ${migration.number}`
    if (done) return 'another process applies it'
    for (const statement of splitStatements(migration.sql)) {
      await dropInvalidIndex(connection, statement)
      await connection.unsafe(statement)
    }
    await recordApplied(connection, migration)
    return 'applied'
  })
}

/** A concurrent build that was cut short leaves an invalid index, which `if not exists` would take for the real one. */
async function dropInvalidIndex(connection: Reserved, statement: string): Promise<void> {
  const [, name] = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement) ?? []
  if (!name) return
  const [invalid] = await connection`
    select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`
  if (invalid) await connection.unsafe(`drop index concurrently if exists ${name}`)
}

async function recordApplied(tx: Tx | Reserved, { number, name, checksum, breaking }: Migration): Promise<void> {
  await tx`
    insert into schema_migrations (number, name, checksum, breaking)
    values (${number}, ${name}, ${checksum}, ${breaking})`
}

async function requireVersion(database: Database): Promise<void> {
  const [row] = await database.sql<{ number: string; version: string }[]>`
    select current_setting('server_version_num') as number, current_setting('server_version') as version`
  if (Number(row?.number) < POSTGRES_MIN) {
    throw new StartError(`PostgreSQL ${row?.version} is too old: Tributary needs version 15 or newer.`)
  }
}

/** For readiness: every migration that this binary knows has been applied. */
export async function isMigrated(database: Database, known: readonly Migration[]): Promise<boolean> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from schema_migrations where number <= ${known.length}`
  return row?.count === known.length
}

/**
 * For readiness: fails as a write would fail on a server that has become read-only since we connected, so that its
 * connections are dropped though nobody writes.
 */
export async function checkWritable({ sql }: Database): Promise<void> {
  await sql.unsafe(`do $$ begin
    if current_setting('transaction_read_only')::boolean then raise read_only_sql_transaction; end if;
  end $$`)
}
