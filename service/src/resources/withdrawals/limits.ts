import type { LimitScope } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import type { Maker } from '../approvals/index.ts'
import {
  addUsageStatements,
  insertMakersStatements,
  judgeLimits,
  type LimitVerdict,
  limitExceeded,
  makersFor,
  type PeriodSum,
  readTally,
  type UsageTally,
} from '../limits/index.ts'
import type { Withdrawal } from './model.ts'
import { sumBySubject } from './store.ts'

export interface JudgedWithdrawal {
  readonly verdict: LimitVerdict
  readonly tally: UsageTally
}

/** How a withdrawal stands to the limits; throws where one refuses it. Needs the lock of `operating`. */
export async function judgeWithdrawal(
  tx: Tx,
  tenant: TenantId,
  { amount_in_cents }: Withdrawal,
  maker: Maker,
  settings: TenantSettings,
): Promise<JudgedWithdrawal> {
  const { payout_limits: limits, now } = settings
  const payments = [{ amount_in_cents }]
  const entries = payments.map((input) => ({ input }))
  const tally = await readTally(tx, tenant, settings, [{ entries, maker }])
  const verdict = judgeLimits(payments, maker, { limits, tally, now })
  const [refused = verdict.refusal] = verdict.entries.values()
  if (refused) throw limitExceeded(refused)
  return { verdict, tally }
}

/** Counts a withdrawal that is created. Needs the lock of `operating`. */
export async function countWithdrawal(
  tx: Tx,
  tenant: TenantId,
  { id, amount_in_cents, created_at }: Withdrawal,
  maker: Maker,
  { payout_limits: limits }: TenantSettings,
  tally: UsageTally,
): Promise<void> {
  if (limits === null) return
  tally.count(limits, [{ amount_in_cents }], maker, created_at)
  await Promise.all([
    ...addUsageStatements(tx, tenant, tally.added()),
    ...insertMakersStatements(tx, tenant, makersFor(limits, [{ id, created_at }], maker)),
  ])
}

/** Withdrawals created since then that were not canceled and did not fail, by the subject of a scope: no creator's. */
export async function sumWithdrawals(
  sql: Queryable,
  tenant: TenantId,
  { scope, since }: { readonly scope: LimitScope; readonly since: Date },
): Promise<PeriodSum[]> {
  return scope === 'creator' ? [] : sumBySubject(sql, tenant, { scope, since })
}
