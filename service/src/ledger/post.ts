import type { TenantId } from '../kernel/ids.ts'
import type { Cents } from '../kernel/money.ts'
import type { Tx } from '../platform/database.ts'
import type { AccountCode } from './chart.ts'

/** One amount, moved within one book. */
export interface Transfer {
  /** What moved it: with `kind` it is unique, so that nothing is ever posted twice. */
  readonly sourceId: string
  readonly kind: string
  readonly debit: AccountCode
  readonly credit: AccountCode
  readonly amount: Cents
}

/**
 * The only writer of the ledger: locks the accounts in one order, adds to their totals, records the transfers. A guarded
 * account that would be overdrawn, or a transfer posted before, aborts the transaction.
 */
export async function post(tx: Tx, tenant: TenantId, transfers: readonly Transfer[], at: Date): Promise<void> {
  if (transfers.length === 0) return
  const debits = transfers.map((transfer) => transfer.debit)
  const credits = transfers.map((transfer) => transfer.credit)
  const amounts = transfers.map((transfer) => transfer.amount)
  const [, , recorded] = await Promise.all([
    tx`
      select id from ledger_accounts
      where tenant_id = ${tenant} and code = any(${[...new Set([...debits, ...credits])]}::text[])
      order by id for no key update`,
    tx`
      update ledger_accounts account
      set debits = account.debits + moved.debits, credits = account.credits + moved.credits
      from (
        select code, sum(debit)::bigint as debits, sum(credit)::bigint as credits
        from (
          select code, amount as debit, 0 as credit from unnest(${debits}::text[], ${amounts}::bigint[]) as d (code, amount)
          union all
          select code, 0, amount from unnest(${credits}::text[], ${amounts}::bigint[]) as c (code, amount)
        ) as side
        group by code
      ) as moved
      where account.tenant_id = ${tenant} and account.code = moved.code`,
    tx`
      insert into ledger_transfers (tenant_id, source_id, kind, debit_account, credit_account, amount_in_cents, at)
      select ${tenant}, new.source_id, new.kind, debit.id, credit.id, new.amount, ${at}
      from unnest(
        ${transfers.map((transfer) => transfer.sourceId)}::text[], ${transfers.map((transfer) => transfer.kind)}::text[],
        ${debits}::text[], ${credits}::text[], ${amounts}::bigint[]
      ) as new (source_id, kind, debit, credit, amount)
      join ledger_accounts debit on debit.tenant_id = ${tenant} and debit.code = new.debit
      join ledger_accounts credit on credit.tenant_id = ${tenant} and credit.code = new.credit`,
  ])
  if (recorded.count !== transfers.length)
    throw new Error(`tenant ${tenant} lacks an account of ${debits} → ${credits}`)
}
