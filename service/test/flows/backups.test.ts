import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Client, createClient } from '../support/client.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { findOwnPostgres, startOwnPostgres } from '../support/own-postgres.ts'
import { connected, legacyMethod, paid } from '../support/payouts.ts'
import { readBanner, runOperator, startProgram, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

const KEY = 'sk_sandbox_backups'

async function serve(variables: Record<string, string>) {
  const program = startProgram({ variables: { DEMO_API_KEY: KEY, ...variables } })
  await program.printed('Ctrl-C stops it.')
  const client = createClient(readBanner(program.output()).base, KEY)
  const stop = async (): Promise<void> => {
    program.child.kill('SIGTERM')
    await program.ended
  }
  return { client, stop }
}

/** Some business, some of it secret: what must be there again. */
async function furnish(client: Client) {
  const connection = await connected(client, 'direct', { legacy_payout_method: legacyMethod() })
  const { id: payout } = await paid(client, connection, 1_234)
  const webhook = (await client.post('/webhook', { url: 'https://example.com/', event: 'payout.update' })).body.id
  const { secret } = (await client.get(`/webhook/${webhook}/secret`)).body
  return { connection, payout, webhook, secret }
}

async function expectAll(client: Client, made: Awaited<ReturnType<typeof furnish>>): Promise<void> {
  expect((await client.get(`/payout/${made.payout}`)).body).toMatchObject({ amount_in_cents: 1_234 })
  expect((await client.get(`/webhook/${made.webhook}/secret`)).body.secret).toBe(made.secret)
  expect((await client.get(`/account-connection/${made.connection}`)).status).toBe(200)
  // It goes on: the restored books take new business.
  await paid(client, made.connection, 100)
}

async function expectClean(variables: Record<string, string>): Promise<void> {
  const audited = await runOperator(['audit'], variables)
  expect([audited.code, audited.output]).toEqual([0, expect.stringContaining('Every book balances')])
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-backups-'))
  // PostgreSQL's user must be able to pass through it.
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

describe('the embedded database', () => {
  it('is backed up beside the running service under load, and the copy serves, with clean books', async () => {
    const home = await temporaryHome()
    const folder = await openFolder()
    const original = await serve({ TRIBUTARY_HOME: home })
    const made = await furnish(original.client)
    const before: string[] = []
    let busy = true
    const load = (async () => {
      while (busy) before.push((await paid(original.client, made.connection, 100)).id)
    })()
    const known = async () => (await original.client.get('/payout')).body.pagination.total as number
    const least = await known()
    const copied = await runOperator(['backup', join(folder, 'copy')], { TRIBUTARY_HOME: home })
    busy = false
    await load
    const most = await known()
    expect(copied.code, copied.output).toBe(0)
    expect(before.length).toBeGreaterThan(0)
    await original.stop()

    const copy = join(folder, 'copy')
    const variables = { TRIBUTARY_HOME: copy }
    expect((await readdir(copy)).sort()).toEqual(['backup.json', 'postgres', 'postgres.password'])
    const keyless = startProgram({ variables })
    expect(await keyless.ended).toBe(1)
    expect(keyless.output()).toContain('its vault key was kept elsewhere')
    const VAULT_KEY = (await readFile(join(home, 'vault.key'), 'utf8')).trim()
    const drilled = await runOperator(['restore', 'drill', copy], { TRIBUTARY_HOME: home })
    expect(drilled, drilled.output).toMatchObject({ code: 0, output: expect.stringMatching(/^ +\d+ {2}payout$/m) })
    expect(drilled.output).toContain('Every book balances.')
    expect(await readdir(folder)).toEqual(['copy'])

    const restored = await serve({ ...variables, VAULT_KEY })
    await expectAll(restored.client, made)
    const total = (await restored.client.get('/payout')).body.pagination.total - 1
    expect(total).toBeGreaterThanOrEqual(least)
    expect(total).toBeLessThanOrEqual(most)
    await restored.stop()
    await expectClean({ ...variables, VAULT_KEY })
    const status = await runOperator(['restore', 'status'], { ...variables, VAULT_KEY })
    expect(status.output).toMatch(/^Production is held since .* UTC: the data folder is the backup of /)
  })

  it('is recovered to a point in time from a backup and an archive of its log, as the docs tell', async () => {
    const home = await temporaryHome()
    const folder = await openFolder()
    const [archive, copy] = [join(folder, 'archive'), join(folder, 'copy')]
    await (await serve({ TRIBUTARY_HOME: home })).stop()
    await mkdir(archive, { mode: 0o700 })
    execFileSync('chown', [`--reference=${join(home, 'postgres')}`, archive])
    const adopted = await serve({ TRIBUTARY_HOME: home })
    const password = (await readFile(join(home, 'postgres.password'), 'utf8')).trim()
    const url = `postgres://tributary:${password}@/tributary?host=${encodeURIComponent(join(home, 'run'))}`
    await connect(url).sql.unsafe('alter system set archive_mode = on')
    await connect(url).sql.unsafe(`alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`)
    await adopted.stop()

    const original = await serve({ TRIBUTARY_HOME: home })
    const made = await furnish(original.client)
    const copied = await runOperator(['backup', copy], { TRIBUTARY_HOME: home })
    expect(copied.code, copied.output).toBe(0)
    const before = (await paid(original.client, made.connection, 100)).id
    const { sql } = connect(url)
    const [moment] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
    const after = (await paid(original.client, made.connection, 100)).id
    const [last] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
    const archived = async () => (await sql`select last_archived_wal as name from pg_stat_archiver`)[0]?.name ?? ''
    await expect.poll(async () => (await archived()) >= (last?.name ?? '')).toBe(true)
    await original.stop()

    const lines = [`restore_command = 'cp ${archive}/%f %p'`, `recovery_target_time = '${moment?.at}'`]
    const settings = [...lines, `recovery_target_action = 'promote'`].join('\n')
    await appendFile(join(copy, 'postgres/postgresql.auto.conf'), `${settings}\n`)
    const signal = join(copy, 'postgres/recovery.signal')
    await writeFile(signal, '')
    execFileSync('chown', [`--reference=${join(copy, 'postgres')}`, signal])
    const variables = {
      TRIBUTARY_HOME: copy,
      VAULT_KEY: (await readFile(join(home, 'vault.key'), 'utf8')).trim(),
    }
    const restored = await serve(variables)
    expect((await restored.client.get(`/payout/${before}`)).status).toBe(200)
    expect((await restored.client.get(`/payout/${after}`)).status).toBe(404)
    await expectAll(restored.client, made)
    await restored.stop()
    await expectClean(variables)
    const status = await runOperator(['restore', 'status'], variables)
    expect(status.output).toMatch(/^Production is held since /)
  })

  it('is a folder: stopped, it is backed up and restored by any copy of it', async () => {
    const home = await temporaryHome()
    const folder = await openFolder()
    const original = await serve({ TRIBUTARY_HOME: home })
    const made = await furnish(original.client)
    await original.stop()
    execFileSync('cp', ['-a', home, join(folder, 'copy')])
    const variables = { TRIBUTARY_HOME: join(folder, 'copy') }
    await expectClean(variables)
    const restored = await serve(variables)
    await expectAll(restored.client, made)
    await restored.stop()
  })

  it('is not backed up over something, and somebody’s own PostgreSQL not at all', async () => {
    const home = await temporaryHome()
    const taken = await runOperator(['backup', home], { TRIBUTARY_HOME: home })
    expect([taken.code, taken.output]).toEqual([1, expect.stringContaining('exists already: name a new folder')])
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const own = await runOperator(['backup', '/nowhere/copy'], variables)
    expect([own.code, own.output]).toEqual([1, expect.stringContaining('pg_dump or pg_basebackup')])
  })
})

const binaries = await findOwnPostgres()

describe.skipIf(binaries === undefined)('a PostgreSQL of one’s own', () => {
  it('is dumped and restored by its own tools, and the copy serves, with clean books', async () => {
    const postgres = await startOwnPostgres(binaries as string)
    await postgres.tool('createdb', 'tributary')
    const DATABASE_URL = postgres.urlOf('tributary')
    const original = await serve({ DATABASE_URL, VAULT_KEY })
    const made = await furnish(original.client)
    const dump = join(postgres.folder, 'tributary.dump')
    await postgres.tool('pg_dump', '-Fc', '--no-owner', '--no-privileges', '-f', dump, '-d', 'tributary')
    await original.stop()
    await postgres.tool('createdb', 'restored')
    await postgres.tool('pg_restore', '--exit-on-error', '--no-owner', '-d', 'restored', dump)
    const variables = { DATABASE_URL: postgres.urlOf('restored'), VAULT_KEY }
    const restored = await serve(variables)
    await expectAll(restored.client, made)
    await restored.stop()
    await expectClean(variables)
  })

  it('is recovered to a point in time by its own tools: what was acknowledged before it is there, and production is held', async () => {
    const archive = (folder: string): string => join(folder, 'archive')
    const postgres = await startOwnPostgres(binaries as string, {
      settings: (folder) => [
        'archive_mode=on',
        `archive_command=mkdir -p ${archive(folder)} && cp %p ${archive(folder)}/%f`,
      ],
    })
    await postgres.tool('createdb', 'tributary')
    const DATABASE_URL = postgres.urlOf('tributary')
    const original = await serve({ DATABASE_URL, VAULT_KEY })
    const made = await furnish(original.client)
    const base = join(postgres.folder, 'base')
    await postgres.tool('pg_basebackup', '-D', base, '-X', 'none', '--checkpoint=fast')
    const before: string[] = []
    for (let nth = 0; nth < 20; nth++) before.push((await paid(original.client, made.connection, 100)).id)
    const { sql } = connect(DATABASE_URL)
    const [moment] = await sql<{ at: string }[]>`select clock_timestamp()::text as at`
    const after = (await paid(original.client, made.connection, 100)).id
    const [last] = await sql<{ name: string }[]>`select pg_walfile_name(pg_switch_wal()) as name`
    const archived = async () => (await sql`select last_archived_wal as name from pg_stat_archiver`)[0]?.name ?? ''
    await expect.poll(async () => (await archived()) >= (last?.name ?? '')).toBe(true)
    await original.stop()

    const restored = await startOwnPostgres(binaries as string, {
      recoverFrom: base,
      settings: () => [
        `restore_command=cp ${archive(postgres.folder)}/%f %p`,
        `recovery_target_time=${moment?.at}`,
        'recovery_target_action=promote',
      ],
    })
    const variables = { DATABASE_URL: restored.urlOf('tributary'), VAULT_KEY }
    await expect
      .poll(async () => (await connect(variables.DATABASE_URL).sql`select pg_is_in_recovery() as r`)[0]?.r)
      .toBe(false)
    const served = await serve(variables)
    for (const id of before) expect((await served.client.get(`/payout/${id}`)).status).toBe(200)
    expect((await served.client.get(`/payout/${after}`)).status).toBe(404)
    await expectAll(served.client, made)
    await served.stop()
    const drilled = await runOperator(['restore', 'drill'], variables)
    expect(drilled.output).toContain('Every book balances.')
    const status = await runOperator(['restore', 'status'], variables)
    expect(status.output).toContain('the database was recovered to an earlier moment')
  })
})
