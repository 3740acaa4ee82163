import { statusEntry } from '../../../kernel/activity.ts'
import { problem } from '../../../kernel/errors.ts'
import type { TenantId } from '../../../kernel/ids.ts'
import { type Cents, dollars, ZERO } from '../../../kernel/money.ts'
import type { Tx } from '../../../platform/database.ts'
import { applyTransitions } from '../../transitions/index.ts'
import { lockFunds, readReturned } from '../current.ts'
import { leftOf, type Purchase, type Returned } from '../model.ts'
import type { PurchaseTransition } from '../transition.ts'
import type { Refund } from './model.ts'
import { insertRefund, REFUNDS } from './store.ts'
import { giveBack, moveRefund, newRefund, type RefundTransition, refundName } from './transition.ts'

/** The money that is to go back, and on whose word. */
export interface RefundRequest {
  readonly event: 'refund' | 'cancel'
  /** Absent: all that is left. */
  readonly amount?: Cents | undefined
  readonly reason: string | null
  /** The refund that has awaited approval until now. */
  readonly awaiting?: Refund | undefined
  /** The enterprise did not ask: money that the operating account lacks is due from its next credits. */
  readonly isInvoluntary?: boolean
}

export interface PreparedRefund {
  readonly transition: PurchaseTransition
  readonly refund: Refund
  /** The step of a refund that has awaited approval; absent where the refund is new. */
  readonly issued: RefundTransition | undefined
}

/** The amount to be refunded; throws where it may not be. */
export function refundableAmount(purchase: Purchase, returned: Returned, wanted: Cents | undefined): Cents {
  if (purchase.refund === 'failed') {
    throw problem('invalid_state', 'The refund of this purchase failed; only a chargeback can reverse it.')
  }
  const left = leftOf(purchase, returned)
  const amount = wanted ?? left
  if (amount > left || left === 0) {
    throw problem('invalid_state', `${dollars(left)} is left to be refunded of this purchase.`)
  }
  if (amount < left && purchase.charge !== 'settled') {
    const message = 'The charge has not settled yet: until then it can only be refunded in full.'
    throw problem('invalid_state', message)
  }
  return amount
}

const TEXTS = {
  refund: (name: string) => `${name} issued by the enterprise`,
  cancel: () => 'Canceled by the enterprise',
  fraud: () => 'Refunded after a fraud alert on the card',
}

/** Locks the accounts and decides. Needs the lock of the purchase, whose charge is captured or settled. */
export async function prepareRefund(
  tx: Tx,
  tenant: TenantId,
  purchase: Purchase,
  { event, amount: wanted, reason, awaiting, isInvoluntary = false }: RefundRequest,
  at: Date,
): Promise<PreparedRefund> {
  const returned = await readReturned(tx, tenant, purchase)
  const amount = refundableAmount(purchase, returned, awaiting?.amount_in_cents ?? wanted)
  const funds = purchase.charge === 'settled' ? await lockFunds(tx, tenant) : ZERO
  if (purchase.charge === 'settled' && !isInvoluntary && amount > funds) {
    const message = `The operating account holds ${dollars(funds)}, but giving the money back takes ${dollars(amount)}.`
    throw problem('insufficient_funds', message)
  }
  const entry = (status: Refund['status']) => statusEntry(status, 'Approved and issued', at)
  const issued = awaiting && moveRefund(awaiting, 'issue', entry, at)
  const refund = issued?.to ?? newRefund(purchase, amount, reason, 'pending', at)
  const text = TEXTS[isInvoluntary ? 'fraud' : event](refundName(purchase, refund))
  return { transition: giveBack(purchase, refund, { event, text, returned, funds }, at), refund, issued }
}

/** Writes the row of a refund that is issued. Its purchase's transition is applied after it, with the transfers. */
export async function writeRefund(tx: Tx, tenant: TenantId, { refund, issued }: PreparedRefund): Promise<void> {
  if (issued) await applyTransitions(tx, REFUNDS, [issued], { tenant })
  else await insertRefund(tx, tenant, refund)
}
