import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cloneDatabase, connect, emptyDatabase } from '../../test/support/database.ts'
import { isMigrated, type Migration, migrate, readMigrations } from './migrate.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

const migration = (number: number, sql: string, breaking = false): Migration => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  checksum: `checksum of ${sql}`,
  breaking,
})

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
    await migrate(database, [migration(1, 'select 1'), migration(2, 'select 2', true)])
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

  it('every primary, unique and foreign key of a business table begins with tenant_id', async () => {
    const { sql } = connect(await cloneDatabase())
    // `tries` belong to addresses and e-mails, people and what they did to enterprises, not to tenants.
    const people = ['people', 'invitations', 'audit_log', 'audit_heads']
    const shared = ['enterprises', 'tenants', 'auth_epoch', 'schema_migrations', 'tries', ...people]
    const rows = await sql<{ relation: string; name: string; first: string }[]>`
      select t.relname as relation, c.conname as name, a.attname as first
      from pg_constraint c join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      where c.contype in ('p', 'u', 'f') and t.relnamespace = 'public'::regnamespace and not t.relname = any(${shared})
        and t.relname not like 'person\_%'`
    // How a request finds its tenant, so it cannot name one.
    const exempt = [
      'api_keys_hash_key',
      'connect_links_token',
      'connect_sessions_token',
      'creator_sessions_token',
      'identity_checks_key',
    ]
    expect(rows.length).toBeGreaterThan(8)
    expect(rows.filter(({ name, first }) => first !== 'tenant_id' && !exempt.includes(name))).toEqual([])
  })
})
