import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createRandom } from '../../prove/random.ts'
import { creator, sandboxOf } from '../../sdk/test/support/sandbox.ts'
import { verify } from '../../sdk/typescript/src/index.ts'
import { newId } from '../../service/src/kernel/ids.ts'
import { insertEventsStatement } from '../../service/src/resources/events/index.ts'
import { freePort } from '../../service/test/support/free-port.ts'
import { startReceiver } from '../../service/test/support/receiver.ts'
import { type RunningService, startService } from '../../service/test/support/service.ts'
import { CALLS_MAX } from '../src/forward.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.compile-cache')
let running: RunningService

beforeAll(async () => {
  running = await startService()
})

interface Listening {
  readonly child: ChildProcess
  output(): string
  readonly ended: Promise<number | null>
}

/** The real command, in a process of its own. */
function listen(env: Record<string, string>, args: readonly string[]): Listening {
  const child = spawn(process.execPath, [MAIN, 'listen', ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return { child, output: () => output, ended: new Promise((resolve) => child.on('close', resolve)) }
}

async function folder(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-listen-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

interface Got {
  readonly id: string
  readonly resource: string
  readonly n: number
}

/** A receiver that is killed and comes back at the same port, and answers some calls with an error. */
async function fragileReceiver(got: Got[], fails: () => boolean) {
  const port = await freePort()
  let server: Server | undefined
  const start = (): Promise<void> =>
    new Promise((resolve) => {
      server = createServer((request, response) => {
        let text = ''
        request.on('data', (chunk) => (text += chunk))
        request.on('end', () => {
          if (fails()) return void response.writeHead(500).end()
          const { id: resource, user_data } = JSON.parse(text)
          got.push({ id: request.headers['webhook-id'] as string, resource, n: user_data.n })
          response.writeHead(204).end()
        })
      }).listen(port, '127.0.0.1', resolve)
    })
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      server?.closeAllConnections()
      server?.close(() => resolve())
    })
  await start()
  onTestFinished(kill)
  return { url: `http://127.0.0.1:${port}/`, start, kill }
}

/** Waits as long as events still come: a busy machine is slow, and only one that brings nothing for a minute hangs. */
async function delivered(count: () => number, target: number, { child, output }: Listening): Promise<void> {
  while (count() < target) {
    const before = count()
    await expect
      .poll(() => (child.exitCode === null ? count() : Number.NaN), { message: output().slice(-1_000) })
      .toBeGreaterThan(before)
  }
}

/** Who is killed, in this order. How far the events have come by then is random. */
const VICTIMS = ['command', 'receiver', 'command', 'command', 'receiver', 'command'] as const

describe('listen', () => {
  it('forwards 10,000 events, each at least once and in order per resource, while it and the receiver are killed', async () => {
    const { client, apiKey, baseUrl } = await sandboxOf(running)
    const EVENTS = 10_000
    const RESOURCES = 100
    const random = createRandom(10_000)
    const { id: enterprise } = await client.enterprise.get()
    const ids = Array.from({ length: RESOURCES }, () => newId('payout'))
    const changes = Array.from({ length: EVENTS }, (_, n) => ({
      eventId: newId('event'),
      event: 'payout.update' as const,
      id: ids[random.below(RESOURCES)] as string,
      at: new Date(),
      userData: { n },
    }))
    await running.database.transaction(async (tx) => {
      const [tenant] = await tx<{ id: number }[]>`
        select id from tenants where enterprise_id = ${enterprise} and environment = 'sandbox'`
      for (let from = 0; from < EVENTS; from += 1_000) {
        await insertEventsStatement(tx, tenant?.id as never, changes.slice(from, from + 1_000))
      }
    })

    const got: Got[] = []
    const failures = createRandom(5)
    const receiver = await fragileReceiver(got, () => failures.next() < 0.005)
    const env = { HOME: await folder(), TRIBUTARY_API_KEY: apiKey, TRIBUTARY_BASE_URL: baseUrl }
    const start = () => listen(env, ['--forward-to', receiver.url, '--json', '--poll', '50'])
    // The first run begins at the beginning; later ones where it was killed.
    let command = listen(env, ['--forward-to', receiver.url, '--json', '--since', 'start'])
    const different = () => new Set(got.map(({ id }) => id)).size
    const kills = { command: 0, receiver: 0 }
    for (const victim of VICTIMS) {
      await delivered(different, different() + 500 + random.below(1_000), command)
      kills[victim]++
      if (victim === 'command') {
        command.child.kill('SIGKILL')
        await command.ended
        command = start()
      } else {
        await receiver.kill()
        await sleep(random.below(50))
        await receiver.start()
      }
    }
    await delivered(different, EVENTS, command)
    command.child.kill('SIGTERM')
    expect(await command.ended).toBe(130)

    expect(new Set(got.map(({ n }) => n)).size).toBe(EVENTS)
    for (const id of ids) {
      const order = got.filter(({ resource }) => resource === id).map(({ n }) => n)
      const firsts = [...new Set(order)]
      expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
      // A kill repeats at most the event that was under way, and none comes after a later one of its resource.
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
    // A killed command repeats the last event of each resource at most, a killed receiver those whose answers were lost.
    expect(got.length).toBeLessThanOrEqual(EVENTS + kills.command * RESOURCES + kills.receiver * CALLS_MAX)
  })

  it('signs as the service does, forwards what it is asked for alone, and goes on where it stopped', async () => {
    const { client, apiKey, baseUrl } = await sandboxOf(running)
    const receiver = await startReceiver()
    const env = { HOME: await folder(), TRIBUTARY_API_KEY: apiKey, TRIBUTARY_BASE_URL: baseUrl }
    const secret = `whsec_${btoa('a secret of the developer')}`
    const args = [
      '--forward-to',
      receiver.url,
      '--events',
      'account_connection.update',
      '--secret',
      secret,
      '--poll',
      '20',
    ]
    const first = listen(env, args)
    await expect.poll(first.output).toContain('Forwarding sandbox events')
    const { id } = await client.accountConnections.create(creator())
    const { id: buyer } = await client.buyers.create({})
    const change = async (n: number) => {
      await client.buyers.update(buyer, { user_data: { n } })
      await client.accountConnections.update(id, { user_data: { n, é: 'ü' } })
    }
    await change(1)
    await expect.poll(() => receiver.calls.length).toBe(1)
    await expect.poll(first.output).toContain(`account_connection.update  ${id}  → 200`)
    first.child.kill('SIGKILL')
    await first.ended
    await change(2)
    const second = listen(env, args)
    await expect.poll(() => receiver.calls.length).toBe(2)
    second.child.kill('SIGINT')
    expect(await second.ended).toBe(130)
    for (const [at, { text, headers }] of receiver.calls.entries()) {
      expect(await verify(text, headers, secret)).toEqual({
        event: 'account_connection.update',
        id,
        timestamp: expect.any(Number),
        user_data: { n: at + 1, é: 'ü' },
      })
      expect(headers['webhook-attempt']).toBe('1')
    }
  })

  it('loses nothing that happens between a kill before the first event and the next start, and signs as before', async () => {
    const { client, apiKey, baseUrl } = await sandboxOf(running)
    const { id } = await client.buyers.create({})
    const receiver = await startReceiver()
    const env = { HOME: await folder(), TRIBUTARY_API_KEY: apiKey, TRIBUTARY_BASE_URL: baseUrl }
    const args = ['--forward-to', receiver.url, '--poll', '20']
    const secretIn = (text: string) => /whsec_\S+/.exec(text)?.[0] ?? ''
    const first = listen(env, args)
    await expect.poll(() => secretIn(first.output())).not.toBe('')
    first.child.kill('SIGKILL')
    await first.ended
    await client.buyers.update(id, { first_name: 'Bo' })
    const second = listen(env, args)
    await expect.poll(() => receiver.calls.length).toBe(1)
    const [call] = receiver.calls
    expect(await verify(call?.text ?? '', call?.headers ?? {}, secretIn(first.output()))).toMatchObject({ id })
    expect(secretIn(second.output())).toBe(secretIn(first.output()))
  })

  it('leaves the profiles as they are, whichever key it uses', async () => {
    const { apiKey, baseUrl } = await sandboxOf(running)
    const receiver = await startReceiver()
    const HOME = await folder()
    const file = join(HOME, 'profiles.json')
    const kept = { current: 'mine', profiles: { mine: { base_url: baseUrl, api_key: 'sk_sandbox_mine' } } }
    await writeFile(file, JSON.stringify(kept), { mode: 0o600 })
    const env = { TRIBUTARY_CONFIG_HOME: HOME, TRIBUTARY_API_KEY: apiKey, TRIBUTARY_BASE_URL: baseUrl }
    const command = listen(env, ['--forward-to', receiver.url])
    await expect.poll(command.output).toContain('Signed with')
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(kept)
  })

  it('holds back only the resource whose event fails', async () => {
    const { client, apiKey, baseUrl } = await sandboxOf(running)
    const made = await Promise.all([1, 2].map(() => client.accountConnections.create(creator())))
    const [bad, good] = made.map(({ id }) => id)
    let isMended = false
    const receiver = await startReceiver((call, response) => {
      response.writeHead(call.body.id === bad && !isMended ? 503 : 200).end()
    })
    const env = { HOME: await folder(), TRIBUTARY_API_KEY: apiKey, TRIBUTARY_BASE_URL: baseUrl }
    const command = listen(env, ['--forward-to', receiver.url, '--poll', '20'])
    await expect.poll(command.output).toContain('Forwarding')
    for (const n of [1, 2]) {
      for (const id of [bad, good]) await client.accountConnections.update(id ?? '', { user_data: { n } })
    }
    const taken = (id: string | undefined) =>
      receiver.calls.filter(({ body }) => body.id === id).map(({ body }) => body.user_data.n)
    await expect.poll(() => taken(good)).toEqual([1, 2])
    expect(new Set(taken(bad))).toEqual(new Set([1]))
    expect(command.output()).toMatch(/→ 503 .*again in/)
    isMended = true
    await expect.poll(() => taken(bad).at(-1)).toBe(2)
  })
})
