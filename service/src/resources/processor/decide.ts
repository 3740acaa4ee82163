import { problem } from '../../kernel/errors.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { tenantNow } from '../../tenants/index.ts'
import { applyTransitions } from '../transitions/index.ts'
import type { Decision } from './model.ts'
import { ARRIVALS, isLatePayout, lockArrival, lockTransaction, TRANSACTIONS } from './store.ts'
import { decide, decideArrival } from './transition.ts'

/** Books a movement, a credit of the bank, or a payout that the bank has not credited, as an operator says what it is. */
export async function bookKept(tx: Tx, bank: TenantId, id: string, decision: Decision): Promise<void> {
  const now = await tenantNow(tx, bank)
  const kept = await lockTransaction(tx, bank, id)
  if (kept?.status === 'kept' || (kept && (await isLatePayout(tx, bank, id)))) {
    await applyTransitions(tx, TRANSACTIONS, [decide(kept, decision, now)], { tenant: bank })
    return
  }
  const arrival = kept ? undefined : await lockArrival(tx, bank, id)
  if (arrival?.status === 'waiting') {
    await applyTransitions(tx, ARRIVALS, [decideArrival(arrival, decision, now)], { tenant: bank })
    return
  }
  if (kept?.status === 'in_transit') throw problem('invalid_state', `The payout ${id} is still on its way to the bank.`)
  if (kept ?? arrival) throw problem('invalid_state', `${id} is booked already.`)
  throw problem('not_found', 'Nothing of that name waits; see `processor kept`.')
}
