import type { TenantId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { applyToPurchase, lockCurrent, lockFunds, type PurchaseDeps } from './current.ts'
import { settle } from './transition.ts'

/**
 * Settles the charge of a purchase by the processor's word. A charge that was settled, voided or returned before stays as it
 * is. False while the outcome of the charge is not recorded: the processor is to be asked again.
 */
export async function settleCharge(tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps): Promise<boolean> {
  const { purchase, terms } = await lockCurrent(tx, tenant, id, deps)
  if (purchase.charge === 'none' || purchase.charge === 'in_flight') return false
  if (purchase.charge === 'captured') {
    await lockFunds(tx, tenant)
    await applyToPurchase(tx, tenant, settle(purchase, 'Settled to the operating account', terms.now))
  }
  return true
}
