import type * as contract from '../../../../../contracts/purchases.ts'
import { iso } from '../../../kernel/time.ts'
import { type Dispute, isOpen } from './model.ts'

/** A dispute as its purchase shows it. */
export const viewDispute = (dispute: Dispute): contract.Dispute => ({
  status: dispute.status,
  amount_in_cents: dispute.amount_in_cents,
  ...(dispute.reason === null ? {} : { reason: dispute.reason }),
  ...(dispute.respond_by === null || !isOpen(dispute) ? {} : { respond_by: iso(dispute.respond_by) }),
})
