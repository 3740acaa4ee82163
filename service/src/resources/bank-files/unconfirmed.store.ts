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
