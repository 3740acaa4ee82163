import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, connect as openSocket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createClient } from '../support/client.ts'
import { connect, emptyDatabase } from '../support/database.ts'
import { npmStart, readBanner, runOperator, startProgram, temporaryHome } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

const shell = promisify(execFile)
const isRoot = process.getuid?.() === 0

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777

/** The number of a process that is no more. */
async function deadPid(): Promise<number> {
  const running = shell('true')
  await running
  return running.child.pid as number
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

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
    expect(program.output()).toMatch(/Production\s+not served; missing: PRODUCTION_URL, VAULT_KEY, ACH_OUT, ACH_IN, /)
  })

  it('drains on Ctrl-C: a request in flight finishes, and PostgreSQL stops cleanly', async () => {
    const home = await temporaryHome()
    const program = npmStart({ TRIBUTARY_HOME: home })
    await program.printed('Ctrl-C stops it.')
    const { base, key } = readBanner(program.output())
    const url = new URL(base)
    const body = JSON.stringify({ url: 'http://localhost/hook', event: 'payout.update' })
    const { promise, send } = slowPost(url, key, body)
    await send.head
    // To the whole group, as a terminal does; npm passes it on, so that the program gets it twice.
    process.kill(-(program.child.pid as number), 'SIGINT')
    await program.printed('Stopping')
    send.body()
    expect(await promise).toMatch(/^HTTP\/1\.1 201 /)
    expect(await program.ended).toBe(0)
    const log = await readFile(join(home, 'run/postgres.log'), 'utf8').catch(() => '')
    expect(log).not.toMatch(/not properly shut down|terminated by signal/)
    expect(await exists(join(home, 'postgres/postmaster.pid'))).toBe(false)
  })

  it.each(['run', 'postgres', 'postgres/postmaster.pid', 'vault.key'])(
    'stops on Ctrl-C while it is still starting (%s is there), and leaves no PostgreSQL behind',
    async (sign) => {
      const home = await temporaryHome()
      const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
      await expect.poll(() => exists(join(home, sign)), { interval: 2 }).toBe(true)
      process.kill(-(program.child.pid as number), 'SIGINT')
      expect(await program.ended).toBe(0)
      expect(program.output()).not.toMatch(/cannot start|failed|running/)
      expect(await exists(join(home, 'postgres/postmaster.pid'))).toBe(false)
    },
  )

  it('goes on when nobody reads what it prints any more', async () => {
    const program = startProgram({ variables: { TRIBUTARY_HOME: await temporaryHome() } })
    await program.printed('Ctrl-C stops it.')
    program.child.stderr?.destroy()
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(program.output()).not.toMatch(/EPIPE|went away/)
  })

  it('sweeps what dead starts left half made, and nothing of those alive', async () => {
    const home = await temporaryHome()
    await mkdir(join(home, `postgres.new-${await deadPid()}`))
    await mkdir(join(home, `postgres.new-${process.pid}`))
    await chmod(home, 0o711)
    const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await program.printed('Ctrl-C stops it.')
    const left = (await readdir(home)).filter((name) => name.startsWith('postgres.new-'))
    expect(left).toEqual([`postgres.new-${process.pid}`])
  })

  it('changes nothing about a folder that others use too', async () => {
    const home = await temporaryHome()
    await writeFile(join(home, 'something-of-others'), '')
    await chmod(home, 0o1777)
    const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await program.printed('Ctrl-C stops it.')
    expect(await modeOf(home)).toBe(0o1777)
  })

  it.runIf(isRoot)(
    "puts data elsewhere when PostgreSQL's user cannot reach it, and leaves no empty folder",
    async () => {
      const project = await temporaryHome()
      const program = startProgram({ variables: { TRIBUTARY_HOME: join(project, '.tributary') } })
      await program.printed('Ctrl-C stops it.')
      const moved = /Data\s+(\S+)/.exec(program.output())?.[1] as string
      onTestFinished(() => rm(moved, { recursive: true, force: true }))
      expect(moved).toMatch(/^\/var\/lib\/tributary\//)
      expect(await readdir(project)).toEqual([])
      expect(await modeOf(project)).toBe(0o700)
    },
  )

  it.each(['c++ p%41', 'r&d (old)', 'x$(touch y)z`touch y`', `it's "quoted", \\ and: more`])(
    'a data folder may be named %s',
    async (name) => {
      const outer = await temporaryHome()
      await chmod(outer, 0o711)
      const variables = { TRIBUTARY_HOME: join(outer, name) }
      const program = startProgram({ variables })
      await program.printed('Ctrl-C stops it.')
      const { base, key } = readBanner(program.output())
      expect((await createClient(base, key).get('/enterprise')).status).toBe(200)
      expect(await runOperator(['enterprise', 'list'], variables)).toMatchObject({ code: 0 })
      program.child.kill('SIGTERM')
      expect(await program.ended).toBe(0)
      expect(await readdir(outer)).toEqual([name])
      expect(await exists(join(outer, name, 'postgres/postmaster.pid'))).toBe(false)
    },
  )

  it('keeps its socket elsewhere when the path is too long for one, but not in a trap laid there', async () => {
    const outer = await temporaryHome()
    await chmod(outer, 0o711)
    const home = join(outer, 'long'.repeat(25))
    const hash = createHash('sha256').update(home).digest('hex').slice(0, 12)
    const sockets = isRoot ? `/var/lib/tributary/run-${hash}` : `/tmp/tributary-${process.getuid?.()}-${hash}`
    await mkdir('/var/lib/tributary', { recursive: true }).catch(() => {})
    onTestFinished(() => rm(sockets, { recursive: true, force: true }))

    await symlink(outer, sockets)
    const trapped = startProgram({ variables: { TRIBUTARY_HOME: home } })
    expect(await trapped.ended).toBe(1)
    expect(trapped.output()).toContain(`${sockets} is not a folder of`)

    await rm(sockets)
    const program = startProgram({ variables: { TRIBUTARY_HOME: home } })
    await program.printed('Ctrl-C stops it.')
    expect(await modeOf(sockets)).toBe(0o700)
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(await exists(sockets)).toBe(false)
  })

  it('as a worker, listens nowhere', async () => {
    const port = await freePort()
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY, PORT: String(port) }
    const program = startProgram({ args: ['worker'], variables })
    await program.printed('Tributary worker is running.')
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  it('names the address it listens on when HOST is one', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY, HOST: '::1' }
    const program = startProgram({ variables })
    await program.printed('Ctrl-C stops it.')
    const { curl } = readBanner(program.output())
    expect(curl).toContain(' http://[::1]:')
    const { stdout } = await shell('sh', ['-c', `${curl} -g -s -o /dev/null -w '%{http_code}'`])
    expect(stdout).toBe('200')
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

  it('survives the database going away under load, and serves on when it is back', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const program = startProgram({ variables })
    await program.printed('Ctrl-C stops it.')
    const { base, key } = readBanner(program.output())
    const client = createClient(base, key)
    const database = connect(variables.DATABASE_URL)
    const seen = new Set<number>()
    for (let round = 0; round < 10; round++) {
      const asked = Array.from({ length: 40 }, (_, nth) =>
        nth % 2 ? client.get('/enterprise') : client.post('/sandbox/funding', { amount_in_cents: 1 }),
      )
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      for (const answer of await Promise.all(asked)) seen.add(answer.status)
    }
    expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await expect.poll(async () => (await client.get('/enterprise')).status).toBe(200)
    expect(program.child.exitCode).toBeNull()
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
    expect(program.output().trim().split('\n'), program.output()).toHaveLength(1)
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

  it('a VAULT_KEY that is not the one of the database', async () => {
    const variables = { DATABASE_URL: await emptyDatabase(), VAULT_KEY }
    const first = startProgram({ variables })
    await first.printed('Ctrl-C stops it.')
    const other = Buffer.alloc(32, 8).toString('base64')
    expect(await refused({ ...variables, VAULT_KEY: other })).toContain('VAULT_KEY is not the key of this database')
    const replaced = startProgram({ variables: { ...variables, VAULT_KEY: `${other},${VAULT_KEY}` } })
    await replaced.printed('Ctrl-C stops it.')
  })

  it.each([
    ['nonexistent.invalid', /cannot listen on HOST nonexistent\.invalid: (there is no such name|the name cannot be)/],
    ['10.9.8.7', /cannot listen on HOST 10\.9\.8\.7: it is no address of this machine/],
  ])('HOST %s, which cannot be listened on', async (HOST, message) => {
    expect(await refused({ DATABASE_URL: await emptyDatabase(), VAULT_KEY, HOST })).toMatch(message)
  })

  it('a data folder that cannot be made', async () => {
    const home = join(import.meta.filename, 'data')
    expect(await refused({ TRIBUTARY_HOME: home })).toContain(`The folder ${home} cannot be made`)
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
