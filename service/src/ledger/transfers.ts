import type { TenantId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import { type Queryable, type Statement, texts } from '../platform/database.ts'
import type { AccountCode } from './chart.ts'

export interface TransferRow {
  readonly kind: string
  readonly source_id: string
  readonly amount_in_cents: Cents
  readonly at: Date
  readonly debit: string
  readonly credit: string
}

/**
 * The newest transfers in a tenant's book that these resources caused, newest first. Of one moment the enterprise's come before
 * its bank's, as in the tables of postings: they are written the other way round.
 */
export async function findTransfersOf(
  sql: Queryable,
  tenant: TenantId,
  sources: readonly string[],
  limit: number,
): Promise<TransferRow[]> {
  return await sql<TransferRow[]>`
    select transfer.kind, transfer.source_id, transfer.amount_in_cents, transfer.at, debit.code as debit,
      credit.code as credit
    from unnest(${texts(sources)}::text[]) as source (id)
    join ledger_transfers transfer on transfer.tenant_id = ${tenant} and transfer.source_id = source.id
    join ledger_accounts debit on debit.tenant_id = ${tenant} and debit.id = transfer.debit_account
    join ledger_accounts credit on credit.tenant_id = ${tenant} and credit.id = transfer.credit_account
    order by transfer.at desc, transfer.kind like '%.bank' desc, transfer.sequence desc limit ${limit}`
}

/** A tenant's transfers of these kinds, as a table that another room's SQL joins by `source_id`. */
export const transfersOfKinds = (sql: Queryable, tenant: TenantId, kinds: readonly string[]): Statement => sql`
  (select source_id, amount_in_cents from ledger_transfers
  where tenant_id = ${tenant} and kind = any(${texts(kinds)}::text[]))`

/** Credits less debits of these accounts, all of one moment. */
export async function readBalances<Code extends AccountCode>(
  sql: Queryable,
  tenant: TenantId,
  codes: readonly Code[],
): Promise<Record<Code, Cents>> {
  const rows = await sql<{ code: Code; balance: Cents }[]>`
    select code, credits - debits as balance from ledger_accounts
    where tenant_id = ${tenant} and code = any(${texts(codes)}::text[])`
  return Object.fromEntries(rows.map(({ code, balance }) => [code, balance])) as Record<Code, Cents>
}
