import { expect, it } from 'vitest'
import { connect, emptyDatabase } from '../../test/support/database.ts'
import { isMigrated } from '../platform/migrate.ts'
import { newVaultKey, openVault } from '../platform/vault.ts'
import { knownMigrations, prepareDatabase } from './prepare-database.ts'

/** The lock under which processes migrate one after the other. */
const MIGRATING = 7_461_001

it('a migration whose database goes away in the middle is taken up again by itself', async () => {
  const url = await emptyDatabase()
  const database = connect(url)
  const { preparing } = await database.reserve(async (connection) => {
    connection.discard()
    await connection`select pg_advisory_lock(${MIGRATING}::bigint)`
    const preparing = prepareDatabase(url, openVault(newVaultKey()))
    // Its connection ends while it waits for its turn.
    const end = () => database.sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and objid = ${MIGRATING} and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await end()).length).toBe(1)
    return { preparing }
  })
  await preparing
  expect(await isMigrated(database, await knownMigrations())).toBe(true)
})
