import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALL_COMMANDS } from '../../src/operator/commands.ts'
import { createClient } from '../support/client.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { readBanner, runOperator, startProgram, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

describe('the operator command', () => {
  it('creates an enterprise whose key works, beside the running service', async () => {
    const home = await temporaryHome()
    const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await program.printed('Ctrl-C stops it.')
    const { base } = readBanner(program.output())
    const made = await runOperator(['enterprise', 'create', 'Acme'], { TRIBUTARY_HOME: home })
    expect(made.code).toBe(0)
    const key = /sk_sandbox_\w+/.exec(made.output)?.[0]
    const id = /ent_\w+/.exec(made.output)?.[0] as string
    const client = createClient(base, key)
    expect((await client.get('/enterprise')).body.name).toBe('Acme')

    await runOperator(['settings', 'set', id, 'sandbox', 'ach_enabled=false', 'connect_use_case=Generic'], {
      TRIBUTARY_HOME: home,
    })
    expect((await client.get('/enterprise')).body.settings).toMatchObject({
      ach_enabled: false,
      connect_use_case: 'Generic',
    })

    const listed = await runOperator(['enterprise', 'list'], { TRIBUTARY_HOME: home })
    expect(listed.output).toContain('Acme')
  })

  it('lists the keys of an enterprise, and which of them are revoked', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const made = await runOperator(['enterprise', 'create', 'Acme Corp'], variables)
    const id = /ent_\w+/.exec(made.output)?.[0] as string
    const key = /sk_live_\w+/.exec(made.output)?.[0] as string
    const revoked = /(?<=sk_sandbox_\w+ {2}\()key_\w+/.exec(made.output)?.[0] as string
    await runOperator(['key', 'revoke', revoked], variables)
    const { output } = await runOperator(['key', 'list', id], variables)
    expect(output).not.toContain(key)
    const rows = output.trim().split('\n')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(new RegExp(`^${revoked} .* sandbox .*last used never .*revoked 20.* First key$`))
    expect(rows[1]).toMatch(new RegExp(`${key.slice(0, 12)}… .* production .*created 20.* valid .* First key$`))
  })

  it('works alone on a data folder and leaves no PostgreSQL behind', async () => {
    const home = await temporaryHome()
    const made = await runOperator(['enterprise', 'create', 'Acme'], { TRIBUTARY_HOME: home })
    expect(made).toMatchObject({ code: 0 })
    expect(await readFile(join(home, 'postgres/postmaster.pid')).catch(() => 'gone')).toBe('gone')
  })

  it('refuses a VAULT_KEY that is not the one of the database, before anything is written', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const made = await runOperator(['enterprise', 'create', 'Acme'], variables)
    const enterprise = /ent_\w+/.exec(made.output)?.[0] as string
    const { sql } = connect(variables.DATABASE_URL)
    // A later version has one more migration, which must not be applied under the wrong key either.
    await sql`delete from schema_migrations where number = (select max(number) from schema_migrations)`
    const written = () => sql`
      select (select count(*) from schema_migrations) as migrations, (select count(*) from enterprises) as enterprises,
        (select count(*) from people) as people, (select count(*) from audit_log) as audited,
        (select digest from vault_check) as vault`
    const before = await written()
    const person = ['--enterprise', enterprise, '--email', 'ada@example.com', '--name', 'Ada', '--role', 'admin']
    const commands = [['person', 'add', ...person], ['enterprise', 'create', 'Other'], ['vault', 'rotate'], ['audit']]
    for (const command of commands) {
      const refused = await runOperator(command, { ...variables, VAULT_KEY: Buffer.alloc(32, 8).toString('base64') })
      expect([refused.code, refused.output]).toEqual([
        1,
        expect.stringContaining('VAULT_KEY is not the key of this database'),
      ])
    }
    expect(await written()).toEqual(before)
  })

  it('compares the VAULT_KEY for every command but those that write nothing', () => {
    const without = ALL_COMMANDS.filter((command) => 'runOffline' in command).map(({ name }) => name)
    expect(without.sort()).toEqual(['ach inspect', 'doctor', 'restore drill'])
  })

  it.each([
    [['settings', 'set', 'ent_none', 'sandbox', 'ach_enabled=false'], 'There is no enterprise `ent_none`'],
    [['key', 'revoke', 'key_none'], 'There is no key `key_none`'],
    [['enterprise', 'create'], 'NAME is missing'],
    [['enterprise', 'create', 'Acme', 'Corp'], 'quote a name that has spaces, "Acme Corp"'],
    [['enterprise', 'list', 'all'], '`enterprise list` takes no arguments, nothing after it (`all`)'],
    [['key', 'revoke', 'key_a', 'key_b'], '`key revoke` takes ID_OR_PREFIX, nothing after it (`key_b`)'],
    [['key', 'list', 'ent_none'], 'There is no enterprise `ent_none`'],
    [['fly'], 'There is no command `fly`'],
    [['key', 'create', 'ent_none', 'moon'], 'The environment must be sandbox or production'],
  ])('%j fails with a clear line', async (args, message) => {
    const result = await runOperator(args, { DATABASE_URL: await emptyDatabase(), VAULT_KEY })
    expect(result.code).toBe(1)
    expect(result.output).toContain(message)
    expect(result.output).not.toContain('    at ')
  })

  it('registers who may embed, lists and removes them', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const made = await runOperator(['enterprise', 'create', 'Acme'], variables)
    const id = /ent_\w+/.exec(made.output)?.[0] as string
    const run = (...args: string[]) => runOperator(['embed-origin', ...args], variables)
    expect((await run('list', id, 'production')).output).toContain('No origin may embed.')
    expect(await run('add', id, 'production', 'https://app.example.com')).toMatchObject({ code: 0 })
    const listed = await run('list', id, 'production')
    expect(listed.output).toMatch(/^emb_\w+ {2}created 20.* {2}https:\/\/app\.example\.com$/m)
    const bad = await run('add', id, 'production', 'http://app.example.com')
    expect([bad.code, bad.output]).toEqual([1, expect.stringContaining('https')])
    expect((await run('remove', id, 'production', 'https://app.example.com')).code).toBe(0)
    expect((await run('remove', id, 'production', 'https://app.example.com')).code).toBe(1)
  })
})
