import type { TenantId } from '../../kernel/ids.ts'
import { transfersOfKinds } from '../../ledger/index.ts'
import type { Queryable } from '../../platform/database.ts'
import { isPayoutOf } from '../payouts/index.ts'
import { isWithdrawalOf } from '../withdrawals/index.ts'

/** A banking day of one enterprise: its payouts and withdrawals in the bank's files, and in its own book. */
export interface ReconciledDay {
  readonly day: string
  readonly entries: number
  readonly amount: number
  readonly booked: number
  readonly returned: number
  readonly returned_amount: number
  readonly returned_booked: number
}

/**
 * Newest first. The bank's files hold the entries of every enterprise: only those of this one count. What the bank's book
 * has is read by itself, and then sent to the enterprise's: on a cluster these are two servers.
 */
export async function reconcileDays(
  sql: Queryable,
  tenant: TenantId,
  bank: TenantId,
  limit: number,
): Promise<ReconciledDay[]> {
  return await sql<ReconciledDay[]>`
    with days as materialized (
      select distinct day from ach_files where tenant_id = ${bank} order by day desc limit ${limit}
    ), entries as materialized (
      select file.day, entry.payout, entry.amount_in_cents as amount
      from days join ach_files file on file.tenant_id = ${bank} and file.direction = 'out' and file.day = days.day
      join ach_entries entry on entry.tenant_id = ${bank} and entry.file = file.id and entry.owner = ${tenant}
        and entry.amount_in_cents > 0
    ), returns as materialized (
      select file.day, received.about, received.status, received.amount_in_cents as amount
      from days join ach_files file on file.tenant_id = ${bank} and file.direction = 'in' and file.day = days.day
      join ach_received received on received.tenant_id = ${bank} and received.file = file.id and received.kind = 'return'
        and received.resolved_at is null
    ), lines as (
      select entries.day, entries.amount, coalesce(sent.amount_in_cents, 0) as booked,
        0 as returned, 0::bigint as returned_amount, 0::bigint as returned_booked
      from entries
      left join ${transfersOfKinds(sql, tenant, ['payout.sent', 'withdrawal.sent'])} sent on sent.source_id = entries.payout
      union all
      select returns.day, 0, 0, 1, returns.amount, coalesce(back.amount_in_cents, 0)
      from returns
      left join ${transfersOfKinds(sql, tenant, ['payout.returned', 'withdrawal.returned'])} back on back.source_id = returns.about
        and returns.status = 'applied'
      where (${isPayoutOf(sql, tenant, sql`returns.about`)} or ${isWithdrawalOf(sql, tenant, sql`returns.about`)})
    )
    select to_char(day, 'YYYY-MM-DD') as day, count(*) filter (where returned = 0)::int as entries,
      sum(amount)::bigint as amount, sum(booked)::bigint as booked, sum(returned)::int as returned,
      sum(returned_amount)::bigint as returned_amount, sum(returned_booked)::bigint as returned_booked
    from lines group by lines.day order by lines.day desc`
}
