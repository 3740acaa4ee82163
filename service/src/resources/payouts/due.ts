import { HOUR_MS } from '../../kernel/time.ts'
import { lockPayoutAccounts } from '../../ledger/index.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import { readTenant } from '../../tenants/index.ts'
import { ARRIVAL_MS } from './model.ts'
import { type PayoutDeps, settleDue } from './settle.ts'
import { DUE_PAYOUTS, findDuePayouts } from './store.ts'

/** What time does to payouts: dates come, payments arrive, banks give back, claims run out. */
export const payoutsDue = (deps: PayoutDeps): DueKind => ({
  name: 'payouts',
  // Nothing follows sooner than an arrival, but for the batch that leaves on the hour.
  stepMs: (from) => Math.min(ARRIVAL_MS, HOUR_MS - (from.getTime() % HOUR_MS)),
  ...dueQueries(DUE_PAYOUTS),
  async run(tx, tenant, until, limit) {
    await lockPayoutAccounts(tx, tenant)
    const [settings, payouts] = await Promise.all([readTenant(tx, tenant), findDuePayouts(tx, tenant, until, limit)])
    await settleDue(tx, tenant, settings, payouts, deps)
    return payouts.length
  },
})
