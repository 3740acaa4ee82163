import type { TenantId } from '../../kernel/ids.ts'
import type { AchRail } from '../../rails/ach/port.ts'
import { readTenant, type TenantSettings } from '../../tenants/index.ts'
import { findPayees, judgePayee, type Payee, type WaitingPayouts } from '../account-connections/index.ts'
import { applyPayouts } from './apply.ts'
import { isHeldBack, type Payout, UNPERMITTED } from './model.ts'
import { isDue, type PayoutDeps, settleDue } from './settle.ts'
import { lockDueOfConnection, lockReadyPayouts } from './store.ts'
import { claim, fail, initiate, methodOf, type PayoutTransition, release } from './transition.ts'

/** What a change, the activation or the end of a connection does to its payouts, under the lock of all payouts. */
export function createWaitingPayouts(deps: PayoutDeps): WaitingPayouts {
  const { ach, vault } = deps
  return {
    /** Until nothing is: one that is initiated late may have to leave with a batch that is gone too. */
    async settleDue(tx, tenant, connection, at) {
      const settings = { ...(await readTenant(tx, tenant)), now: at }
      for (;;) {
        const due = (await lockDueOfConnection(tx, tenant, connection, at)).filter((payout) => isDue(payout, settings))
        if (due.length === 0) return
        await settleDue(tx, tenant, settings, due, deps)
      }
    },

    /** Each takes the connection's method and goes on. */
    async claim(tx, tenant, connection, at) {
      const waiting = (await lockReadyPayouts(tx, tenant, connection)).filter((payout) => payout.type === 'unclaimed')
      if (waiting.length === 0) return
      const settings = await readTenant(tx, tenant)
      const payee = (await findPayees(tx, tenant, [connection])).get(connection)
      if (!payee) throw new Error(`there is no connection ${connection}`)
      const claimed = waiting.map((payout) => claimOf(payout, tenant, payee, settings, ach[settings.environment], at))
      await applyPayouts(tx, tenant, settings, claimed, vault)
    },

    async cancel(tx, tenant, connection, at) {
      const waiting = await lockReadyPayouts(tx, tenant, connection)
      if (waiting.length === 0) return
      const settings = await readTenant(tx, tenant)
      const cancel = (payout: Payout): PayoutTransition =>
        release(payout, tenant, 'cancel', 'Canceled: the account connection was deleted', at)
      await applyPayouts(tx, tenant, settings, waiting.map(cancel), vault)
    },
  }
}

function claimOf(
  payout: Payout,
  tenant: TenantId,
  payee: Payee,
  settings: TenantSettings,
  ach: AchRail,
  at: Date,
): PayoutTransition {
  if (payee.type === null) throw new Error(`payout ${payout.id} was claimed without a method`)
  const method = methodOf(payee, payee.type)
  // Whether it is allowed is asked on its date.
  if (payout.date > at) return claim(payout, method, at)
  if (!('payable' in judgePayee(payee, at))) return fail(payout, tenant, UNPERMITTED, at)
  if (isHeldBack({ ...payout, type: method.type }, settings)) return claim(payout, method, at)
  return initiate(payout, tenant, method, settings, ach, at)
}
