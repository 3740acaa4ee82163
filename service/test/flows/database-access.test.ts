import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { newDatabasePassword, withLogin } from '../../src/platform/database-password.ts'
import { privateFolder } from '../../src/platform/folders.ts'
import { findBinaries } from '../../src/platform/postgres-binaries.ts'
import { run, unprivilegedAccount } from '../../src/platform/process-account.ts'
import { openVault } from '../../src/platform/vault.ts'
import { createClient } from '../support/client.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { embeddedUrl } from '../support/embedded.ts'
import { connected, paid } from '../support/payouts.ts'
import { type Program, readBanner, startProgram, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

async function serve(variables: Record<string, string>): Promise<Program> {
  const program = startProgram({ variables })
  await program.printed('Ctrl-C stops it.')
  return program
}

async function expectBusiness(program: Program): Promise<void> {
  const { base, key } = readBanner(program.output())
  const client = createClient(base, key)
  await paid(client, await connected(client, 'direct'), 100)
}

/** Users behind the connections of the service, without the one that only keeps other processes from the data folder. */
async function serviceUsers({ sql }: Database): Promise<string[]> {
  const rows = await sql<{ user: string }[]>`
    select distinct usename as user from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name not like 'tributary instance%'`
  return rows.map(({ user }) => user)
}

/** The service's own way in, with the password that it keeps sealed. */
async function asService(owner: Database, url: string, vaultKey: string): Promise<Database> {
  const [user = ''] = await serviceUsers(owner)
  const [row] = await owner.sql<{ sealed: Buffer }[]>`select password_sealed as sealed from service_login`
  const place = { tenant: 0 as never, row: 'service_login', field: 'password' }
  const password = openVault(vaultKey).open(place, row?.sealed as Buffer)
  return connect(withLogin(url, user, password), { connectionsMax: 1 })
}

const TAMPERING = [
  'alter table ledger_transfers disable trigger ledger_transfers_append_only',
  'drop trigger ledger_transfers_append_only on ledger_transfers',
  'update ledger_transfers set amount_in_cents = 1',
  'truncate ledger_transfers',
  'update audit_log set action = null',
  'delete from operator_audit_log',
  'truncate audit_log, operator_audit_log',
  'create table public.of_the_service (id integer)',
  'alter role current_user superuser',
  'grant tributary to current_user',
  "copy (select 1) to program 'true'",
  "select pg_read_file('postgresql.conf')",
  'set role tributary',
  'set session authorization tributary',
  "set session_replication_role = 'replica'",
  'reset role; alter table ledger_transfers disable trigger all',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
]

describe('the database role of the service', () => {
  it('cannot switch off what protects the ledger, nor become the owner who could', async () => {
    const home = await temporaryHome()
    await expectBusiness(await serve({ TRIBUTARY_HOME: home }))
    const url = embeddedUrl(home)
    const owner = connect(url, { connectionsMax: 1 })
    expect(await serviceUsers(owner)).toEqual([expect.stringMatching(/^tributary_service_\d+$/)])
    const service = await asService(owner, url, (await readFile(join(home, 'vault.key'), 'utf8')).trim())
    for (const statement of TAMPERING) {
      await expect(service.sql.unsafe(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  it('is one for all processes of a database, and another for another database of the server', async () => {
    const [first, second] = [await emptyDatabase(), await emptyDatabase()]
    for (const DATABASE_URL of [first, first, second]) await expectBusiness(await serve({ DATABASE_URL, VAULT_KEY }))
    const owner = connect(first, { connectionsMax: 1 })
    const users = [await serviceUsers(owner), await serviceUsers(connect(second))].flat()
    expect(users).toHaveLength(2)
    expect(new Set(users).size).toBe(2)
    // Earlier releases made it a member of a role that has the same rights in every database of the server.
    await owner.sql.unsafe(`grant tributary_service to ${users[0]}`)
    await expectBusiness(await serve({ DATABASE_URL: first, VAULT_KEY }))
    const own = await asService(owner, first, VAULT_KEY)
    await expect(own.sql`select id from payouts`).resolves.not.toEqual([])
    const elsewhere = await asService(owner, second, VAULT_KEY)
    for (const table of ['payouts', 'ledger_transfers', 'service_login']) {
      await expect(elsewhere.sql.unsafe(`select 1 from ${table}`), table).rejects.toThrow('permission denied')
    }
  })

  it('signs in although a role of its name was left with another password', async () => {
    const DATABASE_URL = await emptyDatabase()
    const owner = connect(DATABASE_URL, { connectionsMax: 1 })
    const [row] = await owner.sql<{ oid: number }[]>`select oid from pg_database where datname = current_database()`
    await owner.sql.unsafe(`create role tributary_service_${row?.oid} login password 'of another time'`)
    const program = await serve({ DATABASE_URL, VAULT_KEY })
    expect(program.output()).not.toContain('Warning')
    expect(await serviceUsers(owner)).toEqual([`tributary_service_${row?.oid}`])
  })
})

describe('the embedded database', () => {
  const withoutPassword = (home: string) => embeddedUrl(home).replace(/:\w+@/, '@')
  const withWrongPassword = (home: string) => embeddedUrl(home).replace(/:\w+@/, ':wrong@')

  async function expectClosed(home: string): Promise<void> {
    for (const url of [withoutPassword(home), withWrongPassword(home)]) {
      const stranger = openDatabase({ url, connectionsMax: 1 })
      await expect(stranger.sql`select 1`).rejects.toThrow(/password/)
      await stranger.close()
    }
    const modes = await Promise.all(['run', 'postgres', 'postgres.password'].map((name) => modeOf(join(home, name))))
    expect(modes).toEqual([0o700, 0o700, 0o600])
  }

  it('lets nobody in without a password, and its socket is its owner’s alone', async () => {
    const home = await temporaryHome()
    await serve({ TRIBUTARY_HOME: home })
    await expectClosed(home)
  })

  it('that version 0.1 has made without passwords gets them at the start', async () => {
    const home = await temporaryHome()
    await chmod(home, 0o711)
    await makeAs01(home)
    const program = await serve({ TRIBUTARY_HOME: home })
    await expectBusiness(program)
    await expectClosed(home)
    expect(await readFile(join(home, 'postgres/pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*trust/m)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await serve({ TRIBUTARY_HOME: home })
    await expectClosed(home)
  })

  it('that still runs without passwords gets them at once, when the next start finds it', async () => {
    const home = await temporaryHome()
    const first = await serve({ TRIBUTARY_HOME: home })
    first.child.kill('SIGKILL')
    await first.ended
    const rules = join(home, 'postgres/pg_hba.conf')
    const owner = connect(embeddedUrl(home), { connectionsMax: 1 })
    await writeFile(rules, 'local all all trust\n')
    await owner.sql`select pg_reload_conf()`
    const open = connect(withoutPassword(home), { connectionsMax: 1 })
    await expect.poll(() => open.sql`select 1`.then(() => 'open', String)).toBe('open')
    await rm(join(home, 'postgres.password'))
    await expectBusiness(await serve({ TRIBUTARY_HOME: home }))
    await expectClosed(home)
  })

  it('says what is wrong when the file of its password was lost', async () => {
    const home = await temporaryHome()
    const first = await serve({ TRIBUTARY_HOME: home })
    first.child.kill('SIGTERM')
    await first.ended
    await rm(join(home, 'postgres.password'))
    const second = startProgram({ variables: { TRIBUTARY_HOME: home } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^Tributary cannot start: postgres\.password does not have the password.*\n$/)
    await expect.poll(() => stat(join(home, 'postgres/postmaster.pid')).then(String, () => 'stopped')).toBe('stopped')
  })
})

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777

/** The cluster as version 0.1 made it: no password, and none asked for. */
async function makeAs01(home: string): Promise<void> {
  const account = unprivilegedAccount()
  await mkdir(home, { recursive: true })
  const data = await privateFolder(join(home, 'postgres'), account)
  const { initdb } = await findBinaries()
  const args = ['-D', data, '-U', 'tributary', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin']
  const made = await run(initdb, [...args, '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync'], account)
  expect(made.code, made.output).toBe(0)
}

describe('one’s own PostgreSQL', () => {
  /** Users of the server that are no superusers; each is dropped with its database. */
  async function makeUsers(...names: string[]): Promise<(name: string, database: string) => string> {
    const { sql } = connect(inject('serverUrl'), { connectionsMax: 1 })
    const password = newDatabasePassword()
    const [owner] = names
    for (const name of names) await sql.unsafe(`create role ${name} login password '${password}'`)
    await sql.unsafe(`create database ${owner} owner ${owner}`)
    onTestFinished(async () => {
      await sql.unsafe(`drop database ${owner} with (force)`)
      for (const name of names) await sql.unsafe(`drop role ${name}`)
    })
    const server = inject('serverUrl')
    return (name, database) => withLogin(server.replace('/tributary?', `/${database}?`), name, password)
  }

  it('whose user cannot create roles serves, and the start says what that costs', async () => {
    const urlOf = await makeUsers('plain_owner')
    const program = await serve({ DATABASE_URL: urlOf('plain_owner', 'plain_owner'), VAULT_KEY })
    expect(program.output()).toContain('Warning: The database user cannot create roles')
    await expectBusiness(program)
  })

  it('whose owner only migrates is served by a user that owns nothing', async () => {
    const urlOf = await makeUsers('migrating_owner', 'serving_user')
    const DATABASE_URL = urlOf('serving_user', 'migrating_owner')
    const early = startProgram({ variables: { DATABASE_URL, VAULT_KEY } })
    expect(await early.ended).toBe(1)
    expect(early.output()).toMatch(/run `npm start -- migrate` first, with DATABASE_URL naming the owner.*\n$/)

    const variables = { DATABASE_URL: urlOf('migrating_owner', 'migrating_owner'), VAULT_KEY }
    expect(await startProgram({ args: ['migrate'], variables }).ended).toBe(0)
    const owner = connect(variables.DATABASE_URL, { connectionsMax: 1 })
    await owner.sql.unsafe(`
      grant select, insert, update, delete on all tables in schema public to serving_user;
      grant usage on all sequences in schema public to serving_user;
      revoke update, delete on ledger_transfers, audit_log from serving_user`)
    const program = await serve({ DATABASE_URL, VAULT_KEY })
    expect(program.output()).not.toContain('Warning')
    await expectBusiness(program)
    expect(await serviceUsers(owner)).toEqual(['serving_user'])
  })
})
