import type { TenantId } from '../kernel/ids.ts'
import { type Database, plain, texts } from './database.ts'
import type { Vault } from './vault.ts'
import { moveVaultCheck } from './vault-check.ts'

/** A column of sealed values, and the place that each is bound to. A test compares the list with the schema. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The column of the tenant, and the one that names the row; SQL, where neither is a column. */
  readonly tenant: string
  readonly row: string
  /** Tells several sealed values of one row apart; 0 where there is only one. */
  readonly ordinal: string
  readonly field: (ordinal: number) => string
}

const one = (table: string, column: string, field: string): SealedColumn => ({
  table,
  column,
  tenant: 'tenant_id',
  row: 'id',
  ordinal: '0',
  field: () => field,
})

export const SEALED: readonly SealedColumn[] = [
  one('account_connections', 'bank_sealed', 'bank'),
  one('account_connections', 'submitted_sealed', 'submitted'),
  one('creators', 'person_sealed', 'person'),
  one('connect_sessions', 'draft_sealed', 'draft'),
  one('messages', 'facts_sealed', 'facts'),
  one('webhooks', 'basic_user_sealed', 'basic_user'),
  one('webhooks', 'basic_secret_sealed', 'basic_secret'),
  one('webhooks', 'signing_secret_sealed', 'signing_secret'),
  one('webhooks', 'previous_secret_sealed', 'signing_secret'),
  one('ach_files', 'bytes_sealed', 'bytes'),
  {
    table: 'ach_received',
    column: 'entry_sealed',
    tenant: 'tenant_id',
    row: 'file',
    ordinal: 'ordinal',
    field: (ordinal) => `entry ${ordinal}`,
  },
  {
    table: 'person_secret',
    column: 'sealed',
    tenant: '0',
    row: "'person_secret'",
    ordinal: '0',
    field: () => 'sealed',
  },
]

/** A digest cannot be made again without its text, so an older key is needed while any of its digests is left. */
export const DIGESTS: readonly { readonly table: string; readonly column: string; readonly what: string }[] = [
  {
    table: 'account_connections',
    column: 'verification_answer_digest',
    what: 'verification answers of account connections',
  },
  { table: 'p2p_payments', column: 'code_digest', what: 'codes of P2P payments' },
  { table: 'sign_in_codes', column: 'digest', what: 'codes of sign-ins' },
  { table: 'idempotency_answers', column: 'fingerprint', what: 'answers kept for retries' },
  { table: 'ach_credits', column: 'fingerprint', what: 'credits of the bank that were taken' },
  { table: 'audit_log', column: 'hash', what: 'rows of the audit log' },
  { table: 'audit_heads', column: 'seal', what: 'ends of the audit log' },
]

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
 * Seals every value of an older key anew, beside a running service: a few rows at a time, each only if it is still as it
 * was read. Values that change meanwhile are sealed with the current key by the service itself. Stopped half way, the
 * next run continues.
 */
export async function rotateVault(database: Database, vault: Vault): Promise<Rotated> {
  const resealed = []
  for (const column of SEALED) {
    resealed.push({ name: `${column.table}.${column.column}`, count: await reseal(database, vault, column) })
  }
  const digests = []
  for (const { table, column, what } of DIGESTS) {
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

function readOlder(
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

async function replace(
  { sql }: Database,
  vault: Vault,
  { table, column, tenant, row, ordinal, field }: SealedColumn,
  rows: readonly Held[],
): Promise<number> {
  const fresh = rows.map((held) => {
    const place = { tenant: held.tenant, row: held.row, field: field(held.ordinal) }
    return vault.seal(place, vault.open(place, held.sealed)).toString('hex')
  })
  const result = await sql.unsafe(
    `update ${table} set ${column} = decode(fresh, 'hex')
     from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[])
       as new (of_tenant, of_row, of_ordinal, old, fresh)
     where ${tenant} = of_tenant and ${row} = of_row and ${ordinal} = of_ordinal and ${column} = decode(old, 'hex')`,
    [
      plain(rows.map(({ tenant }) => tenant)),
      texts(rows.map((held) => held.row)),
      plain(rows.map((held) => held.ordinal)),
      plain(rows.map(({ sealed }) => sealed.toString('hex'))),
      plain(fresh),
    ],
  )
  return result.count
}
