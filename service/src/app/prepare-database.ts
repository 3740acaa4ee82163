import { join } from 'node:path'
import { openDatabase } from '../platform/database.ts'
import { type Migration, migrate, readMigrations } from '../platform/migrate.ts'
import { ensureServiceRole } from '../platform/service-role.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')

export const knownMigrations = (): Promise<Migration[]> => readMigrations(MIGRATIONS)

/**
 * Migrates as the owner of the database. Everything afterwards runs under the role that this returns; `undefined` where
 * the owner may not create roles.
 */
export async function prepareDatabase(url: string, migrations?: readonly Migration[]): Promise<string | undefined> {
  const owner = openDatabase({ url, connectionsMax: 1 })
  try {
    await migrate(owner, migrations ?? (await knownMigrations()))
    return await ensureServiceRole(owner)
  } finally {
    await owner.close()
  }
}
