import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'

/** What payouts to a creator were for, in the words the creator may read. */
export async function payoutDescriptions(
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: string; description: string }[]>`
    select payout.id, payout.description
    from tenants tenant join payouts payout on payout.tenant_id = tenant.id and payout.id = any(${texts(ids)}::text[])
    where tenant.bank_id = ${bank}`
  return new Map(rows.map(({ id, description }) => [id, description]))
}
