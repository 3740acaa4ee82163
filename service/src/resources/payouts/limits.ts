import type { StoredLimit } from '../../../../contracts/limits.ts'
import type { TenantId } from '../../kernel/ids.ts'
import { lockOperating } from '../../ledger/index.ts'
import type { Tx } from '../../platform/database.ts'
import { lockPayoutLimits, readTenant, writePayoutLimits } from '../../tenants/index.ts'
import { countedScopes, periodStart, replaceUsage, UsageTally } from '../limits/index.ts'
import { sumWithdrawals } from '../withdrawals/index.ts'
import { firstPositionSince, sumPayouts } from './limits.store.ts'

/** Locks the limits of a tenant: `operating` first, as every step that decides about payouts. */
export async function lockLimits(tx: Tx, tenant: TenantId): Promise<readonly StoredLimit[]> {
  await lockOperating(tx, tenant)
  return lockPayoutLimits(tx, tenant)
}

/**
 * Replaces the limits of a tenant. The payouts and withdrawals of the running day and month are counted anew, so that a
 * limit holds for all of its first period. By key and by role only those count that were created while such a limit was set.
 */
export async function setPayoutLimits(tx: Tx, tenant: TenantId, limits: readonly StoredLimit[]): Promise<void> {
  const scopes = countedScopes(limits)
  await lockOperating(tx, tenant)
  const { now } = await readTenant(tx, tenant)
  const first = scopes.length === 0 ? 0 : await firstPositionSince(tx, tenant, periodStart('month', now))
  await writePayoutLimits(tx, tenant, limits)
  const counted = new UsageTally()
  for (const { scope, period } of scopes) {
    const since = periodStart(period, now)
    const sums = [
      ...(await sumPayouts(tx, tenant, { scope, first, since })),
      ...(await sumWithdrawals(tx, tenant, { scope, since })),
    ]
    for (const { subject, amount, count } of sums) {
      counted.add({ scope, subject, period, starts_at: since }, { amount_in_cents: amount, count })
    }
  }
  await replaceUsage(tx, tenant, counted.added())
}
