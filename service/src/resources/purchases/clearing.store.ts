import type { TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import { accountsView, transfersView } from '../../ledger/index.ts'
import { type Queryable, type Statement, texts } from '../../platform/database.ts'

/** The money that the book of an enterprise expects from the processor for a purchase, after refunds and disputes. */
export interface ClearedPurchase {
  readonly purchase: string
  /** Debits less credits of `card_clearing` that the purchase, its refunds and its disputes have caused. */
  readonly cleared: Cents
  /** A charge that has not settled, or a refund that the processor has not made yet. */
  readonly isOpen: boolean
}

export async function readCleared(
  sql: Queryable,
  tenant: TenantId,
  purchases: readonly string[],
): Promise<ClearedPurchase[]> {
  return sql<ClearedPurchase[]>`
    with asked as (
      select id, charge in ('none', 'in_flight', 'captured') as is_open from purchases
      where tenant_id = ${tenant} and id = any(${texts(purchases)}::text[])
    ), source as (
      select id as purchase, id from asked
      union all
      select refund.purchase, refund.id from asked
      join refunds refund on refund.tenant_id = ${tenant} and refund.purchase = asked.id
      union all
      select dispute.purchase, dispute.id from asked
      join disputes dispute on dispute.tenant_id = ${tenant} and dispute.purchase = asked.id
    ), clearing as (
      select id from ${accountsView(sql)} account where tenant_id = ${tenant} and code = 'card_clearing'
    )
    select asked.id as purchase, coalesce(sum(case
        when transfer.debit_account = clearing.id then transfer.amount_in_cents
        when transfer.credit_account = clearing.id then -transfer.amount_in_cents end), 0)::bigint as cleared,
      asked.is_open or exists (
        select 1 from refunds refund
        where refund.tenant_id = ${tenant} and refund.purchase = asked.id and refund.status = 'pending') as "isOpen"
    from asked cross join clearing join source on source.purchase = asked.id
    left join ${transfersView(sql)} transfer on transfer.tenant_id = ${tenant} and transfer.source_id = source.id
    group by asked.id, asked.is_open`
}

/** For other rooms' SQL that must join: the purchases of all enterprises that were charged, with the time of the charge. */
export const chargedPurchases = (sql: Queryable): Statement => sql`
  (select tenant_id, id, total_in_cents, paid_at from purchases
  where paid_at is not null and charge not in ('none', 'in_flight'))`

/** The charge of a purchase, as another room compares it with the processor's word. */
export interface ChargeFacts {
  readonly total: Cents
  readonly charge: string
}

export async function findCharge(sql: Queryable, tenant: TenantId, purchase: string): Promise<ChargeFacts | undefined> {
  const [row] = await sql<ChargeFacts[]>`
    select total_in_cents as total, charge from purchases where tenant_id = ${tenant} and id = ${purchase}`
  return row
}

/** Whether a purchase has the refund, of that amount; without a row of its own, that of version 0.1 is of the total. */
export async function hasRefund(
  sql: Queryable,
  tenant: TenantId,
  { id, refund }: { readonly id: string; readonly refund?: string },
  amount: number,
): Promise<boolean> {
  const rows =
    refund === undefined
      ? await sql`
          select 1 from purchases where tenant_id = ${tenant} and id = ${id} and refund <> 'none' and total_in_cents = ${amount}`
      : await sql`
          select 1 from refunds
          where tenant_id = ${tenant} and id = ${refund} and purchase = ${id} and amount_in_cents = ${amount}`
  return rows.length > 0
}

/** Whether a purchase has the dispute that the network names so. */
export async function hasDispute(
  sql: Queryable,
  tenant: TenantId,
  purchase: string,
  reference: string,
): Promise<boolean> {
  const rows = await sql`
    select 1 from disputes where tenant_id = ${tenant} and purchase = ${purchase} and reference = ${reference}`
  return rows.length > 0
}
