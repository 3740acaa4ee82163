import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateDatabase } from '../service/src/app/prepare-database.ts'
import { locateDataFolder } from '../service/src/platform/data-folder.ts'
import { startEmbeddedPostgres } from '../service/src/platform/embedded-postgres.ts'
import type { Migration } from '../service/src/platform/migrate.ts'
import { openOwnCluster, type Server } from './own-server.ts'

export type { Server } from './own-server.ts'

export interface ServerSettings {
  readonly durable?: boolean
  /** All that this release knows, when absent. */
  readonly migrations?: readonly Migration[]
}

export async function openServer({ durable = true, migrations }: ServerSettings = {}): Promise<Server> {
  const own = process.env.TEST_DATABASE_URL
  if (own && !migrations) return openOwnCluster(own)
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
    nodes: [
      {
        name: 'PostgreSQL',
        // The postmaster alone: its children notice and go, as when a machine kills it for want of memory.
        async kill() {
          process.kill(readPid(home), 'SIGKILL')
          await sleep(100)
        },
        async restart() {
          postgres = await start()
        },
      },
    ],
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
