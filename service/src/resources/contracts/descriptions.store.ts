import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { tenantsOfBank } from '../../tenants/index.ts'

/** Descriptions of these deposits and splits, at any enterprise of the bank, for the creator's account page. */
export const describeDeposits = async (
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly description: string }[]> =>
  sql<{ readonly id: string; readonly description: string }[]>`
    select deposit.id, 'Deposit from ' || replace(deposit.deposit_source, '_', ' ') as description
    from ${tenantsOfBank(sql, bank)} tenant
    join deposits deposit on deposit.tenant_id = tenant.id and deposit.id = any(${texts(ids)}::text[])
    union all
    select split.id, 'Share of a deposit to ' || tenant.enterprise
    from ${tenantsOfBank(sql, bank)} tenant
    join contract_splits split on split.tenant_id = tenant.id and split.id = any(${texts(ids)}::text[])`
