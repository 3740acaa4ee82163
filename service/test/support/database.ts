import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { TEMPLATE } from './global-setup.ts'
import { databaseOn, emptyCluster } from './own-server.ts'
import { whenDone } from './when-done.ts'

/** An empty, migrated database of this test file's own. */
export async function cloneDatabase(from: string = TEMPLATE): Promise<string> {
  const cluster = inject('clusterUrl')
  if (cluster !== '') return emptyCluster(cluster)
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer((server) => server.sql.unsafe(`create database ${name} template ${from} strategy file_copy`))
  return databaseOn(inject('serverUrl'), name)
}

export async function emptyDatabase(): Promise<string> {
  return cloneDatabase('template0')
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
