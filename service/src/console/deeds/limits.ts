import { LIMITS_MAX, type PayoutLimit } from '../../../../contracts/limits.ts'
import { faultsOfLimits } from '../../dashboard/index.ts'
import { validationFailed } from '../../kernel/errors.ts'
import { lockLimits, setPayoutLimits } from '../../resources/payouts/index.ts'
import { requireTenant } from '../../tenants/index.ts'
import { deed } from './deed.ts'
import type { InTenant } from './enterprises.ts'

export interface ProviderLimits extends InTenant {
  readonly limits: readonly PayoutLimit[]
}

/** Replaces the limits that the provider sets, which the enterprise cannot change; its own stay. */
export const setLimits = deed({
  action: 'limits.change',
  needs: 'limits.change',
  async act(tx, { enterprise, environment, limits }: ProviderLimits) {
    const faults = faultsOfLimits(limits)
    if (faults.length > 0) throw validationFailed(faults)
    const tenant = await requireTenant(tx, enterprise, environment)
    const before = await lockLimits(tx, tenant)
    const provided = limits.map((limit) => ({ ...limit, set_by: 'provider' as const }))
    const after = [...provided, ...before.filter(({ set_by }) => set_by === 'enterprise')]
    if (after.length > LIMITS_MAX) {
      const message = `must leave the enterprise at most ${LIMITS_MAX} limits`
      throw validationFailed([{ param: 'limits', code: 'too_many', message }])
    }
    await setPayoutLimits(tx, tenant, after)
    return { answer: { set: limits.length }, enterprise, environment, details: { before, after } }
  },
})
