import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterNodes } from '../service/src/platform/cluster.ts'
import { openDatabase } from '../service/src/platform/database.ts'
import { run } from '../service/src/platform/process-account.ts'
import { emptyCluster } from '../service/test/support/own-server.ts'

/** A server process that a proof may kill. */
export interface ServerNode {
  readonly name: string
  kill(): Promise<void>
  /** Starts it again after it was killed. */
  restart(): Promise<void>
}

/** A PostgreSQL of the proof's own, migrated, that goes away with it; or a cluster of one's own. */
export interface Server {
  readonly url: string
  /** Where its socket is, and where files of a proof may be kept. */
  readonly home: string
  readonly nodes: readonly ServerNode[]
  close(): Promise<void>
}

/** How often a server that was killed is started again, until the processes that it left behind are gone. */
const START_TRIES = 50
const RETRY_MS = 200

/**
 * The cluster whose coordinator `TEST_DATABASE_URL` names. Its database is emptied. `TEST_NODE_FOLDERS` are the data folders of
 * those of its servers on this machine that may be killed, separated by commas, and `TEST_PG_CTL` starts them again.
 */
export async function openOwnCluster(url: string): Promise<Server> {
  const database = openDatabase({ url, connectionsMax: 1 })
  const nodes = await clusterNodes(database.sql).finally(() => database.close())
  if (nodes === undefined) throw new Error('TEST_DATABASE_URL names no cluster: leave it out, and a server is started')
  await emptyCluster(url)
  const home = await mkdtemp(join(tmpdir(), 'tributary-prove-'))
  const folders = (process.env.TEST_NODE_FOLDERS ?? '').split(',').filter(Boolean)
  return {
    url,
    home,
    nodes: folders.map((folder, nth) => dataNode(`data node ${nth + 1}`, folder)),
    close: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const dataNode = (name: string, folder: string): ServerNode => ({
  name,
  async kill() {
    process.kill(Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    await sleep(100)
  },
  async restart() {
    const { uid, gid } = statSync(folder)
    const account = process.getuid?.() === uid ? undefined : { name: 'postgres', uid, gid }
    const log = join(dirname(folder), `${name.replaceAll(' ', '-')}.log`)
    for (let tries = 1; ; tries++) {
      const { code, output } = await run(
        process.env.TEST_PG_CTL ?? 'pg_ctl',
        ['start', '-D', folder, '-w', '-t', '60', '-l', log],
        account,
      )
      if (code === 0) return
      if (tries === START_TRIES) throw new Error(`${name} did not start again: ${output}`)
      await sleep(RETRY_MS)
    }
  },
})
