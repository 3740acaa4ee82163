import { execFileSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { type AddressInfo, createServer, connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Answer, basic, type Client, createClient } from '../support/client.ts'
import { cloneDatabase, connect, emptyDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { auditClean, connected, paid, read } from '../support/payouts.ts'
import { isAlive, processesOf, processOf } from '../support/processes.ts'
import { type Program, readBanner, startProgram } from '../support/program.ts'
import { VAULT_KEY } from '../support/service.ts'

const KEY = 'sk_sandbox_processes'

interface Running {
  readonly program: Program
  readonly client: Client
  readonly root: string
  readonly url: string
}

/** The program in role `all`, with two processes that answer requests unless told otherwise. */
async function start(variables: Record<string, string> = {}, args: readonly string[] = []): Promise<Running> {
  const url = variables.DATABASE_URL ?? (await cloneDatabase())
  const program = startProgram({
    args,
    variables: {
      DATABASE_URL: url,
      VAULT_KEY,
      DEMO_API_KEY: KEY,
      API_PROCESSES: '2',
      LOG_LEVEL: 'fatal',
      ...variables,
    },
  })
  await program.printed('Ctrl-C stops it.')
  const { base } = readBanner(program.output())
  const { origin: root } = new URL(base)
  const wanted = Number(variables.API_PROCESSES ?? 2) + (args.includes('api') ? 0 : 1)
  if (wanted > 1) await expect.poll(async () => (await processesOf(program)).size).toBe(wanted)
  return { program, client: createClient(base, KEY), root, url }
}

/** The processes that answer requests and are ready to. */
async function readyProcesses(root: string): Promise<string[]> {
  const named = (await metricsOf(root)).matchAll(/^tributary_process_resident_memory_bytes\{process="(api-[^"]+)"\}/gm)
  return [...named].map(([, name]) => name as string)
}

/** Each by a connection of its own, so that the requests are spread over the processes. */
async function getApart(url: string, path: string, count: number): Promise<number[]> {
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      request(`${url}${path}`, { agent: new Agent(), headers: { authorization: basic(KEY) } }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
        .on('error', reject)
        .end()
    })
  return Promise.all(Array.from({ length: count }, ask))
}

/** Payouts that are asked for until they are accepted, whatever happens to the processes meanwhile. */
function payUntilTold(client: Client, creator: string) {
  const accepted = new Map<string, string>()
  const statuses = new Set<number>()
  let isOver = false
  async function insist(key: string): Promise<void> {
    const wish = { account_connection: creator, amount_in_cents: 100 }
    while (!accepted.has(key)) {
      const answer: Answer | undefined = await client
        .post('/payout', wish, { idempotencyKey: key })
        .catch(() => undefined)
      if (answer) statuses.add(answer.status)
      if (answer?.status === 201) accepted.set(key, answer.body.id)
      else await sleep(20)
    }
  }
  const paying = Promise.all(
    Array.from({ length: 16 }, async (_, lane) => {
      for (let nth = 0; !isOver; nth++) await insist(`key ${lane} ${nth}`)
    }),
  )
  return {
    accepted,
    statuses,
    async end() {
      isOver = true
      await paying
    },
  }
}

async function expectEachOnce({ url }: Running, accepted: ReadonlyMap<string, string>): Promise<void> {
  const database = connect(url)
  const made = await database.sql<{ id: string }[]>`select id from payouts`
  expect(made.map(({ id }) => id).sort()).toEqual([...accepted.values()].sort())
  await auditClean(database)
}

/** The value of a metric with these labels; the sum, where others differ. */
function metric(text: string, name: string, labels: Record<string, string> = {}): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return lines
    .filter((line) => wanted.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const metricsOf = async (root: string): Promise<string> => (await fetch(`${root}/metrics`)).text()

const ROUTE = { route: '/enterprise/v1/enterprise', status: '200' }

describe('role all', () => {
  it('serves both environments as one process would: at every address, over TLS, within time limits', async () => {
    const production = await productionSettings()
    const { program, root } = await start({ ...production, HOST: 'localhost', REQUEST_TIMEOUT_SECONDS: '1' })
    expect([...(await processesOf(program)).keys()].sort()).toEqual(['api-1', 'api-2', 'worker'])
    for (const { address, family } of await lookup('localhost', { all: true })) {
      const host = family === 6 ? `[${address}]` : address
      expect((await fetch(`http://${host}:${new URL(root).port}/readyz`)).status).toBe(200)
    }
    await expectTls(Number(production.PRODUCTION_PORT))
    await expectTimeout(Number(new URL(root).port))
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
  })

  it('/metrics adds up and names the processes, and a rate limit holds for all of them together', async () => {
    const first = await start({ DATABASE_URL: await emptyDatabase(), RATE_LIMIT_PER_SECOND: '40' })
    const { program, client, root } = first
    // The first start makes one demo enterprise with one person, whatever the number of processes.
    expect(program.output().match(/\(shown only now\)/g)).toHaveLength(1)
    const [people] = await connect(first.url).sql`select count(*)::int as count from people`
    expect(people?.count).toBe(1)

    await expect.poll(() => readyProcesses(root)).toEqual(['api-1', 'api-2'])
    expect(await getApart(root, '/enterprise/v1/enterprise', 30)).toEqual(Array(30).fill(200))
    const before = await metricsOf(root)
    expect(metric(before, 'tributary_http_requests_total', ROUTE)).toBe(30)
    expect(metric(before, 'tributary_http_request_duration_seconds_count', ROUTE)).toBe(30)
    const inf = { ...ROUTE, le: '+Inf' }
    expect(metric(before, 'tributary_http_request_duration_seconds_bucket', inf)).toBe(30)
    const named = [...before.matchAll(/^tributary_process_resident_memory_bytes\{process="([^"]+)"\}/gm)]
    expect(named.map(([, name]) => name).sort()).toEqual(['api-1', 'api-2', 'supervisor', 'worker'])
    // A scraper refuses a page that says the same thing twice.
    const series = before.split('\n').flatMap((line) => /^([a-z]\S*?(?:\{.*\})?) /.exec(line)?.[1] ?? [])
    expect(new Set(series).size).toBe(series.length)
    expect(series.length).toBeGreaterThan(100)

    await sleep(1_100)
    const startedAt = performance.now()
    const statuses = await getApart(root, '/enterprise/v1/enterprise', 200)
    const refilled = Math.ceil((40 * (performance.now() - startedAt)) / 1_000)
    const passed = statuses.filter((status) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(40)
    expect(passed).toBeLessThanOrEqual(40 + refilled)
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
    // One connection is served by one process, and has all of the limit.
    await sleep(1_100)
    for (let nth = 0; nth < 40; nth++) expect((await client.get('/enterprise')).status).toBe(200)

    // The sum never falls, though a process takes its own counts with it.
    const count = metric(await metricsOf(root), 'tributary_http_requests_total', ROUTE)
    expect(count).toBe(30 + passed + 40)
    process.kill(await processOf(program, 'api-2'), 'SIGKILL')
    await expect.poll(async () => (await processesOf(program)).has('api-2')).toBe(false)
    expect(metric(await metricsOf(root), 'tributary_http_requests_total', ROUTE)).toBe(count)
  })
})

describe('role api', () => {
  it('is one process, as it was, unless the setting says otherwise', async () => {
    const alone = await start({ API_PROCESSES: '' }, ['api'])
    expect((await processesOf(alone.program)).size).toBe(0)
    expect(await metricsOf(alone.root)).toMatch(/^tributary_process_resident_memory_bytes \d+$/m)
    const several = await start({ DATABASE_URL: alone.url }, ['api'])
    expect([...(await processesOf(several.program)).keys()].sort()).toEqual(['api-1', 'api-2'])
    expect((await fetch(`${several.root}/readyz`)).status).toBe(200)
  })
})

describe('a process is killed', () => {
  it('one that answers, under load: the others go on, each accepted payout is there once, and it comes back', async () => {
    const running = await start({ WORKER_POLL_MS: '60000' })
    const { program, client } = running
    const load = payUntilTold(client, await connected(client, 'direct'))
    for (const name of ['api-1', 'api-2', 'api-1']) {
      const pid = await processOf(program, name)
      const before = load.accepted.size
      await expect.poll(() => load.accepted.size).toBeGreaterThan(before + 20)
      process.kill(pid, 'SIGKILL')
      const atKill = load.accepted.size
      await expect.poll(() => load.accepted.size).toBeGreaterThan(atKill + 20)
      await expect
        .poll(async () => (await processesOf(program)).get(name) ?? pid, { timeout: 60_000, interval: 200 })
        .not.toBe(pid)
    }
    await load.end()
    expect([...load.statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    await expectEachOnce(running, load.accepted)
  })

  it('the only one that answers: connections wait for the next one, none is refused', async () => {
    const { program, client } = await start({ API_PROCESSES: '1' })
    await client.get('/enterprise')
    process.kill(await processOf(program, 'api-1'), 'SIGKILL')
    await expect.poll(async () => (await processesOf(program)).has('api-1')).toBe(false)
    expect(await getApart(new URL(client.base).origin, '/enterprise/v1/enterprise', 5)).toEqual(Array(5).fill(200))
  })

  it('the worker: not ready without it, and what was due is done by the next one', async () => {
    const { program, client, root } = await start()
    const creator = await connected(client, 'direct')
    expect((await fetch(`${root}/readyz`)).status).toBe(200)
    process.kill(await processOf(program, 'worker'), 'SIGKILL')
    await expect.poll(async () => (await fetch(`${root}/readyz`)).status, { interval: 5 }).toBe(503)
    const payout = await paid(client, creator, 100)
    await expect.poll(async () => (await read(client, payout.id)).status).toBe('sent')
    expect((await fetch(`${root}/readyz`)).status).toBe(200)

    // One that is told to end finishes first, and another takes its place all the same.
    const pid = await processOf(program, 'api-1')
    process.kill(pid, 'SIGTERM')
    const statuses = new Set<number>()
    while (isAlive(pid)) for (const status of await getApart(root, '/enterprise/v1/enterprise', 4)) statuses.add(status)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await expect.poll(async () => (await processesOf(program)).get('api-1') ?? pid).not.toBe(pid)
    expect((await client.get('/enterprise')).status).toBe(200)
    expect(program.child.exitCode).toBeNull()
  })

  it('the supervisor: no process is left, and the port is free for the next start', async () => {
    const port = String(await freePort())
    const running = await start({ PORT: port })
    const load = payUntilTold(running.client, await connected(running.client, 'direct'))
    await expect.poll(() => load.accepted.size).toBeGreaterThan(50)
    const members = [...(await processesOf(running.program)).values()]
    expect(members).toHaveLength(3)
    running.program.child.kill('SIGKILL')
    await expect.poll(() => members.filter(isAlive)).toEqual([])
    await start({ PORT: port, DATABASE_URL: running.url })
    await load.end()
    await expectEachOnce(running, load.accepted)
  })
})

describe('a start that comes to nothing leaves no process behind', () => {
  /** A start whose processes load already. */
  async function loading(variables: Record<string, string>) {
    const program = startProgram({
      variables: { DATABASE_URL: await cloneDatabase(), VAULT_KEY, API_PROCESSES: '2', ...variables },
    })
    // The second one that answers follows when the service is ready.
    let members = new Map<string, number>()
    await expect
      .poll(
        async () => {
          members = await processesOf(program)
          return [...members.keys()].sort()
        },
        { interval: 20 },
      )
      .toEqual(['api-1', 'worker'])
    return { program, members: [...members.values()] }
  }

  it('as its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { program, members } = await loading({ PORT: String(port) })
    expect(await program.ended).toBe(1)
    expect(program.output()).toContain(String(port))
    await expect.poll(() => members.filter(isAlive)).toEqual([])
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('as it gets a %s while they load', async (signal) => {
    const { program, members } = await loading({})
    program.child.kill(signal)
    await program.ended
    await expect.poll(() => members.filter(isAlive)).toEqual([])
  })
})

describe('SIGTERM', () => {
  it('under load: every answer is whole, nothing accepted is lost, and every process ends', async () => {
    const running = await start({ WORKER_POLL_MS: '60000' })
    const { program, client } = running
    const load = payUntilTold(client, await connected(client, 'direct'))
    await expect.poll(() => load.accepted.size).toBeGreaterThan(100)
    const members = [...(await processesOf(program)).values()]
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(members.filter(isAlive)).toEqual([])
    await start({ DATABASE_URL: running.url, PORT: new URL(client.base).port })
    await load.end()
    expect([...load.statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    await expectEachOnce(running, load.accepted)
  })
})

/** Production over TLS, and what plain HTTP at the same port is told. */
async function expectTls(port: number): Promise<void> {
  const status = await new Promise((resolve, reject) => {
    const options = { host: 'localhost', port, path: '/enterprise/v1/enterprise', rejectUnauthorized: false }
    requestTls(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(401)
  const headers = { authorization: basic(KEY) }
  const plain = await fetch(`http://localhost:${port}/enterprise/v1/enterprise`, { headers })
  expect(await plain.json()).toMatchObject({ code: 'https_required' })
}

/** A request that does not arrive in time. */
async function expectTimeout(port: number): Promise<void> {
  const socket = openSocket(port, 'localhost')
  onTestFinished(() => void socket.destroy())
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
  const answer = await new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
}

/** Everything that production asks for, with a certificate of its own. */
async function productionSettings(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-processes-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['out', 'in']) await mkdir(join(folder, name))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost'
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return {
    PRODUCTION_PORT: String(await freePort()),
    PRODUCTION_URL: 'https://localhost',
    TLS_CERT_FILE: cert,
    TLS_KEY_FILE: key,
    ACH_OUT: join(folder, 'out'),
    ACH_IN: join(folder, 'in'),
    ACH_DESTINATION: '021000021',
    ACH_DESTINATION_NAME: 'A BANK',
    ACH_ORIGIN: '1234567890',
    ACH_ORIGIN_NAME: 'TRIBUTARY',
    ACH_COMPANY_ID: '1234567890',
    ACH_ROUTING_NUMBER: '021000021',
    STRIPE_API_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMS_URL: 'http://127.0.0.1:1',
    SMS_ACCOUNT: 'none',
    SMS_TOKEN: 'none',
    SMS_FROM: '+15550006789',
  }
}
