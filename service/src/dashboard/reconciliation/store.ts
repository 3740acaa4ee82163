import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'

/** A banking day of one enterprise: what the bank's files say of its payouts, and what its own book says. */
export interface ReconciledDay {
  readonly day: string
  readonly entries: number
  readonly amount: number
  readonly booked: number
  readonly returned: number
  readonly returned_amount: number
  readonly returned_booked: number
}

/** Newest first. The files are of the bank and hold everybody's entries: only those of this enterprise's payouts count. */
export function reconcileDays(
  sql: Queryable,
  tenant: TenantId,
  bank: TenantId,
  limit: number,
): Promise<ReconciledDay[]> {
  return sql<ReconciledDay[]>`
    with days as (
      select distinct day from ach_files where tenant_id = ${bank} order by day desc limit ${limit}
    ), lines as (
      select file.day, entry.amount_in_cents as amount, coalesce(sent.amount_in_cents, 0) as booked,
        0 as returned, 0::bigint as returned_amount, 0::bigint as returned_booked
      from days join ach_files file on file.tenant_id = ${bank} and file.direction = 'out' and file.day = days.day
      join ach_entries entry on entry.tenant_id = ${bank} and entry.file = file.id and entry.owner = ${tenant}
      left join ledger_transfers sent on sent.tenant_id = ${tenant} and sent.source_id = entry.payout
        and sent.kind = 'payout.sent'
      union all
      select file.day, 0, 0, 1, received.amount_in_cents, coalesce(back.amount_in_cents, 0)
      from days join ach_files file on file.tenant_id = ${bank} and file.direction = 'in' and file.day = days.day
      join ach_received received on received.tenant_id = ${bank} and received.file = file.id and received.kind = 'return'
        and received.resolved_at is null
      join payouts payout on payout.tenant_id = ${tenant} and payout.id = received.about
      left join ledger_transfers back on back.tenant_id = ${tenant} and back.source_id = received.about
        and received.status = 'applied'
        and back.kind = 'payout.returned'
    )
    select to_char(day, 'YYYY-MM-DD') as day, count(*) filter (where returned = 0)::int as entries,
      sum(amount)::bigint as amount, sum(booked)::bigint as booked, sum(returned)::int as returned,
      sum(returned_amount)::bigint as returned_amount, sum(returned_booked)::bigint as returned_booked
    from lines group by lines.day order by lines.day desc`
}
