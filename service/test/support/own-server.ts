import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { clusterNodes, planDistribution } from '../../src/platform/cluster.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'

/**
 * The tests run on a server of one's own where `TEST_DATABASE_URL` names a database of it, as a superuser. On a plain
 * server each test file gets a database of its own. The databases of a cluster cannot be cloned: there all test files use
 * the one that is named and those beside it, `NAME_2` and so on, in turn; one is emptied before it is used again.
 */
export interface OwnServer {
  readonly serverUrl: string
  /** None where the server is no cluster. */
  readonly clusterUrls: readonly string[]
}

export async function ownServer(project: TestProject): Promise<OwnServer | undefined> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return undefined
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    if (!(await clusterNodes(database.sql))) return { serverUrl: url, clusterUrls: [] }
    if (project.config.maxWorkers !== 1)
      throw new Error('on a cluster test files run one after the other: --maxWorkers=1')
    const clusterUrls = await databasesBeside(database, url)
    for (const one of clusterUrls) await requireDistributed(one)
    return { serverUrl: url, clusterUrls }
  } finally {
    await database.close()
  }
}

async function databasesBeside({ sql }: Database, url: string): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select datname as name from pg_database
    where datname = current_database() or datname ~ ('^' || current_database() || '_\\d$') order by datname`
  return rows.map(({ name }) => databaseOn(url, name))
}

async function requireDistributed(url: string): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    const left = await planDistribution(database.sql)
    if (left.length > 0) throw new Error('distribute the database first: npm run operator -- cluster distribute')
  } finally {
    await database.close()
  }
}

/** The address of another database of the same server. */
export function databaseOn(serverUrl: string, name: string): string {
  const [, server = '', query = ''] = /^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*(.*)$/.exec(serverUrl) ?? []
  return `${server}${name}${query}`
}

/** Tables whose rows come with the migrations. */
const KEPT = ['schema_migrations', 'auth_epoch']

/** Tables of the coordinator that a trigger keeps from being emptied. */
const APPEND_ONLY = ['audit_log', 'operator_audit_log']

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const CLOCKS = /^create function (tenant_now|tenant_time)\([\s\S]*?\$\$[\s\S]*?\$\$/gm

/** The functions that say the time, as the migrations have them: a test may have stopped the clocks. */
const clocks = (): string[] =>
  globSync('*.sql', { cwd: MIGRATIONS })
    .flatMap((file) => readFileSync(join(MIGRATIONS, file), 'utf8').match(CLOCKS) ?? [])
    .map((text) => text.replace(/^create function/, 'create or replace function'))

/** Removes all rows. Citus empties the other servers by triggers of its own, so that only ours are passed over. */
export async function emptyCluster(url: string): Promise<string> {
  const database = openDatabase({ url, connectionsMax: 1 })
  try {
    await database.transaction(async (tx) => {
      const tables = await tx<{ name: string }[]>`
        select quote_ident(relname) as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
          and relname <> all(${[...KEPT, ...APPEND_ONLY]}::text[])`
      await tx.liftTimeLimits()
      await tx.unsafe(`${clocks().join(';\n')};
        truncate ${tables.map(({ name }) => name).join(', ')} restart identity;
        set local session_replication_role = replica;
        truncate ${APPEND_ONLY.join(', ')}`)
    })
  } finally {
    await database.close()
  }
  return url
}
