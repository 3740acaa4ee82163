import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { errorCode } from './database.ts'
import { type Binaries, findBinaries } from './postgres-binaries.ts'
import { type Account, own, run } from './process-account.ts'
import { StartError } from './start-error.ts'

/** A real PostgreSQL server kept in the data folder, reached by a Unix socket that only its owner may open. */
export interface EmbeddedPostgres {
  readonly url: string
  /** It was running already. */
  readonly adopted: boolean
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly home: string
  /** Whom PostgreSQL runs as; `undefined` is ourselves. It refuses to run as root. */
  readonly account: Account | undefined
  readonly binariesCopy?: string
  /** Tests trade durability for speed; a service never does. */
  readonly durable?: boolean
}

const PORT = 5432
const DATABASE = 'tributary'
// macOS allows 104 bytes for the path of a socket, Linux 108.
const SOCKET_PATH_MAX = 103

const SETTINGS = {
  listen_addresses: "''",
  port: PORT,
  unix_socket_permissions: '0700',
  max_connections: 200,
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
}
const UNSAFE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { home, account } = options
  const binaries = await findBinaries(options.binariesCopy)
  const data = join(home, 'postgres')
  await mkdir(home, { recursive: true })
  // PostgreSQL's user must be able to pass through; the contents have modes of their own.
  if (account) await chmod(home, 0o711)
  const runFolder = await ownedFolder(join(home, 'run'), account)
  const sockets = await socketFolder(home, runFolder, account)

  await initialise(binaries, home, data, account)
  await requireMajor(binaries, data)
  const url = `postgres://tributary@/${DATABASE}?host=${sockets}`
  const settings = { ...SETTINGS, ...(options.durable === false ? UNSAFE_SETTINGS : {}) }
  const flags = Object.entries({ ...settings, unix_socket_directories: sockets })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
  const adopted = await startServer({ binaries, data, log: join(runFolder, 'postgres.log'), flags, sockets, account })
  await createDatabase(sockets)
  return {
    url,
    adopted,
    stop: async () => {
      await run(binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], account)
    },
  }
}

async function ownedFolder(path: string, account: Account | undefined): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await own(path, account)
  return path
}

async function socketFolder(home: string, runFolder: string, account: Account | undefined): Promise<string> {
  if (`${runFolder}/.s.PGSQL.${PORT}`.length <= SOCKET_PATH_MAX && !/[\s,']/.test(runFolder)) return runFolder
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  return ownedFolder(join(tmpdir(), `tributary-${process.getuid?.() ?? 0}-${name}`), account)
}

/** Into a folder of its own, then renamed: a start that is killed half way leaves nothing that looks initialised. */
async function initialise(binaries: Binaries, home: string, data: string, account: Account | undefined): Promise<void> {
  if (await isInitialised(data)) return
  const fresh = await ownedFolder(join(home, `postgres.new-${process.pid}`), account)
  const result = await run(
    binaries.initdb,
    [
      '-D',
      fresh,
      '-U',
      'tributary',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ].concat(['--locale=C', '--no-instructions', '--no-sync']),
    account,
  )
  if (result.code !== 0)
    throw new StartError(`PostgreSQL could not be initialised in ${data}: ${lastLine(result.output)}`)
  await rename(fresh, data).catch(async (error) => {
    // Another process was quicker; its cluster is as good as ours.
    await rm(fresh, { recursive: true, force: true })
    if (!(await isInitialised(data))) throw error
  })
}

const isInitialised = (data: string): Promise<boolean> =>
  readFile(join(data, 'PG_VERSION')).then(
    () => true,
    (error) => {
      if (errorCode(error) === 'ENOENT') return false
      throw new StartError(`The data folder ${data} cannot be read (${errorCode(error)}): whose is it?`)
    },
  )

async function requireMajor(binaries: Binaries, data: string): Promise<void> {
  const major = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  if (major !== binaries.major) {
    throw new StartError(
      `The data folder ${data} was made by PostgreSQL ${major}, this version brings ${binaries.major}: dump and restore it, or set TRIBUTARY_HOME to a new folder.`,
    )
  }
}

interface Server {
  readonly binaries: Binaries
  readonly data: string
  readonly log: string
  readonly flags: string
  readonly sockets: string
  readonly account: Account | undefined
}

/**
 * Starts the server, or adopts (true) the one that survived a kill -9 of its parent. `pg_ctl` puts it into a session of its
 * own, so that a terminal's Ctrl-C reaches only us and the work in flight can finish.
 */
async function startServer(server: Server): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const state = await probe(server.sockets)
    if (state === 'up') return true
    if (state === 'down') {
      const args = ['start', '-D', server.data, '-l', server.log, '-w', '-t', '60', '-o', server.flags]
      const result = await run(server.binaries.pg_ctl, args, server.account)
      if (result.code === 0) return false
      if ((await probe(server.sockets)) === 'up') return true
      if (attempt >= 3)
        throw new StartError(`PostgreSQL did not start (${await why(server)}); its log is ${server.log}.`)
    }
    if (attempt > 100)
      throw new StartError(`PostgreSQL in ${server.data} neither starts nor stops; its log is ${server.log}.`)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

async function why(server: Server): Promise<string> {
  const log = await readFile(server.log, 'utf8').catch(() => '')
  const fatal = log.split('\n').findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line))
  return fatal?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? 'no reason given'
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

async function probe(sockets: string): Promise<'up' | 'down' | 'changing'> {
  const sql = connect(sockets)
  try {
    await sql`select 1`
    return 'up'
  } catch (error) {
    return errorCode(error) === '57P03' ? 'changing' : 'down'
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function createDatabase(sockets: string): Promise<void> {
  const sql = connect(sockets)
  try {
    const [row] = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (!row) await sql.unsafe(`create database ${DATABASE}`)
  } catch (error) {
    // 42P04: another process created it between the two lines.
    if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const connect = (sockets: string): postgres.Sql =>
  postgres({
    host: sockets,
    port: PORT,
    user: 'tributary',
    database: 'postgres',
    max: 1,
    connect_timeout: 3,
    fetch_types: false,
    backoff: () => 60,
    onnotice: () => {},
  })
