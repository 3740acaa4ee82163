import { spawnSync } from 'node:child_process'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../service/src/platform/backup.ts'
import { locateDataFolder } from '../../service/src/platform/data-folder.ts'
import { type Database, openDatabase } from '../../service/src/platform/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../service/src/platform/embedded-postgres.ts'
import { makePassage } from '../../service/src/platform/folders.ts'
import { findBinaries } from '../../service/src/platform/postgres-binaries.ts'
import { endOrphans } from '../../service/src/platform/postgres-processes.ts'
import { type Account, run } from '../../service/src/platform/process-account.ts'
import { readPid } from '../server.ts'

/** Two PostgreSQL servers: a primary, and a synchronous standby that gets each change before it is acknowledged. */
export interface Pair {
  /** With both hosts. */
  readonly url: string
  /** Where files of a proof may be kept. */
  readonly home: string
  primaryUrl(): string
  standbyUrl(): string
  /** Ends every process of the primary at once, as the loss of its machine does. */
  killPrimary(): Promise<void>
  /** Stops every process of the primary, which keeps its sockets: it hangs rather than refuses. */
  suspendPrimary(): Promise<void>
  /** Makes the standby the primary; it acknowledges alone until the next standby is there. */
  promote(): Promise<void>
  /** Builds a new standby in the place of the server that was lost. */
  rebuild(): Promise<void>
  close(): Promise<void>
}

interface Node {
  readonly home: string
  postgres: EmbeddedPostgres
}

const READY_MAX_MS = 60_000
const POLL_MS = 50

/** The tools of the machine that a pair needs, and it has not. PostgreSQL itself is the embedded one. */
export const findMissing = (): string | undefined =>
  spawnSync('pgrep', ['-V']).error ? '`pgrep` is missing: install procps (Linux)' : undefined

export async function openPair(): Promise<Pair> {
  const parent = await mkdtemp(join(tmpdir(), 'tributary-pair-'))
  await makePassage(parent)
  const { account, binariesCopy } = await locateDataFolder(parent)
  const { pg_ctl } = await findBinaries(binariesCopy)
  const start = (home: string) => startEmbeddedPostgres({ home, account, ...(binariesCopy ? { binariesCopy } : {}) })
  const homes = ['a', 'b'].map((name) => join(parent, name)) as [string, string]
  let primary: Node = { home: homes[0], postgres: await start(homes[0]) }
  let standby: Node | undefined
  const endNow = (): void => homes.forEach(killAll)
  process.on('exit', endNow)

  async function rebuild(): Promise<void> {
    const home = homes.find((one) => one !== primary.home) as string
    killAll(home)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
    await backUp({ url: primary.postgres.url, home: primary.home, to: home })
    await follow(home, primary.postgres.url, account)
    standby = { home, postgres: await start(home) }
    await makeSynchronous(primary.postgres.url)
  }

  await rebuild()
  const folders = homes.map((home) => socketsOf(home === primary.home ? primary : (standby as Node)))
  return {
    url: primary.postgres.url.replace(/host=.*$/, `host=${folders.map(encodeURIComponent).join(',')}`),
    home: parent,
    primaryUrl: () => primary.postgres.url,
    standbyUrl: () => (standby as Node).postgres.url,
    async killPrimary() {
      killAll(primary.home)
      await endOrphans(join(primary.home, 'postgres')).catch(() => {})
    },
    async suspendPrimary() {
      signalAll(primary.home, 'SIGSTOP')
    },
    async promote() {
      const promoted = standby as Node
      const { code, output } = await run(pg_ctl, ['promote', '-D', join(promoted.home, 'postgres'), '-w'], account)
      if (code !== 0) throw new Error(`the standby was not promoted: ${output}`)
      primary = promoted
      standby = undefined
    },
    rebuild,
    async close() {
      process.off('exit', endNow)
      endNow()
      await sleep(POLL_MS)
      await rm(parent, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const socketsOf = ({ postgres }: Node): string => new URLSearchParams(postgres.url.split('?')[1]).get('host') as string

/** Makes a copy of the primary's folder a standby of it. */
async function follow(home: string, url: string, account: Account | undefined): Promise<void> {
  const [, user, password] = /\/\/(\w+):(\w+)@/.exec(url) ?? []
  const host = new URLSearchParams(url.split('?')[1]).get('host')
  const signal = join(home, 'postgres/standby.signal')
  await writeFile(signal, '')
  if (account) await chown(signal, account.uid, account.gid)
  await appendFile(
    join(home, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} port=5432 user=${user} password=${password}'\nsynchronous_standby_names = ''\n`,
  )
}

/** From now on a commit is acknowledged once the standby has it on its disk. */
async function makeSynchronous(url: string): Promise<void> {
  await asking(url, async ({ sql }) => {
    await sql.unsafe(`alter system set synchronous_standby_names = '*'`)
    await sql.unsafe('select pg_reload_conf()')
    const latest = performance.now() + READY_MAX_MS
    for (;;) {
      const [found] = await sql`select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`
      if (found) return
      if (performance.now() > latest) throw new Error('the standby does not follow')
      await sleep(POLL_MS)
    }
  })
}

async function asking(url: string, ask: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    await ask(database)
  } finally {
    await database.close()
  }
}

const killAll = (home: string): void => signalAll(home, 'SIGKILL')

/** The postmaster first, so that it starts no other. */
function signalAll(home: string, signal: NodeJS.Signals): void {
  const pids = pidsOf(home)
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It was gone already.
    }
  }
}

function pidsOf(home: string): number[] {
  let postmaster: number
  try {
    postmaster = readPid(home)
  } catch {
    return []
  }
  const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
  return [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]
}
