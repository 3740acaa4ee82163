import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { Maker } from '../../resources/approvals/index.ts'

/** Who confirmed a file, in which role, and whether others have approved it since. */
export interface FileMaker {
  readonly maker: Maker
  readonly isApproved: boolean
}

/** A file that is confirmed again has a new maker, and what was approved before no longer counts. */
export async function keepMaker(tx: Tx, tenant: TenantId, file: string, { id, role }: Maker): Promise<void> {
  await tx`
    insert into pay_file_makers (tenant_id, file, made_by, made_as, is_approved)
    values (${tenant}, ${file}, ${id}, ${role}, false)
    on conflict (tenant_id, file) do update
    set made_by = excluded.made_by, made_as = excluded.made_as, is_approved = false`
}

export async function markApproved(tx: Tx, tenant: TenantId, file: string): Promise<void> {
  await tx`update pay_file_makers set is_approved = true where tenant_id = ${tenant} and file = ${file}`
}

/** `undefined` for a file that version 0.1 has confirmed. */
export async function findFileMaker(sql: Queryable, tenant: TenantId, file: string): Promise<FileMaker | undefined> {
  const [row] = await sql<{ made_by: string; made_as: Maker['role']; is_approved: boolean }[]>`
    select made_by, made_as, is_approved from pay_file_makers where tenant_id = ${tenant} and file = ${file}`
  return row && { maker: { id: row.made_by, role: row.made_as }, isApproved: row.is_approved }
}
