import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'

export interface UnconfirmedFile {
  readonly id: string
  readonly name: string
  readonly created_at: Date
}

const FILES_MAX = 20

/** Files with payouts of this tenant that were made before then, and that the bank has not confirmed. */
export async function findUnconfirmedFiles(
  sql: Queryable,
  { bank, owner, before }: { readonly bank: TenantId; readonly owner: TenantId; readonly before: Date },
): Promise<UnconfirmedFile[]> {
  return sql<UnconfirmedFile[]>`
    select file.id, file.name, file.created_at from ach_files file
    where file.tenant_id = ${bank} and file.direction = 'out' and file.created_at < ${before}
      and file.status in ('made', 'renaming', 'conflict', 'missing') and file.resolved_at is null
      and exists (select 1 from ach_entries entry
        where entry.tenant_id = ${bank} and entry.file = file.id and entry.owner = ${owner})
    order by file.created_at limit ${FILES_MAX}`
}

export interface WaitingFile extends UnconfirmedFile {
  readonly direction: 'out' | 'in'
  readonly status: string
  readonly why: string | null
}

/** Files of the bank that wait for a person, and files to it that were made before then and have not left. */
export async function findWaitingFiles(sql: Queryable, bank: TenantId, before: Date): Promise<WaitingFile[]> {
  return sql<WaitingFile[]>`
    select id, name, direction, status, why, created_at from ach_files
    where tenant_id = ${bank} and resolved_at is null
      and (status in ('conflict', 'missing', 'refused') or (status in ('made', 'renaming') and created_at < ${before}))
    order by created_at limit ${FILES_MAX}`
}
