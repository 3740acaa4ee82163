import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { TEMPLATE } from './global-setup.ts'
import { databaseOn, emptyCluster } from './own-server.ts'
import { whenDone } from './when-done.ts'

/** How often a database of a cluster was given out. */
let taken = 0

/** An empty, migrated database of this test file's own. */
export async function cloneDatabase(): Promise<string> {
  const cluster = inject('clusterUrls')
  return cluster.length > 0 ? emptyCluster(cluster[taken++ % cluster.length] as string) : makeDatabase(TEMPLATE)
}

/** One without tables; on a cluster too it is the server's own, and not distributed. */
export const emptyDatabase = (): Promise<string> => makeDatabase('template0')

async function makeDatabase(from: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer((server) => server.sql.unsafe(`create database ${name} template ${from} strategy file_copy`))
  return databaseOn(inject('serverUrl'), name)
}

async function onServer(work: (server: Database) => Promise<unknown>): Promise<void> {
  const server = openDatabase({ url: inject('serverUrl'), connectionsMax: 1 })
  try {
    await work(server)
  } finally {
    await server.close()
  }
}

/** A pool that closes with the test, or with the file when opened outside one. */
export function connect(url: string, options: { connectionsMax?: number; role?: string } = {}): Database {
  const database = openDatabase({ url, connectionsMax: 4, ...options })
  whenDone(() => database.close())
  return database
}
