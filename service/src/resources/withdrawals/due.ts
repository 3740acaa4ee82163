import { HOUR_MS, MINUTE_MS } from '../../kernel/time.ts'
import { lockOperating } from '../../ledger/index.ts'
import { type DueKind, dueQueries } from '../../platform/due.ts'
import { readTenant } from '../../tenants/index.ts'
import { settleDue, type WithdrawalDeps } from './settle.ts'
import { DUE_WITHDRAWALS, findDueWithdrawals } from './store.ts'

/** In sandbox a batch leaves on the hour, and the bank returns it half an hour later. */
const RETURN_MS = 30 * MINUTE_MS

/** Takes the due steps of withdrawals: batches leave, banks return them. */
export const withdrawalsDue = (deps: WithdrawalDeps): DueKind => ({
  name: 'withdrawals',
  stepMs: (from) => Math.min(RETURN_MS, HOUR_MS - (from.getTime() % HOUR_MS)),
  ...dueQueries(DUE_WITHDRAWALS),
  async run(tx, tenant, until, limit) {
    await lockOperating(tx, tenant)
    // The tenant is read last: it then knows of the resume that let these withdrawals go on.
    const [due, settings] = await Promise.all([findDueWithdrawals(tx, tenant, until, limit), readTenant(tx, tenant)])
    await settleDue(tx, tenant, settings, due, deps)
    return due.length
  },
})
