import type { TenantId } from '../kernel/ids.ts'
import type { Database } from './database.ts'
import { rowsOf } from './rows.ts'
import type { Vault } from './vault.ts'
import { moveVaultCheck } from './vault-check.ts'

/** A column of sealed values, and the place that each is bound to. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The column of the tenant, and the one that names the row; SQL, where neither is a column. */
  readonly tenant: string
  readonly row: string
  /** Tells several sealed values of one row apart; 0 where there is only one. */
  readonly ordinal: string
  readonly field: (ordinal: number) => string
}

/** A column of digests, and what they are of in words. */
export interface DigestColumn {
  readonly table: string
  readonly column: string
  readonly what: string
}

/** Every column that the vault's keys protect; the composition knows them. */
export interface VaultColumns {
  readonly sealed: readonly SealedColumn[]
  readonly digests: readonly DigestColumn[]
}

const AT_ONCE = 200

interface Held {
  readonly tenant: TenantId
  readonly row: string
  readonly ordinal: number
  readonly sealed: Buffer
}

export interface Rotated {
  readonly resealed: readonly { readonly name: string; readonly count: number }[]
  /** Counts of digests for which older keys are still needed. */
  readonly digests: readonly { readonly what: string; readonly count: number }[]
}

/**
 * Seals every value of an older key again with the current one, beside a running service: a few rows at a time, each only
 * if it is still as it was read. Values that change meanwhile are sealed with the current key by the service itself. Stopped half way, the
 * next run continues.
 */
export async function rotateVault(
  database: Database,
  vault: Vault,
  { sealed, digests: digested }: VaultColumns,
): Promise<Rotated> {
  const resealed = []
  for (const column of sealed) {
    resealed.push({ name: `${column.table}.${column.column}`, count: await reseal(database, vault, column) })
  }
  const digests = []
  for (const { table, column, what } of digested) {
    const [row] = await database.sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${table} where substr(${column}, 1, 4) <> $1`,
      [vault.keyId],
    )
    digests.push({ what, count: row?.count ?? 0 })
  }
  if (digests.every(({ count }) => count === 0)) await moveVaultCheck(database, vault)
  return { resealed, digests }
}

async function reseal(database: Database, vault: Vault, column: SealedColumn): Promise<number> {
  let after: readonly [number, string, number] = [-1, '', -1]
  let count = 0
  for (;;) {
    const rows = await readOlder(database, vault, column, after)
    const last = rows.at(-1)
    if (!last) return count
    count += await replace(database, vault, column, rows)
    after = [last.tenant, last.row, last.ordinal]
  }
}

async function readOlder(
  { sql }: Database,
  { keyId }: Vault,
  { table, column, tenant, row, ordinal }: SealedColumn,
  after: readonly [number, string, number],
): Promise<Held[]> {
  return sql.unsafe<Held[]>(
    `select ${tenant} as tenant, ${row} as row, ${ordinal} as ordinal, ${column} as sealed from ${table}
     where substr(${column}, 1, 4) <> $1 and (${tenant}, ${row}, ${ordinal}) > ($2::int, $3::text, $4::int)
     order by 1, 2, 3 limit ${AT_ONCE}`,
    [keyId, ...after],
  )
}

const RESEALED = { of_tenant: 'integer', of_row: 'text', of_ordinal: 'integer', old: 'bytea', fresh: 'bytea' } as const

async function replace(
  { sql }: Database,
  vault: Vault,
  { table, column, tenant, row, ordinal, field }: SealedColumn,
  rows: readonly Held[],
): Promise<number> {
  const resealed = rows.map((held) => {
    const place = { tenant: held.tenant, row: held.row, field: field(held.ordinal) }
    const fresh = vault.seal(place, vault.open(place, held.sealed))
    return { of_tenant: held.tenant, of_row: held.row, of_ordinal: held.ordinal, old: held.sealed, fresh }
  })
  const isRow = sql.unsafe(`${tenant} = of_tenant and ${row} = of_row and ${ordinal} = of_ordinal`)
  const result = await sql`
    update ${sql(table)} set ${sql(column)} = fresh from ${rowsOf(resealed, RESEALED)} as new
    where ${isRow} and ${sql(column)} = old`
  return result.count
}
