import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Server } from '../server.ts'

const ROOT = join(import.meta.dirname, '../..')
const VAULT_KEY = Buffer.alloc(32, 11).toString('base64')
const API_KEY = 'sk_sandbox_prove'
/** Short, so that what a dead process held is taken up while the proof looks. */
export const LEASE_MS = 1_000
const SAID_MAX = 10_000

/** The real program in a role, in a process of its own that can be killed and started again. */
export interface Member {
  readonly name: string
  readonly role: 'api' | 'worker'
  /** Of an API. */
  readonly base: string
  readonly apiKey: string
  start(): Promise<void>
  kill(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  stop(): Promise<void>
  /** What it said last, if it has ended though nobody told it to. */
  lastWords(): string | undefined
}

const running = new Set<ChildProcess>()
// Whatever happens to the proof, no member stays behind.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface MemberOptions {
  /** Beside those of every member. */
  readonly settings?: Readonly<Record<string, string>>
  /** The tree that it runs; this one when not told. */
  readonly checkout?: string
}

export async function createMember(
  name: string,
  role: 'api' | 'worker',
  { url, home }: Pick<Server, 'url' | 'home'>,
  { settings = {}, checkout = ROOT }: MemberOptions = {},
): Promise<Member> {
  const port = await freePort()
  const variables = {
    DATABASE_URL: url,
    VAULT_KEY,
    DEMO_API_KEY: API_KEY,
    HOST: '127.0.0.1',
    PORT: String(port),
    WORKER_POLL_MS: '100',
    DELIVERY_LEASE_MS: String(LEASE_MS),
    CARD_LEASE_SECONDS: String(LEASE_MS / 1_000),
    DRAIN_SECONDS: '5',
    LOG_LEVEL: 'fatal',
    // A hundred starts need not compile everything a hundred times.
    NODE_COMPILE_CACHE: join(home, 'compiled'),
    ...settings,
  }
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()
  let expected = true
  let said = ''

  function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    expected = true
    child?.kill(signal)
    return ended
  }

  return {
    name,
    role,
    base: `http://127.0.0.1:${port}/enterprise/v1`,
    apiKey: API_KEY,
    async start() {
      const started = spawn(process.execPath, ['service/src/main.ts', role], {
        cwd: checkout,
        env: { ...process.env, ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      expected = false
      running.add(started)
      ended = new Promise((resolve) => {
        started.on('exit', () => {
          running.delete(started)
          resolve()
        })
      })
      said = ''
      await untilPrinted(started, ended, 'is running', (text) => {
        said = (said + text).slice(-SAID_MAX)
        return said
      })
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    signal: (signal) => void child?.kill(signal),
    lastWords() {
      const hasEnded = child !== undefined && (child.exitCode !== null || child.signalCode !== null)
      return hasEnded && !expected
        ? `${name}, by ${child?.signalCode ?? child?.exitCode}: ${said.slice(-1_000)}`
        : undefined
    },
  }
}

/** Over the worst line most starts fail. */
const START_TRIES = 30

/** A process that loses its database while it starts says so and ends: whoever runs it starts it again. */
export async function patiently(start: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await start()
      return
    } catch (error) {
      if (tries === START_TRIES) throw error
    }
  }
}

function untilPrinted(
  child: ChildProcess,
  ended: Promise<void>,
  text: string,
  collect: (text: string) => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer): void => {
      output = collect(chunk.toString())
      if (output.includes(text)) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then(() => reject(new Error(`a process ended before it was running:\n${output}`)))
  })
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
