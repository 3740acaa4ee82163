import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { lockAwaitingOf, noteSubjectChange } from '../approvals/index.ts'
import type { Payout } from './model.ts'
import { sumAwaiting } from './store.ts'

const WHY: Readonly<Record<string, string>> = {
  ready: 'the payout was changed',
  canceled: 'the payout was canceled',
  error: 'the payout failed',
}

/**
 * Tells open approvals that these payouts were changed, or wait no more: approvals given before no longer count. Needs the
 * lock of the tenant's payouts. An approval that was decided by this transaction is not open any more.
 */
export async function noteChangedHolds(tx: Tx, tenant: TenantId, payouts: readonly Payout[], at: Date): Promise<void> {
  const ids = payouts.map(({ id }) => id)
  const why = WHY[payouts[0]?.status ?? 'ready'] ?? 'the payout was changed'
  for (const approval of await lockAwaitingOf(tx, tenant, ids)) {
    const { count, amount } = await sumAwaiting(tx, tenant, approval.id)
    await noteSubjectChange(tx, tenant, approval, { why, count, amount }, at)
  }
}
