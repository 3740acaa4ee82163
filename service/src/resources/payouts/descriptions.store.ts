import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { type Queryable, texts } from '../../platform/database.ts'
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
): Promise<ComingPayout[]> => {
  const coming = await Promise.all(connections.map((connection) => findComing(sql, connection)))
  return coming
    .flat()
    .sort((a, b) => a.date.getTime() - b.date.getTime())
    .slice(0, COMING_WITHIN)
}

/** By itself for each of a creator's few connections: on a cluster each enterprise may be on a server of its own. */
const findComing = async (
  sql: Queryable,
  { tenant_id: tenant, id }: { readonly tenant_id: TenantId; readonly id: string },
): Promise<ComingPayout[]> =>
  sql<ComingPayout[]>`
    select tenant_id, amount_in_cents, description, date from (
      select tenant_id, status, due_at, amount_in_cents, description, date from payouts
      where tenant_id = ${tenant} and account_connection = ${id}
      order by position desc limit ${COMING_WITHIN}
    ) payout
    where status = 'pending' or (status = 'ready' and due_at is not null)`

/** The descriptions of these payouts, of any enterprise of the bank, for the creator's account page. */
export const describePayouts = async (
  sql: Queryable,
  bank: TenantId,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly description: string }[]> =>
  sql<{ readonly id: string; readonly description: string }[]>`
    select payout.id, payout.description from ${tenantsOfBank(sql, bank)} tenant
    join payouts payout on payout.tenant_id = tenant.id and payout.id = any(${texts(ids)}::text[])`
