import type { LimitScope } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Statement } from '../../platform/database.ts'
import { lastPositionQuery } from '../../platform/lists.ts'
import { MAKER_SUBJECTS, type PeriodSum, type SubjectSql } from '../limits/index.ts'
import { LIST } from './store.ts'

const WINDOW = 10_000

/** A position below all payouts created since then. Positions follow creation, so it reads back from the newest. */
export async function firstPositionSince(sql: Queryable, tenant: TenantId, since: Date): Promise<number> {
  const [last] = await sql<{ value: number }[]>`${lastPositionQuery(sql, tenant, LIST.counter)}`
  let position = last?.value ?? 0
  while (position > 0) {
    const [row] = await sql<{ created_at: Date }[]>`
      select created_at from payouts where tenant_id = ${tenant} and position = ${position}`
    if (row && row.created_at < since) break
    position -= WINDOW
  }
  return Math.max(0, position)
}

const SUBJECTS: Readonly<Record<LimitScope, (sql: Queryable, tenant: TenantId, id: Statement) => SubjectSql>> = {
  ...MAKER_SUBJECTS,
  creator: (sql) => ({ subject: sql`payout.account_connection`, join: sql`` }),
}

/** Payouts created since then, without those that were canceled or failed, added up by the subject of a scope. */
export async function sumPayouts(
  sql: Queryable,
  tenant: TenantId,
  { scope, first, since }: { readonly scope: LimitScope; readonly first: number; readonly since: Date },
): Promise<PeriodSum[]> {
  const { subject, join } = SUBJECTS[scope](sql, tenant, sql`payout.id`)
  return sql<PeriodSum[]>`
    select ${subject} as subject, sum(payout.amount_in_cents)::bigint as amount, count(*)::int as count
    from payouts payout ${join}
    where payout.tenant_id = ${tenant} and payout.position > ${first} and payout.created_at >= ${since}
      and payout.status not in ('canceled', 'error')
    group by 1`
}
