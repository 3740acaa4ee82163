import type { TenantId } from '../kernel/ids.ts'
import { accountsView, transfersView } from '../ledger/index.ts'
import { isWithin, type Scope } from '../platform/activity.ts'
import type { Queryable, Statement, Tx } from '../platform/database.ts'

/**
 * When a tenant's fees are collected next: the full hour after the oldest fee that is owed; no row while none is owed.
 * Fees that were given back after their collection are set off against the oldest new ones. Grouped, though an account has
 * one row: on a cluster what follows may use columns of the account's server alone, not those of `tenants`. For one tenant, each
 * part names it: a cluster asks one server then.
 */
const nextCollections = (sql: Queryable, isOf: (tenant: Statement) => Statement) => sql`
  select account.tenant_id as id, date_trunc('hour', fee.at) + interval '1 hour' as at
  from (
    select account.tenant_id, account.id, max(fees_collected_sequence) as collected
    from ${accountsView(sql)} account join tenants on tenants.id = account.tenant_id
    where account.code = 'fees_payable' and account.credits > account.debits
      and ${isOf(sql`account.tenant_id`)}
    group by account.tenant_id, account.id
  ) account
  cross join lateral (
    select coalesce(sum(back.amount_in_cents), 0) as amount
    from ${transfersView(sql)} back
    join ${transfersView(sql)} collected on collected.tenant_id = back.tenant_id and collected.source_id = back.source_id
      and collected.credit_account = account.id and collected.sequence <= account.collected
    where back.tenant_id = account.tenant_id and back.debit_account = account.id
      and back.sequence > account.collected and ${isOf(sql`back.tenant_id`)}
  ) given_back
  cross join lateral (
    select at from (
      select at, sequence, sum(amount_in_cents) over (order by sequence rows unbounded preceding) as owed
      from ${transfersView(sql)} transfer
      where transfer.tenant_id = account.tenant_id and transfer.credit_account = account.id
        and transfer.sequence > account.collected and ${isOf(sql`transfer.tenant_id`)}
        and not exists (
          select 1 from ${transfersView(sql)} back where back.tenant_id = transfer.tenant_id and back.source_id = transfer.source_id
            and back.debit_account = account.id)
    ) fees
    where owed > given_back.amount
    order by sequence limit 1
  ) fee`

export const nextFeeCollectionStatement = (sql: Queryable, tenant: TenantId): Statement =>
  nextCollections(sql, (column) => sql`${column} = ${tenant}`)

export async function nextFeeCollection(sql: Queryable, tenant: TenantId): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date }[]>`${nextFeeCollectionStatement(sql, tenant)}`
  return row?.at
}

export const tenantsWithFeesDueStatement = (sql: Queryable, scope: Scope): Statement => sql`
  select due.id from (${nextCollections(sql, () => sql`true`)}) as due join tenants on tenants.id = due.id
  where due.at <= clock_timestamp() + tenants.clock_offset_ms * interval '1 millisecond'
    and ${isWithin(sql, scope, sql`due.id`)}`

/** Requires the lock of `fees_payable`: marks its whole balance as collected. Returns the sequence of its last transfer. */
export async function markFeesCollected(tx: Tx, tenant: TenantId): Promise<number> {
  const [row] = await tx<{ sequence: number }[]>`
    select greatest(
      (select max(sequence) from ${transfersView(tx)} transfer where tenant_id = ${tenant} and credit_account = account.id),
      (select max(sequence) from ${transfersView(tx)} transfer where tenant_id = ${tenant} and debit_account = account.id)
    ) as sequence
    from ${accountsView(tx)} account where account.tenant_id = ${tenant} and account.code = 'fees_payable'`
  const { sequence } = row as { sequence: number }
  await tx`update tenants set fees_collected_sequence = ${sequence} where id = ${tenant}`
  return sequence
}
