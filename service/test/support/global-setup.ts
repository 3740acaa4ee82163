import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../src/app/prepare-database.ts'
import { locateDataFolder } from '../../src/platform/data-folder.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { databaseOn, ownServer } from './own-server.ts'
import { shareInRun } from './run-wide.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real PostgreSQL server for the whole run; each test file clones its own database on it. */
    serverUrl: string
    /** Where the server is a cluster: the databases that the test files use in turn. */
    clusterUrls: readonly string[]
    /** Test files leave there which statements they have sent; see sent-statements.ts. */
    statementsFolder: string
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const TEMPLATE = 'tributary_template'

/** One server for all projects of the run. It forgets what it wrote when the machine fails, and is faster for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const own = await ownServer(project)
  const start = own ? () => useServer(own.serverUrl, own.clusterUrls.length === 0) : startServer
  const { value: url, release } = await shareInRun('PostgreSQL', start)
  project.provide('clusterUrls', own?.clusterUrls ?? [])
  const record = await shareInRun('statements', makeStatementsFolder)
  project.provide('serverUrl', url)
  project.provide('statementsFolder', record.value)
  return async () => {
    await record.release()
    await release()
  }
}

/** `STATEMENTS_FOLDER` names one that is kept, to be looked at. */
async function makeStatementsFolder() {
  const kept = process.env.STATEMENTS_FOLDER
  if (kept) return { value: kept, stop: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'tributary-statements-'))
  return { value: folder, stop: () => rm(folder, { recursive: true, force: true }) }
}

async function startServer() {
  const home = await mkdtemp(join(tmpdir(), 'tributary-test-'))
  const { account, binariesCopy } = await locateDataFolder(home)
  const postgres = await startEmbeddedPostgres({
    home,
    account,
    durable: false,
    ...(binariesCopy ? { binariesCopy } : {}),
  })
  // A run that is broken off gets to no teardown.
  const endNow = (): void => {
    process.kill(Number.parseInt(readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGQUIT')
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
    process.exit(1)
  }
  for (const signal of SIGNALS) process.once(signal, endNow)
  await makeTemplate(postgres.url)
  const stop = async (): Promise<void> => {
    for (const signal of SIGNALS) process.off(signal, endNow)
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
  return { value: postgres.url, stop }
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const admin = openDatabase({ url: serverUrl, connectionsMax: 1 })
  await admin.sql.unsafe(`drop database if exists ${TEMPLATE}`)
  await admin.sql.unsafe(`create database ${TEMPLATE}`)
  await admin.close()
  await migrateDatabase(databaseOn(serverUrl, TEMPLATE))
}

/** A server of one's own, which stays as it is but for the databases of the tests. */
async function useServer(url: string, hasTemplate: boolean) {
  if (hasTemplate) await makeTemplate(url)
  return { value: url, stop: async () => {} }
}
