import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from './database.ts'
import { MACHINE_FOLDER, makeFolder, makePassage, privateFolder } from './folders.ts'
import { type Binaries, findBinaries } from './postgres-binaries.ts'
import { ownerPassword, PASSWORD_FILE, requirePasswords, withPasswordFile } from './postgres-passwords.ts'
import { endOrphans, isStopping, runningPid } from './postgres-processes.ts'
import { type Account, type Daemon, run, runDaemon } from './process-account.ts'
import { StartError } from './start-error.ts'

/** A real PostgreSQL server kept in the data folder, reached by a Unix socket that only its owner may open, by password. */
export interface EmbeddedPostgres {
  readonly url: string
  /** It was running already. */
  readonly adopted: boolean
  /** Starts it again after it ended by itself or was killed, and waits while it recovers. */
  revive(asked: AbortSignal): Promise<void>
  /**
   * Whether it takes no new connection although it runs: a SIGTERM has it wait until the last one is closed, which a
   * service never does, or its socket was removed.
   */
  isClosed(): Promise<boolean>
  /** Ends it, and every connection with it. */
  end(): Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly home: string
  /** The user PostgreSQL runs as; `undefined` is the user of this process. PostgreSQL refuses to run as root. */
  readonly account: Account | undefined
  readonly binariesCopy?: string
  /** Tests trade durability for speed; a service never does. */
  readonly durable?: boolean
  /** Aborted when the start should be given up; nothing is left running then. */
  readonly asked?: AbortSignal
}

const PORT = 5432
const DATABASE = 'tributary'
/** The user that owns the cluster and every table. The service itself signs in as another one, see service-role.ts. */
const OWNER = 'tributary'
const INVALID_PASSWORD = '28P01'
// macOS allows 104 bytes for the path of a socket, Linux 108.
const SOCKET_PATH_MAX = 103
const POLL_MS = 50
const RETRY_MS = 300
const FAILURES_MAX = 5
// After a crash PostgreSQL replays its log first, gigabytes of it at worst.
const STARTING_MAX_MS = 600_000
/** PostgreSQL's own words, when processes of a killed postmaster still use its memory. */
const ORPHANS_LEFT = /pre-existing shared memory block/

const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  max_connections: 200,
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  // Files of the log are used again: a new one is filled with zeros first, and every commit waits for it.
  min_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  random_page_cost: '1.1',
  jit: 'off',
  log_min_messages: 'warning',
}
const UNSAFE_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { home, account, asked } = options
  const binaries = await findBinaries(options.binariesCopy)
  const data = join(home, 'postgres')
  await makeFolder(home)
  const runFolder = await privateFolder(join(home, 'run'), account)
  const sockets = await socketFolder(home, runFolder, account)

  const password = await ownerPassword(home)
  await sweepUnfinished(home)
  await initialise(binaries, data, { home, runFolder, account, password })
  asked?.throwIfAborted()
  await requireMajor(binaries, data)
  const settings = { ...SETTINGS, ...(options.durable === false ? UNSAFE_SETTINGS : {}) }
  const log = join(runFolder, 'postgres.log')
  const server: Server = { binaries, data, log, settings, sockets, account, password }
  const adopted = await startServer(server, asked)
  const end = async (): Promise<void> => {
    await run(binaries.pg_ctl, ['stop', '-D', data, '-m', 'fast', '-w', '-t', '60'], account)
  }
  const stop = async (): Promise<void> => {
    await end()
    if (sockets !== runFolder) await rmdir(sockets).catch(() => {})
  }
  await prepareServer(server).catch(async (error) => {
    if (!adopted) await stop()
    throw error
  })
  return {
    url: `postgres://${OWNER}:${password}@/${DATABASE}?host=${encodeURIComponent(sockets)}`,
    adopted,
    revive: async (asked) => void (await startServer(server, asked)),
    isClosed: async () => !existsSync(join(sockets, `.s.PGSQL.${PORT}`)) || (await isStopping(data)),
    end,
    stop,
  }
}

/** The folder of the socket: beside the data, unless that path is too long or has a comma, which the driver splits at. */
async function socketFolder(home: string, runFolder: string, account: Account | undefined): Promise<string> {
  const fits = Buffer.byteLength(`${runFolder}/.s.PGSQL.${PORT}`) <= SOCKET_PATH_MAX && !runFolder.includes(',')
  if (fits) return runFolder
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  if (!account) return privateFolder(`/tmp/tributary-${process.getuid?.()}-${name}`, account)
  await makePassage(MACHINE_FOLDER)
  return privateFolder(join(MACHINE_FOLDER, `run-${name}`), account)
}

const unfinished = (home: string, pid: number): string => join(home, `postgres.new-${pid}`)

/** Removes the unfinished data folders of starts that were killed half way. */
async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    const pid = Number(/^postgres\.new-(\d+)$/.exec(name)?.[1])
    // A container's first process always has the same id, so a folder with our own id is from an earlier start.
    if (pid === process.pid || (pid > 0 && !isAlive(pid))) {
      await rm(unfinished(home, pid), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

interface NewCluster {
  readonly home: string
  readonly runFolder: string
  readonly account: Account | undefined
  readonly password: string
}

const INITDB = ['-U', OWNER, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale-provider=builtin'].concat([
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--no-instructions',
  '--no-sync',
])

/** Initialises another folder and renames it: a start that is killed half way leaves nothing that looks initialised. */
async function initialise(
  binaries: Binaries,
  data: string,
  { home, runFolder, account, password }: NewCluster,
): Promise<void> {
  if (await isInitialised(data)) return
  const fresh = await privateFolder(unfinished(home, process.pid), account)
  const result = await withPasswordFile(runFolder, account, password, (file) =>
    run(binaries.initdb, ['-D', fresh, `--pwfile=${file}`, ...INITDB], account),
  )
  if (result.code !== 0) {
    await rm(fresh, { recursive: true, force: true })
    throw new StartError(`PostgreSQL could not be initialised in ${data}: ${lastLine(result.output)}`)
  }
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
  readonly settings: Record<string, string | number>
  readonly sockets: string
  readonly account: Account | undefined
  readonly password: string
}

/**
 * Starts the server, or adopts (true) the one that survived a kill -9 of its parent. `pg_ctl start` is not used: it hands
 * the paths to a shell, and a folder may have any name.
 */
async function startServer(server: Server, asked: AbortSignal | undefined): Promise<boolean> {
  let latest = performance.now() + STARTING_MAX_MS
  let daemon: Daemon | undefined
  for (let failures = 0; ; ) {
    const state = await probe(server).catch(async (error) => {
      await daemon?.end('SIGINT')
      throw error
    })
    if (state === 'up') return (await runningPid(server.data)) !== daemon?.pid
    // It replays an archive up to the moment that the operator named, for hours if need be, and takes no writes until then.
    if (state === 'recovering') latest = performance.now() + STARTING_MAX_MS
    if (asked?.aborted || performance.now() > latest) {
      await daemon?.end('SIGINT')
      asked?.throwIfAborted()
      throw new StartError(`PostgreSQL in ${server.data} neither starts nor stops; its log is ${server.log}.`)
    }
    if (state === 'down' && daemon?.hasEnded()) {
      if (++failures === FAILURES_MAX) {
        throw new StartError(`PostgreSQL did not start (${await why(server)}); its log is ${server.log}.`)
      }
      if (ORPHANS_LEFT.test(await why(server))) await endOrphans(server.data)
      // Another process may have started one in the same moment: then ours had to give way, and that one comes up.
      await sleep(RETRY_MS)
      daemon = undefined
      continue
    }
    if (state === 'down') daemon ??= runServer(server)
    await sleep(POLL_MS)
  }
}

function runServer({ binaries, data, log, settings, sockets, account }: Server): Daemon {
  // A list of folders, in which quotes keep spaces.
  const folders = `"${sockets.replaceAll('"', '""')}"`
  const flags = Object.entries({ ...settings, unix_socket_directories: folders })
  const args = ['-D', data, ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  return runDaemon(binaries.postgres, args, log, account)
}

async function why(server: Server): Promise<string> {
  const log = await readFile(server.log, 'utf8').catch(() => '')
  const fatal = log.split('\n').findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line))
  return fatal?.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') ?? 'no reason given'
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''

async function probe(server: Server): Promise<'up' | 'recovering' | 'down' | 'changing'> {
  try {
    const { rows } = await askServer(server, (client) => client.query('select pg_is_in_recovery() as recovering'))
    // A standby replays for as long as it is one.
    const isStandby = existsSync(join(server.data, 'standby.signal'))
    return rows[0]?.recovering && !isStandby ? 'recovering' : 'up'
  } catch (error) {
    if (errorCode(error) === INVALID_PASSWORD) {
      throw new StartError(
        `${PASSWORD_FILE} does not have the password of the database in ${server.data}: put it back from a backup; docs/operations.md says what to do without one.`,
      )
    }
    return error instanceof pg.DatabaseError ? 'changing' : 'down'
  }
}

async function prepareServer(server: Server): Promise<void> {
  try {
    await askServer(server, async (client) => {
      await requirePasswords(client, server.data, OWNER, server.password)
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    })
  } catch (error) {
    // 42P04: another process created it between the two lines.
    if (errorCode(error) !== '42P04' && errorCode(error) !== '23505') throw error
  }
}

const ANSWER_MS = 3_000

/** Uses one connection to the server itself, for the time before our database exists. */
async function askServer<T>({ sockets, password }: Server, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: sockets,
    port: PORT,
    user: OWNER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await ask(client)
  } finally {
    await client.end().catch(() => {})
  }
}
