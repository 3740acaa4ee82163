import type { TenantId } from '../../kernel/ids.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { tenantsOfBank } from '../../tenants/index.ts'

/** The descriptions of these P2P payments, of any enterprise of the bank, for the creator's account page. */
export const describeP2pPayments = async (
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly description: string }[]> =>
  sql<{ readonly id: string; readonly description: string }[]>`
    select payment.id, payment.description from ${tenantsOfBank(sql, bank)} tenant
    join p2p_payments payment on payment.tenant_id = tenant.id and payment.id = any(${texts(ids)}::text[])`
