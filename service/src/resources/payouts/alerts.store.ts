import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Cents } from '../../kernel/money.ts'
import type { Queryable } from '../../platform/database.ts'
import { lastPositionQuery } from '../../platform/lists.ts'
import { LIST } from './store.ts'

// The figures that alerts are raised by. Each reads a bounded range of positions, however many payouts there are.

export async function lastPayoutPosition(sql: Queryable, tenant: TenantId): Promise<number> {
  const [row] = await sql<{ value: number }[]>`${lastPositionQuery(sql, tenant, LIST.counter)}`
  return row?.value ?? 0
}

interface Range {
  readonly after: number
  readonly upTo: number
  readonly least: number
  readonly limit: number
}

/** Payouts of at least this amount among those positions, the first first. */
export async function findPayoutsAbove(
  sql: Queryable,
  tenant: TenantId,
  { after, upTo, least, limit }: Range,
): Promise<{ readonly id: Id<'payout'>; readonly amount_in_cents: Cents }[]> {
  return sql`
    select id, amount_in_cents from payouts
    where tenant_id = ${tenant} and position > ${after} and position <= ${upTo} and amount_in_cents >= ${least}
    order by position limit ${limit}`
}

const USUAL = 1_000
/** Fewer payouts say nothing about what is usual. */
const USUAL_FROM = 30

/** The median amount of the last payouts up to a position; `undefined` where there are too few. */
export async function medianPayout(sql: Queryable, tenant: TenantId, upTo: number): Promise<Cents | undefined> {
  const [row] = await sql<{ count: number; median: Cents | null }[]>`
    select count(*)::int as count, percentile_disc(0.5) within group (order by amount_in_cents)::bigint as median
    from payouts where tenant_id = ${tenant} and position > ${upTo - USUAL} and position <= ${upTo}`
  return row && row.count >= USUAL_FROM ? (row.median ?? undefined) : undefined
}

const LOOKED_AT = 5_000

/** The ACH payouts among the last ones that left, and how many of them came back. */
export async function countReturns(
  sql: Queryable,
  tenant: TenantId,
): Promise<{ readonly sent: number; readonly returned: number }> {
  const last = await lastPayoutPosition(sql, tenant)
  const [row] = await sql<{ sent: number; returned: number }[]>`
    select count(*)::int as sent, (count(*) filter (where status = 'returned'))::int as returned from payouts
    where tenant_id = ${tenant} and position > ${last - LOOKED_AT} and type = 'ach' and status in ('sent', 'returned')`
  return row ?? { sent: 0, returned: 0 }
}
