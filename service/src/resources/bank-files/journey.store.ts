import type { BankFile } from '../../../../contracts/console/pages.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'

/** A file to or from the bank, with the moments of its way. */
export interface FileJourney extends BankFile {
  /** Made, or received. */
  readonly created_at: Date
  readonly delivered_at: Date | null
  /** When a person has dealt with a file that was refused. */
  readonly resolved_at: Date | null
  /** How often it was tried to upload it. */
  readonly attempt: number
  readonly upload_name: string | null
}

export async function readJourney(sql: Queryable, bank: TenantId, id: string): Promise<FileJourney | undefined> {
  const [row] = await sql<FileJourney[]>`
    select id, to_char(day, 'YYYY-MM-DD') as day, direction, status, name, entries, debit_in_cents, credit_in_cents, why,
      created_at, delivered_at, resolved_at, attempt, upload_name
    from ach_files where tenant_id = ${bank} and id = ${id}`
  return row
}

/** An entry of a file: a payout of ours, or what the bank has sent. */
export interface FileEntry {
  readonly kind: string
  /** The payout, or what a received entry was about. */
  readonly about: string | null
  readonly amount_in_cents: number
  readonly status: string
  readonly why: string | null
}

/** The first entries of a file, in its order. */
export async function listFileEntries(
  sql: Queryable,
  bank: TenantId,
  file: string,
  limit: number,
): Promise<FileEntry[]> {
  return sql<FileEntry[]>`
    select kind, about, amount_in_cents, status, why from (
      select 'payout' as kind, payout as about, amount_in_cents, 'sent' as status, null as why, trace as place
      from ach_entries where tenant_id = ${bank} and file = ${file}
      union all
      select kind, about, amount_in_cents, case when resolved_at is null then status else 'resolved' end, why,
        lpad(ordinal::text, 9, '0')
      from ach_received where tenant_id = ${bank} and file = ${file}
    ) entry order by place limit ${limit}`
}

/** Banking days with files, newest first. */
export async function listFileDays(sql: Queryable, bank: TenantId, limit: number): Promise<string[]> {
  const rows = await sql<{ day: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day from ach_files where tenant_id = ${bank}
    group by ach_files.day order by ach_files.day desc limit ${limit}`
  return rows.map(({ day }) => day)
}
