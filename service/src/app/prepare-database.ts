import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../kernel/environment.ts'
import { distributeNewTables } from '../platform/cluster.ts'
import { type Database, isDatabaseAway, openDatabase } from '../platform/database.ts'
import { type Migration, migrate, readMigrations } from '../platform/migrate.ts'
import { requireReachable } from '../platform/pg-pool.ts'
import { noteRestore } from '../platform/restore-hold.ts'
import { ensureServiceRole, openServiceAccess, type ServiceAccess } from '../platform/service-role.ts'
import type { Vault } from '../platform/vault.ts'
import { checkVaultKey, refuseOtherVaultKey } from '../platform/vault-check.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** A standby takes over within seconds; an operator by hand may need longer. */
const FAILOVER_MAX_MS = 60_000
const RETRY_MS = 500

export const knownMigrations = (): Promise<Migration[]> => readMigrations(MIGRATIONS)

/**
 * Migrates as the owner of the database, and returns how everything afterwards signs in. A wrong vault key is refused
 * before anything is written.
 */
export function prepareDatabase(url: string, vault: Vault, migrations?: readonly Migration[]): Promise<ServiceAccess> {
  return asOwner(url, (owner) => throughFailover(owner, () => prepare(owner, url, vault, migrations)))
}

async function prepare(
  owner: Database,
  url: string,
  vault: Vault,
  migrations: readonly Migration[] | undefined,
): Promise<ServiceAccess> {
  await refuseOtherVaultKey(owner, vault)
  await migrate(owner, migrations ?? (await knownMigrations()))
  await distributeNewTables(owner)
  await checkVaultKey(owner, vault)
  const held = await noteRestore(owner)
  const access = await openServiceAccess(owner, url, vault)
  return held ? { ...access, held } : access
}

/**
 * Does it again where the database went away in the middle: each step is a transaction, or can be run again. A database
 * that was never there is said to be away at once: its address may be wrong.
 */
async function throughFailover<T>(owner: Database, work: () => Promise<T>): Promise<T> {
  await requireReachable(owner)
  const latest = performance.now() + FAILOVER_MAX_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > latest) throw error
      await sleep(RETRY_MS)
    }
  }
}

const HELD =
  'Production is held after a restore, and no file, charge, mail or webhook leaves: see `tributaryd restore status`.'

/**
 * Access to a restored database: production is not served and nothing leaves. Where production is not wanted there is
 * nothing real to hold.
 */
export function whileHeld(
  environments: readonly Environment[],
  { held, warnings }: Pick<ServiceAccess, 'held' | 'warnings'>,
): { readonly isHeld: boolean; readonly warnings: readonly string[] } {
  const isHeld = held !== undefined && environments.includes('production')
  return { isHeld, warnings: isHeld ? [...warnings, HELD] : warnings }
}

export const servedWhile = (isHeld: boolean, environments: readonly Environment[]): readonly Environment[] =>
  isHeld ? environments.filter((environment) => environment !== 'production') : environments

/** The tables and the rights to them alone, for a database that other databases are copied from. */
export function migrateDatabase(url: string, migrations?: readonly Migration[]): Promise<void> {
  return asOwner(url, async (owner) => {
    await migrate(owner, migrations ?? (await knownMigrations()))
    await distributeNewTables(owner)
    await ensureServiceRole(owner)
  })
}

async function asOwner<T>(url: string, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = openDatabase({ url, connectionsMax: 1 })
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}
