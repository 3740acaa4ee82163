import { spawnSync } from 'node:child_process'
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateDatabase } from '../../service/src/app/prepare-database.ts'
import { backUp } from '../../service/src/platform/backup.ts'
import { locateDataFolder } from '../../service/src/platform/data-folder.ts'
import { type Database, openDatabase } from '../../service/src/platform/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../service/src/platform/embedded-postgres.ts'
import { makePassage } from '../../service/src/platform/folders.ts'
import { readPid } from '../server.ts'

const POLL_MS = 200
/** To seed a million payouts and to read them again takes minutes, on a busy machine many. */
export const STATEMENT_MAX_MS = 3_600_000

/** A PostgreSQL that archives its log, as operations.md tells to, with a base backup and a way to recover from both. */
export interface ArchivedServer {
  readonly url: string
  readonly home: string
  readonly database: Database
  backUp(): Promise<number>
  /** Until the log up to now is in the archive. */
  archived(): Promise<void>
  /** Ends every process of the server at once, as the loss of its machine does. */
  killAll(): void
  /** Starts a copy of the base backup and replays the archive until the moment. Answers its address. */
  recover(moment: string): Promise<string>
  close(): Promise<void>
}

export async function openArchivedServer(): Promise<ArchivedServer> {
  const parent = await mkdtemp(join(tmpdir(), 'tributary-drill-'))
  await makePassage(parent)
  const { account, binariesCopy } = await locateDataFolder(parent)
  const [home, base, archive] = ['primary', 'base', 'archive'].map((name) => join(parent, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(archive, { mode: 0o700 })
  if (account) await chown(archive, account.uid, account.gid)
  const start = (folder: string): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ home: folder, account, ...(binariesCopy ? { binariesCopy } : {}) })

  let primary = await start(home)
  const first = openDatabase({ url: primary.url, connectionsMax: 1 })
  await first.sql.unsafe('alter system set archive_mode = on')
  await first.sql.unsafe(`alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`)
  await first.sql.unsafe(`alter system set archive_timeout = '10s'`)
  await first.close()
  await primary.stop()
  primary = await start(home)
  await migrateDatabase(primary.url)
  const database = openDatabase({ url: primary.url, connectionsMax: 4, statementTimeoutMs: STATEMENT_MAX_MS })
  let recovered: EmbeddedPostgres | undefined
  const killAll = (): void => killTree(home)
  const endNow = (): void => {
    killAll()
    killTree(base)
  }
  process.on('exit', endNow)

  return {
    url: primary.url,
    home: parent,
    database,
    backUp: async () => (await backUp({ url: primary.url, home, to: base })).bytes,
    async archived() {
      const [now] = await database.sql<{ name: string }[]>`select pg_walfile_name(pg_current_wal_lsn()) as name`
      for (;;) {
        const [last] = await database.sql<{ name: string | null }[]>`
          select last_archived_wal as name from pg_stat_archiver`
        if ((last?.name ?? '') >= (now?.name ?? '')) return
        await sleep(POLL_MS)
      }
    },
    killAll,
    async recover(moment) {
      const lines = [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        `recovery_target_action = 'promote'`,
        `archive_mode = 'off'`,
      ]
      await appendFile(join(base, 'postgres/postgresql.auto.conf'), `${lines.join('\n')}\n`)
      const signal = join(base, 'postgres/recovery.signal')
      await writeFile(signal, '')
      if (account) await chown(signal, account.uid, account.gid)
      recovered = await start(base)
      return recovered.url
    },
    async close() {
      process.off('exit', endNow)
      killAll()
      await recovered?.stop()
      await rm(parent, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The postmaster first, so that it starts no other. */
function killTree(home: string): void {
  let postmaster: number
  try {
    postmaster = readPid(home)
  } catch {
    return
  }
  const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
  for (const pid of [postmaster, ...(stdout ?? '').split('\n').filter(Boolean).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It was gone already.
    }
  }
}
