import type { Limits, LimitUse, StoredLimit } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import type { Maker } from '../approvals/index.ts'
import { figuresOf, type Period, periodStart, UNUSED } from './model.ts'
import { findUsage, readUsage, type UsageRow } from './store.ts'

export interface LimitQuery {
  /** The one who asks: a limit of each key by itself is shown for their key. */
  readonly maker: Maker
  /** The connection that a limit of each creator by itself is shown for. */
  readonly connection?: string | undefined
}

/** The limits of a tenant, each with what is used of it in the running period. */
export async function readLimits(sql: Queryable, tenant: TenantId, query: LimitQuery): Promise<Limits> {
  const { payout_limits, new_bank_account_wait_hours, now } = await readTenant(sql, tenant)
  const limits = payout_limits ?? []
  const rows = limits.length === 0 ? [] : await usageFor(sql, tenant, limits, query, now)
  return {
    limits: limits.map((limit) => viewUse(limit, rows, query, now)),
    new_bank_account_wait_hours,
  }
}

async function usageFor(
  sql: Queryable,
  tenant: TenantId,
  limits: readonly StoredLimit[],
  { connection }: LimitQuery,
  now: Date,
): Promise<UsageRow[]> {
  const ofCreators = limits.flatMap(({ scope, of = connection, per }) =>
    scope !== 'creator' || of === undefined || per === 'payment'
      ? []
      : [{ scope, subject: of, period: per, starts_at: periodStart(per, now) }],
  )
  const [others, creators] = await Promise.all([readUsage(sql, tenant, now), findUsage(sql, tenant, ofCreators)])
  return [...others, ...creators]
}

function viewUse(limit: StoredLimit, rows: readonly UsageRow[], query: LimitQuery, now: Date): LimitUse {
  const { per, outcome, needed, approvers, set_by } = limit
  const subject = per === 'payment' ? limit.of : subjectOf(limit, rows, query, per)
  const used = rows.find((row) => row.scope === limit.scope && row.period === per && row.subject === subject) ?? UNUSED
  const isKnown = subject !== undefined || per === 'payment'
  const figures = figuresOf(limit, limit.of, used, now)
  const isOfOne = limit.of === undefined && per !== 'payment' && subject !== undefined && subject !== ''
  const { used_in_cents: _used, used_count: _count, left_in_cents: _left, left_count: _few, ...maximum } = figures
  return {
    ...((isKnown ? figures : maximum) as LimitUse),
    ...(isOfOne ? { used_by: subject } : {}),
    outcome,
    ...(needed === undefined ? {} : { needed }),
    ...(approvers === undefined ? {} : { approvers }),
    set_by,
  }
}

/** The subject that a limit is shown for: the one it names, the caller's own, or else the one that has used most of it. */
function subjectOf(
  { scope, of, max_in_cents }: StoredLimit,
  rows: readonly UsageRow[],
  { maker, connection }: LimitQuery,
  period: Period,
): string | undefined {
  if (scope === 'enterprise') return ''
  if (of !== undefined) return of
  if (scope === 'creator') return connection
  if (maker.role === 'api_key') return maker.id
  const measure = max_in_cents === undefined ? 'count' : 'amount_in_cents'
  const [most] = rows
    .filter((row) => row.scope === scope && row.period === period)
    .sort((a, b) => b[measure] - a[measure])
  return most?.subject
}
