import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'

/** The descriptions of these approvals' subjects. */
export async function findDescriptions(
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
): Promise<{ id: string; description: string }[]> {
  return await sql`
    select id, description from approvals where tenant_id = ${tenant} and id = any(${texts(ids)}::text[])`
}
