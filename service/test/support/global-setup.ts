import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../src/app/prepare-database.ts'
import { locateDataFolder } from '../../src/platform/data-folder.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { shareInRun } from './run-wide.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A real PostgreSQL server for the whole run; each test file clones its own database on it. */
    serverUrl: string
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export const TEMPLATE = 'tributary_template'

/** One server for all projects of the run. It forgets what it wrote when the machine fails, and is faster for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value: url, release } = await shareInRun('PostgreSQL', startServer)
  project.provide('serverUrl', url)
  return release
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
  const admin = openDatabase({ url: postgres.url, connectionsMax: 1 })
  await admin.sql.unsafe(`create database ${TEMPLATE}`)
  await admin.close()
  await migrateDatabase(postgres.url.replace('/tributary?', `/${TEMPLATE}?`))
  const stop = async (): Promise<void> => {
    for (const signal of SIGNALS) process.off(signal, endNow)
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  }
  return { value: postgres.url, stop }
}
