import type { FieldValues } from '../../kernel/changes.ts'
import type { EventDetails } from '../events/index.ts'
import { transitionDetails } from '../transitions/index.ts'
import { type Purchase, shares, wasPaid } from './model.ts'
import type { PurchaseTransition } from './transition.ts'

/** The fields of a purchase that can change, as the API shows them; not the receipt, whose address opens without a key. */
export function purchaseFields(purchase: Purchase): FieldValues {
  const { fee, net } = shares(purchase)
  const paid = wasPaid(purchase)
  return {
    status: purchase.status,
    fee_in_cents: fee,
    net_total_in_cents: net,
    payment_card_brand: paid ? purchase.card_brand : null,
    payment_card_last_four: paid ? purchase.card_last_four : null,
    auto_refund_on_fraud: purchase.auto_refund_on_fraud,
    user_data: purchase.user_data,
  }
}

export function purchaseDetails(transition: PurchaseTransition): EventDetails {
  const details = transitionDetails(transition, purchaseFields)
  return transition.related ? { ...details, changes: { ...details.changes, ...transition.related } } : details
}
