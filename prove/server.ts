import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '../service/src/app/prepare-database.ts'
import { locateDataFolder } from '../service/src/platform/data-folder.ts'
import { startEmbeddedPostgres } from '../service/src/platform/embedded-postgres.ts'
import type { Migration } from '../service/src/platform/migrate.ts'

/** A PostgreSQL of the proof's own, migrated, that goes away with it. */
export interface Server {
  readonly url: string
  /** Where its socket is. */
  readonly home: string
  /** Starts it again after it was killed. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface ServerSettings {
  readonly durable?: boolean
  /** All that this release knows, when absent. */
  readonly migrations?: readonly Migration[]
}

export async function openServer({ durable = true, migrations }: ServerSettings = {}): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-prove-'))
  const { account, binariesCopy } = await locateDataFolder(home)
  const start = () => startEmbeddedPostgres({ home, account, durable, ...(binariesCopy ? { binariesCopy } : {}) })
  let postgres = await start()
  // Whatever happens to the proof, no server stays behind.
  const endNow = (): void => {
    try {
      process.kill(readPid(home), 'SIGINT')
    } catch {
      // It was gone already.
    }
  }
  process.on('exit', endNow)
  await migrateDatabase(postgres.url, migrations)
  return {
    url: postgres.url,
    home,
    async restart() {
      postgres = await start()
    },
    async close() {
      process.off('exit', endNow)
      await postgres.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Of the postmaster. */
export const readPid = (home: string): number =>
  Number.parseInt(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8'), 10)
