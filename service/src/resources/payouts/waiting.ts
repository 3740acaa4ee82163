import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { readTenant } from '../../tenants/index.ts'
import { findPayees, judgePayee, type WaitingPayouts } from '../account-connections/index.ts'
import { recordEvents } from '../events/index.ts'
import { carryOut, changeOf } from './carry-out.ts'
import type { Payout } from './model.ts'
import type { PayoutDeps } from './settle.ts'
import { lockReadyPayouts, updatePayout } from './store.ts'
import { initiate, methodOf, release, type Transition } from './transition.ts'

/** What the activation or the end of a connection does to the payouts that wait for it. */
export function createWaitingPayouts({ ach, vault }: PayoutDeps): WaitingPayouts {
  return {
    /** Each takes the connection's type and goes on; one whose 30 days are over is canceled as of then. */
    async claim(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void> {
      const waiting = (await lockReadyPayouts(tx, tenant, connection)).filter((payout) => payout.type === 'unclaimed')
      if (waiting.length === 0) return
      const facts = await readTenant(tx, tenant)
      const payee = (await findPayees(tx, tenant, [connection])).get(connection)
      const verdict = payee && judgePayee(payee, at)
      if (!payee || !verdict || !('payable' in verdict)) return
      const method = methodOf(payee, verdict.payable)
      const transitions: Transition[] = []
      const scheduled: Payout[] = []
      for (const payout of waiting) {
        if (payout.due_at !== null && payout.due_at <= at) {
          transitions.push(release(payout, tenant, 'expire', 'Canceled: not claimed within 30 days', payout.due_at))
        } else if (payout.date > at) {
          const { type, destination } = method
          const changes = { type, destination, due_at: payout.date, updated_at: at }
          await updatePayout(tx, tenant, payout.id, changes)
          scheduled.push({ ...payout, ...changes })
        } else {
          transitions.push(initiate(payout, tenant, method, facts, ach[facts.environment], at))
        }
      }
      await carryOut(tx, tenant, facts, transitions, vault)
      await recordEvents(tx, tenant, scheduled.map(changeOf))
    },

    async cancel(tx: Tx, tenant: TenantId, connection: Id<'accountConnection'>, at: Date): Promise<void> {
      const waiting = await lockReadyPayouts(tx, tenant, connection)
      if (waiting.length === 0) return
      const facts = await readTenant(tx, tenant)
      const cancel = (payout: Payout): Transition =>
        release(payout, tenant, 'cancel', 'Canceled: the account connection was deleted', at)
      await carryOut(tx, tenant, facts, waiting.map(cancel), vault)
    },
  }
}
