import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { migrate, readMigrations } from '../../src/platform/migrate.ts'
import { lintMigrations } from '../../src/platform/migration-lint.ts'
import { createClient } from '../support/client.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { auditClean, connected, paid } from '../support/payouts.ts'
import { readBanner, runOperator, runScript, startProgram } from '../support/program.ts'
import { SAMPLE_MIGRATIONS_DONE, sampleMigrations } from '../support/sample-migrations.ts'
import { startService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'service/migrations')
const FIXTURE = join(ROOT, 'service/test/data/release-0009.json')

interface Release {
  readonly vaultKey: string
  readonly apiKey: string
  readonly rows: Record<string, readonly Record<string, unknown>[]>
}

let release: Release

beforeAll(async () => {
  release = JSON.parse(await readFile(FIXTURE, 'utf8'))
})

const rowsOf = (table: string): readonly Record<string, unknown>[] => release.rows[table] ?? []
const applied = () => rowsOf('schema_migrations').length

/** The database as that release left it: its migrations, and the rows it had written. */
async function restore(): Promise<string> {
  const url = await emptyDatabase()
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    await migrate(database, (await readMigrations(FOLDER)).slice(0, applied()))
    await database.transaction(async (tx) => {
      await tx`set local session_replication_role = replica`
      for (const [table, rows] of Object.entries(release.rows)) {
        if (table === 'schema_migrations' || rows.length === 0) continue
        await tx.unsafe(`delete from ${table}`)
        await tx.unsafe(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::text::json)`,
          [JSON.stringify(rows)],
        )
      }
    })
    await moveSequences(database)
  } finally {
    await database.close()
  }
  return url
}

async function moveSequences({ sql }: Database): Promise<void> {
  const columns = await sql<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`
  for (const { table, column } of columns) {
    await sql.unsafe(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 1)) from ${table}`,
    )
  }
}

describe('a database of an earlier release, with data', () => {
  it('was made by migrations that nobody has edited since', async () => {
    const known = await readMigrations(FOLDER)
    expect(known.length).toBeGreaterThan(applied())
    expect(rowsOf('schema_migrations').map(({ name, checksum }) => [name, checksum])).toEqual(
      known.slice(0, applied()).map(({ name, checksum }) => [name, checksum]),
    )
  })

  it('migrates at the start of this one, audits clean, and has everything it had', async () => {
    const DATABASE_URL = await restore()
    const variables = { DATABASE_URL, VAULT_KEY: release.vaultKey }
    const program = startProgram({ variables })
    await program.printed('Ctrl-C stops it.')
    expect(await runOperator(['audit'], variables)).toMatchObject({ code: 0 })
    const { sql } = connect(DATABASE_URL)
    for (const table of [
      'payouts',
      'purchases',
      'p2p_payments',
      'contracts',
      'account_connections',
      'ledger_transfers',
    ]) {
      expect(rowsOf(table).length, table).toBeGreaterThan(1)
      const [row] = await sql.unsafe(`select count(*)::int as count from ${table}`)
      expect([table, row?.count >= rowsOf(table).length]).toEqual([table, true])
    }
    const client = createClient(readBanner(program.output()).base, release.apiKey)
    for (const { id, amount_in_cents } of rowsOf('payouts')) {
      expect((await client.get(`/payout/${id}`)).body).toMatchObject({ id, amount_in_cents })
    }
    const [hook] = rowsOf('webhooks')
    expect((await client.get(`/webhook/${hook?.id}/secret`)).body.secret).toMatch(/^whsec_/)
    // What was under way goes on, and new business is taken.
    await paid(client, String(rowsOf('payouts')[0]?.account_connection), 100)
    expect((await client.post('/sandbox/clock/advance', { seconds: 40 * 86_400 })).status).toBe(200)
    const open = (await client.get('/payout?status=pending')).body.pagination.total
    expect(open).toBe(0)
    expect(await runOperator(['audit'], variables)).toMatchObject({ code: 0 })
  })

  it('once migrated is refused by the older binary, which says why', async () => {
    const DATABASE_URL = await restore()
    const variables = { DATABASE_URL, VAULT_KEY: release.vaultKey }
    expect(await startProgram({ args: ['migrate'], variables }).ended).toBe(0)
    const older = runScript(await olderProgram(applied()), variables)
    expect(await older.ended).toBe(1)
    expect(older.output()).toMatch(
      /has migration 00\d\d_\w+\.sql, which this version of Tributary does not know: run the newer/,
    )
  })
})

describe('the migrations of a later release', () => {
  it('add a column, a check and indexes while this one answers, and no request fails', async () => {
    const running = await startService()
    const { sandbox, databaseUrl } = running
    const known = await readMigrations(FOLDER)
    const later = sampleMigrations(known)
    expect(lintMigrations(later)).toEqual([])
    const creator = await connected(sandbox, 'direct')
    // Still to be changed while it waits for its day.
    const LATER = '2090-01-01T00:00:00.000Z'
    let isOver = false
    let answered = 0
    const traffic = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const { id } = await paid(sandbox, creator, 100, { date: LATER })
        expect(await sandbox.get(`/payout/${id}`)).toMatchObject({ status: 200, body: { id } })
        expect(await sandbox.get('/payout?status=sent')).toMatchObject({ status: 200 })
        expect(await sandbox.put(`/payout/${id}`, { description: 'changed' })).toMatchObject({ status: 200 })
        answered += 4
      }
    })
    const owner = connect(databaseUrl, { connectionsMax: 1 })
    const untilMoreAnswered = (): Promise<void> => {
      const before = answered
      return expect.poll(() => answered, { timeout: 30_000 }).toBeGreaterThan(before + 32)
    }
    const migrating = (async () => {
      await untilMoreAnswered()
      expect(await migrate(owner, [...known, ...later])).toBe(later.length)
      await untilMoreAnswered()
    })().finally(() => {
      isOver = true
    })
    await Promise.all([migrating, ...traffic])
    expect((await owner.sql.unsafe(SAMPLE_MIGRATIONS_DONE))[0]).toEqual({ done: true })
    await auditClean(running.database)
  })
})

/** This program with the migrations of that release only. */
async function olderProgram(count: number): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tributary-older-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await cp(join(ROOT, 'service/src'), join(root, 'service/src'), { recursive: true })
  for (const name of (await readdir(FOLDER)).sort().slice(0, count)) {
    await cp(join(FOLDER, name), join(root, 'service/migrations', name))
  }
  await cp(join(ROOT, 'package.json'), join(root, 'package.json'))
  for (const name of ['node_modules', 'contracts', 'web']) await symlink(join(ROOT, name), join(root, name))
  return join(root, 'service/src/main.ts')
}
