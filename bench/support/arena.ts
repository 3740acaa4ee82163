import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { locateDataFolder } from '../../service/src/platform/data-folder.ts'
import { type Database, openDatabase } from '../../service/src/platform/database.ts'
import { startEmbeddedPostgres } from '../../service/src/platform/embedded-postgres.ts'
import { type Contestant, ROOT, start } from './process.ts'

export const KEY = 'sk_sandbox_benchmark'
export const AUTHORIZATION = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`
const VAULT_KEY = Buffer.alloc(32, 9).toString('base64')

/** One PostgreSQL, durable, for all contestants of a run. */
export interface Arena {
  readonly url: string
  readonly database: Database
  /** The process id of PostgreSQL's postmaster, the parent of all its others. */
  readonly postmaster: number
  /** The checkout's program in a role. */
  serve(role: 'all' | 'api' | 'worker', port: number, more?: Record<string, string>): Promise<Contestant>
  peer(file: string, variables?: Record<string, string>): Promise<Contestant & { port: number }>
  readonly variables: Record<string, string>
  close(): Promise<void>
}

/** The program served is that of a checkout, this one when not told; its own `migrate` role makes the tables. */
export async function openArena(checkout = ROOT): Promise<Arena> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
  const { account, binariesCopy } = await locateDataFolder(home)
  const postgres = await startEmbeddedPostgres({ home, account, ...(binariesCopy ? { binariesCopy } : {}) })
  // However a run ends, it leaves no server behind.
  const running = join(home, 'postgres/postmaster.pid')
  const endServer = () => {
    if (existsSync(running)) process.kill(Number.parseInt(readFileSync(running, 'utf8'), 10), 'SIGINT')
  }
  process.once('exit', endServer)
  const variables = {
    DATABASE_URL: postgres.url,
    VAULT_KEY,
    DEMO_API_KEY: KEY,
    HOST: '127.0.0.1',
    RATE_LIMIT_PER_SECOND: '1000000',
    LOG_LEVEL: 'warn',
  }
  const program = await programOf(checkout)
  await promisify(execFile)(program.node, [...program.args, 'migrate'], {
    cwd: checkout,
    env: { ...process.env, ...variables },
  })
  const database = openDatabase({ url: postgres.url, connectionsMax: 4 })
  await wearIn(database)
  return {
    url: postgres.url,
    database,
    postmaster: Number.parseInt(readFileSync(running, 'utf8'), 10),
    variables,
    serve: (role, port, more) =>
      start(
        program.node,
        [...program.args, role],
        { ...variables, PORT: String(port), ...more },
        /(is running)/,
        checkout,
      ),
    async peer(file, extra = {}) {
      const peer = await start('node', [`bench/peers/${file}`], { ...variables, ...extra }, /listening \S+:(\d+)/)
      return { ...peer, port: Number(peer.found) }
    },
    async close() {
      await database.close()
      process.off('exit', endServer)
      await postgres.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The program as the checkout's own `npm start` runs it: its Node.js, with its flags for the collector. */
async function programOf(checkout: string): Promise<{ readonly node: string; readonly args: readonly string[] }> {
  const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string }
  }
  const words = scripts.start.split(' ')
  return { node: join(checkout, 'node_modules/.bin/node'), args: words.slice(words.indexOf('node') + 1) }
}

const LOG_FILES = 60

/** A server that has been running for a while writes its log into files that it has: a new one makes everybody wait. */
async function wearIn({ sql }: Database): Promise<void> {
  for (let file = 0; file < LOG_FILES; file++) {
    await sql`select pg_logical_emit_message(false, 'bench', 'a new file'), pg_switch_wal()`
  }
  await sql`checkpoint`
}

/** The most memory a process has had, in megabytes; undefined where the system does not tell. */
export async function peakMemoryMb(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kb = /VmHWM:\s+(\d+) kB/.exec(status)?.[1]
  return kb === undefined ? undefined : Number(kb) / 1_024
}
