import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cloneDatabase, connect, emptyDatabase } from '../../test/support/database.ts'
import { holdDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { isMigrated, type Migration, migrate, readMarks, readMigrations } from './migrate.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

const migration = (number: number, sql: string): Migration => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  checksum: `checksum of ${sql}`,
  ...readMarks(sql),
})

const INDEX = '-- no transaction\ncreate index concurrently if not exists t_n on t (n);'

describe('migrations', () => {
  it('are applied once, in order, by ten processes that start together', async () => {
    const url = await emptyDatabase()
    const known = [migration(1, 'create table t (n int)'), migration(2, 'insert into t values (1)')]
    const pools = Array.from({ length: 10 }, () => connect(url, { connectionsMax: 1 }))
    const applied = await Promise.all(pools.map((pool) => migrate(pool, known)))
    expect(applied.reduce((sum, count) => sum + count)).toBe(2)
    const rows = await connect(url).sql`select n from t`
    expect(rows).toHaveLength(1)
  })

  it('build an index beside the process that holds the data folder of the same database', async () => {
    const url = await emptyDatabase()
    const { release } = await holdDataFolder(url, 'a data folder')
    const known = [migration(1, 'create table t (n int)'), migration(2, INDEX)]
    expect(await migrate(connect(url), known)).toBe(2)
    await release()
  })

  it('change nothing the second time', async () => {
    const database = connect(await cloneDatabase())
    const known = await readMigrations(FOLDER)
    expect(await migrate(database, known)).toBe(0)
    expect(await isMigrated(database, known)).toBe(true)
  })

  it('one that fails leaves no trace, and those before it stay', async () => {
    const database = connect(await emptyDatabase())
    const known = [migration(1, 'create table a ()'), migration(2, 'create table b (); select 1/0')]
    await expect(migrate(database, known)).rejects.toThrow(/division by zero/)
    const [row] = await database.sql`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`
    expect(row).toEqual({ a: true, b: false })
    expect(await isMigrated(database, known)).toBe(false)
  })

  it('a binary older than a breaking schema refuses to start, and says why', async () => {
    const database = connect(await emptyDatabase())
    await migrate(database, [migration(1, 'select 1'), migration(2, '-- breaking\nselect 2')])
    await expect(migrate(database, [migration(1, 'select 1')])).rejects.toThrow(
      /0002_test.sql, which this version.*does not know/,
    )
  })

  it('a binary older than a harmless addition still runs', async () => {
    const database = connect(await emptyDatabase())
    await migrate(database, [migration(1, 'select 1'), migration(2, 'select 2')])
    expect(await migrate(database, [migration(1, 'select 1')])).toBe(0)
  })

  it('an edited migration is noticed', async () => {
    const database = connect(await emptyDatabase())
    await migrate(database, [migration(1, 'select 1')])
    await expect(migrate(database, [migration(1, 'select 2')])).rejects.toThrow(/migrations are never edited/)
  })

  it.each([
    ['-- breaking\n-- words\nselect 1', { breaking: true, withoutTransaction: false }],
    ['-- breaking: why\n-- no transaction\nselect 1', { breaking: true, withoutTransaction: true }],
    ['-- no transaction\n-- breaking: why\nselect 1', { breaking: true, withoutTransaction: true }],
    ['-- words\n-- breaking\nselect 1', { breaking: false, withoutTransaction: false }],
    ['select 1', { breaking: false, withoutTransaction: false }],
  ])('the marks of %j are %j', (sql, marks) => {
    expect(readMarks(sql)).toEqual(marks)
  })

  it('an index is built concurrently, once, by ten processes that start together', async () => {
    const url = await emptyDatabase()
    const known = [
      migration(1, 'create table t (n int)'),
      migration(2, INDEX),
      migration(3, 'insert into t values (1)'),
    ]
    const pools = Array.from({ length: 10 }, () => connect(url, { connectionsMax: 1 }))
    const applied = await Promise.all(pools.map((pool) => migrate(pool, known)))
    expect(applied.reduce((sum, count) => sum + count)).toBe(3)
    const rows = await connect(url).sql`select indisvalid from pg_index where indexrelid = 't_n'::regclass`
    expect([...rows]).toEqual([{ indisvalid: true }])
    const [session] = await (pools[0] as Database).sql`select current_setting('statement_timeout') as timeout`
    expect(session?.timeout).toBe('30s')
  })

  it('an index whose build was cut short is built again by the next start', async () => {
    const database = connect(await emptyDatabase(), { connectionsMax: 1 })
    const unique = INDEX.replace('create index', 'create unique index')
    const known = [migration(1, 'create table t (n int); insert into t values (1), (1)'), migration(2, unique)]
    await expect(migrate(database, known)).rejects.toThrow(/could not create unique index/)
    expect(await isMigrated(database, known)).toBe(false)
    const valid = async () =>
      (await database.sql`select indisvalid from pg_index where indexrelid = 't_n'::regclass`)[0]
    expect((await valid())?.indisvalid).toBe(false)
    await database.sql`delete from t`
    expect(await migrate(database, known)).toBe(1)
    expect((await valid())?.indisvalid).toBe(true)
  })

  it('one whose table is locked gives way to the statements behind it, and goes on when the lock is gone', async () => {
    const url = await emptyDatabase()
    const database = connect(url, { connectionsMax: 1 })
    const first = migration(1, 'create table t (n int)')
    await migrate(database, [first])
    const other = connect(url)
    const unlock = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = other.transaction(async (tx) => {
      await tx`select * from t`
      locked.resolve()
      await unlock.promise
    })
    await locked.promise
    const migrating = migrate(database, [first, migration(2, 'alter table t add column m int')])
    await expect
      .poll(async () => (await other.sql`select 1 from pg_locks where not granted and relation = 't'::regclass`).length)
      .toBe(1)
    const startedAt = performance.now()
    await other.sql`insert into t values (1)`
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    unlock.resolve()
    await holding
    expect(await migrating).toBe(1)
  })

  it('no table is analyzed while it is empty: the planner would read all of it until it is analyzed again', async () => {
    const database = connect(await emptyDatabase())
    await migrate(database, await readMigrations(FOLDER))
    const rows = await database.sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples = 0`
    expect(rows).toEqual([])
  })

  it('every primary, unique and foreign key of a business table begins with tenant_id', async () => {
    const { sql } = connect(await cloneDatabase())
    // `tries` and languages belong to addresses and e-mails, people and what they did to enterprises, not to tenants.
    const people = ['people', 'invitations', 'audit_log', 'audit_heads', 'operator_audit_log', 'operator_audit_heads']
    const enterprises = ['enterprises', 'enterprise_name_requests', 'sign_in_rules']
    const service = ['tenants', 'auth_epoch', 'schema_migrations', 'tries', 'reader_languages', 'database_place']
    const shared = [...enterprises, ...service, ...people]
    const rows = await sql<{ relation: string; name: string; first: string }[]>`
      select t.relname as relation, c.conname as name, a.attname as first
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      where c.contype in ('p', 'u', 'f') and t.relnamespace = 'public'::regnamespace and not t.relname = any(${shared})
        and t.relname not like 'person\_%' and t.relname !~ '^operators?(_|$)'`
    // How a request finds its tenant, so it cannot name one.
    const exempt = [
      'api_keys_hash_key',
      'connect_links_token',
      'connect_sessions_token',
      'creator_resets_token',
      'creator_sessions_token',
      'identity_checks_key',
    ]
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ name, first }) => first !== 'tenant_id' && !exempt.includes(name))).toEqual([])
  })
})
