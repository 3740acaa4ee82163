import type { Database } from './database.ts'
import { StartError } from './start-error.ts'
import type { Vault } from './vault.ts'

const PURPOSE = 'vault check'
const TEXT = 'tributary'

/** Refuses to start with a key that cannot open the sealed values: otherwise the first request that needs one would fail. */
export async function checkVaultKey(database: Database, vault: Vault): Promise<void> {
  const { sql } = database
  await sql`insert into vault_check (digest) values (${vault.digest(PURPOSE, TEXT)}) on conflict do nothing`
  await refuseOtherVaultKey(database, vault)
}

/** The same without writing, for the time before the migrations: a new database has no key yet. */
export async function refuseOtherVaultKey({ sql }: Database, vault: Vault): Promise<void> {
  const [table] = await sql`select 1 from pg_class where oid = to_regclass('vault_check')`
  const [row] = table ? await sql<{ digest: Buffer }[]>`select digest from vault_check` : []
  if (row && !isUnder(vault, row.digest)) {
    throw new StartError(
      'VAULT_KEY is not the key of this database: set the one it was first started with, after a comma if it has been replaced.',
    )
  }
}

/** Called when no value of an older key is left: from then on the service starts with the current key alone. */
export async function moveVaultCheck({ sql }: Database, vault: Vault): Promise<void> {
  await sql`update vault_check set digest = ${vault.digest(PURPOSE, TEXT)}`
}

function isUnder(vault: Vault, digest: Buffer): boolean {
  try {
    return vault.matches(PURPOSE, TEXT, digest)
  } catch {
    // The vault has no key of that id at all.
    return false
  }
}
