import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { type Queryable, texts } from '../../platform/database.ts'
import { rowsOf } from '../../platform/rows.ts'
import { tenantsOfBank } from '../../tenants/index.ts'

/** As many of a connection's newest payouts are looked at. */
const COMING_WITHIN = 100

export interface ComingPayout {
  readonly tenant_id: TenantId
  readonly amount_in_cents: Cents
  readonly description: string
  /** When it is paid, or was put on its way. */
  readonly date: Date
}

/** Payouts that are on their way to these connections, or reserved for a later date. One that awaits approval has no `due_at`. */
export const findComingPayouts = async (
  sql: Queryable,
  connections: readonly { readonly tenant_id: TenantId; readonly id: string }[],
): Promise<ComingPayout[]> =>
  sql<ComingPayout[]>`
    select payout.tenant_id, payout.amount_in_cents, payout.description, payout.date
    from ${rowsOf(connections, { tenant_id: 'integer', id: 'text' })} as wanted
    cross join lateral (
      select tenant_id, status, due_at, amount_in_cents, description, date from payouts
      where payouts.tenant_id = wanted.tenant_id and payouts.account_connection = wanted.id
      order by position desc limit ${COMING_WITHIN}
    ) payout
    where payout.status = 'pending' or (payout.status = 'ready' and payout.due_at is not null)
    order by payout.date limit ${COMING_WITHIN}`

/** The descriptions of these payouts, of any enterprise of the bank, for the creator's account page. */
export const describePayouts = async (
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly description: string }[]> =>
  sql<{ readonly id: string; readonly description: string }[]>`
    select payout.id, payout.description from ${tenantsOfBank(sql, bank)} tenant
    join payouts payout on payout.tenant_id = tenant.id and payout.id = any(${texts(ids)}::text[])`
