import { unavailable } from '../../../kernel/errors.ts'
import type { TenantId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/database.ts'
import type { CardEvent } from '../../../rails/cards/port.ts'
import type { PurchaseDeps } from '../charge.ts'
import { chargeBack, fraudAlert, settleRefund } from '../commands.ts'
import { parseKey } from '../model.ts'
import { lockPurchase } from '../store.ts'

type Happen = (tx: Tx, tenant: TenantId, id: string, deps: PurchaseDeps) => Promise<unknown>

const EFFECTS: Record<CardEvent['kind'], Happen> = {
  fraud_alert: fraudAlert,
  chargeback: chargeBack,
  refund_processed: (tx, tenant, id, deps) => settleRefund(tx, tenant, id, undefined, deps),
  refund_failed: (tx, tenant, id, deps) => settleRefund(tx, tenant, id, 'the network did not take it', deps),
}

/**
 * What the card network says of its own accord. It may be quicker than our own record of the charge: then it is asked to
 * say it again, because what is refused for good is never said again.
 */
export async function applyCardEvent(tx: Tx, { kind, key }: CardEvent, deps: PurchaseDeps): Promise<void> {
  const whose = parseKey(key)
  if (!whose) return
  const purchase = await lockPurchase(tx, whose.tenant, whose.id)
  if (purchase?.charge === 'in_flight') throw unavailable('The charge is not recorded yet; say this again in a moment.')
  await EFFECTS[kind](tx, whose.tenant, whose.id, deps)
}
