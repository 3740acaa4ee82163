import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { tenantsOfBank } from '../../tenants/index.ts'

/** The descriptions of these payouts, of any enterprise of the bank, for the creator's account page. */
export const describePayouts = async (
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly description: string }[]> =>
  sql<{ readonly id: string; readonly description: string }[]>`
    select payout.id, payout.description from ${tenantsOfBank(sql, bank)} tenant
    join payouts payout on payout.tenant_id = tenant.id and payout.id = any(${texts(ids)}::text[])`
