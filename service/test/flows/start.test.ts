import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, connect as openSocket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createClient } from '../support/client.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { readBanner, runOperator, startProgram, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

const shell = promisify(execFile)

describe('npm start', () => {
  it('prints a curl that answers 200 when pasted, and the same key again at the second start', async () => {
    const home = await temporaryHome()
    const first = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await first.printed('Ctrl-C stops it.')
    const { curl, key } = readBanner(first.output())
    const { stdout } = await shell('sh', ['-c', `${curl} -s -w ' %{http_code}'`])
    expect(stdout).toMatch(/"balance_in_cents":10000000.* 200$/)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await second.printed('Ctrl-C stops it.')
    expect(readBanner(second.output()).key).toBe(key)
  })

  it('serves the demo enterprise with DEMO_API_KEY, with nothing in it but its opening balance', async () => {
    const key = 'sk_sandbox_fixed_for_automation'
    const program = startProgram({ variables: { TRIBUTARY_HOME: await temporaryHome(), DEMO_API_KEY: key } })
    await program.printed('Ctrl-C stops it.')
    const client = createClient(readBanner(program.output()).base, key)
    expect((await client.get('/enterprise')).body.operating_account).toEqual({ balance_in_cents: 10_000_000 })
    expect((await client.get('/webhook')).body.pagination.total).toBe(0)
  })

  it('says what production lacks instead of serving it half', async () => {
    const program = startProgram({ variables: { TRIBUTARY_HOME: await temporaryHome() } })
    await program.printed('Ctrl-C stops it.')
    expect(program.output()).toMatch(/Production\s+not served; missing: PRODUCTION_URL, VAULT_KEY, rails/)
  })

  it('drains on Ctrl-C: a request in flight finishes, and PostgreSQL stops cleanly', async () => {
    const home = await temporaryHome()
    const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await program.printed('Ctrl-C stops it.')
    const { base, key } = readBanner(program.output())
    const url = new URL(base)
    const body = JSON.stringify({ url: 'http://localhost/hook', event: 'payout.update' })
    const { promise, send } = slowPost(url, key, body)
    await send.head
    // To the whole group, as a terminal does.
    process.kill(-(program.child.pid as number), 'SIGINT')
    await program.printed('Stopping')
    send.body()
    expect(await promise).toMatch(/^HTTP\/1\.1 201 /)
    expect(await program.ended).toBe(0)
    const log = await readFile(join(home, 'run/postgres.log'), 'utf8').catch(() => '')
    expect(log).not.toMatch(/not properly shut down|terminated by signal/)
    const control = await readFile(join(home, 'postgres/postmaster.pid')).catch(() => undefined)
    expect(control).toBeUndefined()
  })

  it('adopts the PostgreSQL that survived a kill -9 and loses nothing that was answered', async () => {
    const home = await temporaryHome()
    const first = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await first.printed('Ctrl-C stops it.')
    const before = readBanner(first.output())
    const made = await createClient(before.base, before.key).post('/webhook', {
      url: 'http://localhost/',
      event: 'buyer.update',
    })
    first.child.kill('SIGKILL')
    await first.ended
    const second = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await second.printed('Ctrl-C stops it.')
    const after = readBanner(second.output())
    expect((await createClient(after.base, after.key).get(`/webhook/${made.body.id}`)).status).toBe(200)
  })

  it('creates the demo enterprise once when several processes start together on one database', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const programs = [1, 2, 3].map(() => startProgram({ variables }))
    await Promise.all(programs.map((program) => program.printed('Ctrl-C stops it.')))
    const keys = new Set(programs.map((program) => readBanner(program.output()).key))
    expect(keys.size).toBe(1)
    const [row] = await connect(variables.DATABASE_URL).sql`select count(*)::int as count from enterprises`
    expect(row?.count).toBe(1)
  })

  it('lists every setting with --help', async () => {
    const program = startProgram({ args: ['--help'] })
    expect(await program.ended).toBe(0)
    for (const name of ['PORT', 'DATABASE_URL', 'TRIBUTARY_HOME', 'DEMO_API_KEY', 'VAULT_KEY', 'LOG_LEVEL']) {
      expect(program.output()).toContain(`  ${name} `)
    }
  })
})

describe('a start that cannot be is refused with one clear line, exit code 1 and no stack', () => {
  async function refused(variables: Record<string, string>, args: readonly string[] = []): Promise<string> {
    const program = startProgram({ variables, args })
    expect(await program.ended).toBe(1)
    expect(program.output().trim().split('\n')).toHaveLength(1)
    return program.output()
  }

  it('a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const home = await temporaryHome()
    expect(await refused({ PORT: String(port), TRIBUTARY_HOME: home })).toContain(`port ${port} is in use`)
    // It left nothing running that would block the next start.
    const next = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await next.printed('Ctrl-C stops it.')
  })

  it('a data folder another instance holds', async () => {
    const home = await temporaryHome()
    const holder = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await holder.printed('Ctrl-C stops it.')
    const output = await refused({ TRIBUTARY_HOME: home })
    expect(output).toContain(`in use by another Tributary (process ${holder.child.pid})`)
    const { base, key } = readBanner(holder.output())
    expect((await createClient(base, key).get('/enterprise')).status).toBe(200)
  })

  it('an unreachable database', async () => {
    const variables = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none', VAULT_KEY }
    const output = await refused(variables)
    expect(output).toContain('the database cannot be reached')
    expect(output).not.toContain('secret')
  })

  it('a database that does not exist', async () => {
    const DATABASE_URL = inject('serverUrl').replace('/tributary?', '/nowhere?')
    expect(await refused({ DATABASE_URL, VAULT_KEY })).toContain('database "nowhere" does not exist')
  })

  it('a database without VAULT_KEY', async () => {
    expect(await refused({ DATABASE_URL: inject('serverUrl') })).toContain('VAULT_KEY is required with DATABASE_URL')
  })

  it.each([
    [{ PORT: 'eighty' }, 'PORT must be a whole number from 0 to 65535, not `eighty`'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ DATABASE_URL: 'mysql://x/y', VAULT_KEY }, 'DATABASE_URL must be a URL like'],
    [{ DEMO_API_KEY: 'sk_live_x' }, 'DEMO_API_KEY must be `sk_sandbox_`'],
    [{ VAULT_KEY: 'short' }, 'VAULT_KEY must be 32 bytes in base64'],
  ])('a bad setting: %o', async (variables, message) => {
    expect(await refused({ TRIBUTARY_HOME: await temporaryHome(), ...variables })).toContain(message)
  })

  it('an unknown role', async () => {
    expect(await refused({}, ['everything'])).toContain('The role must be one of all, api, worker, migrate')
  })
})

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

  it('works alone on a data folder and leaves no PostgreSQL behind', async () => {
    const home = await temporaryHome()
    const made = await runOperator(['enterprise', 'create', 'Acme'], { TRIBUTARY_HOME: home })
    expect(made).toMatchObject({ code: 0 })
    expect(await readFile(join(home, 'postgres/postmaster.pid')).catch(() => 'gone')).toBe('gone')
  })

  it.each([
    [['settings', 'set', 'ent_none', 'sandbox', 'ach_enabled=false'], 'There is no enterprise `ent_none`'],
    [['key', 'revoke', 'key_none'], 'There is no key `key_none`'],
    [['enterprise', 'create'], 'NAME is missing'],
    [['fly'], 'There is no command `fly`'],
    [['key', 'create', 'ent_none', 'moon'], 'The environment must be sandbox or production'],
  ])('%j fails with a clear line', async (args, message) => {
    const result = await runOperator(args, { DATABASE_URL: await emptyDatabase(), VAULT_KEY })
    expect(result.code).toBe(1)
    expect(result.output).toContain(message)
    expect(result.output).not.toContain('    at ')
  })
})

/** A POST whose body waits until it is told to go. */
function slowPost(url: URL, key: string, body: string) {
  const socket = openSocket(Number(url.port), url.hostname)
  let answer = ''
  const promise = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
  const auth = Buffer.from(`${key}:`).toString('base64')
  const head = new Promise<void>((resolve) => {
    socket.write(
      `POST ${url.pathname}/webhook HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${auth}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
      () => setTimeout(resolve, 200),
    )
  })
  return { promise, send: { head, body: () => socket.write(body) } }
}
