import { type Static, Type } from 'typebox'
import type * as contract from '../../../../../contracts/purchases.ts'
import type { ApprovalReference } from '../../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  exampleId,
  Nullable,
  ResourceId,
  Shape,
  Text,
  Times,
  Values,
  type Wire,
} from '../../../http/index.ts'
import { AMOUNT_MAX } from '../../../kernel/money.ts'
import { iso } from '../../../kernel/time.ts'
import { ApprovalReferenceSchema } from '../../approvals/index.ts'
import type { Refund, RefundStatus } from './model.ts'

const StatusSchema = Values<RefundStatus>('RefundStatus', 'Where the refund is.', {
  awaiting: 'others must approve it first; nothing has moved',
  pending: 'the money has left the operating account, and the card network is being asked',
  succeeded: 'the card network has refunded the buyer',
  failed: 'the card network could not refund the buyer; the money is back',
  canceled: 'it was not approved, or the buyer’s bank took the money itself; the money is back',
})

const REASON_MAX = 255

export const RefundCreate = Body('RefundCreate', {
  amount_in_cents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: AMOUNT_MAX,
      description: 'How much, in cents. Without it, all that is left. Before the charge has settled only all of it.',
      examples: [3_000],
    }),
  ),
  reason: Nullable(Text(REASON_MAX, { description: 'Why, for your own records.', examples: ['One ticket returned'] })),
})

export type RefundInput = Wire<typeof RefundCreate, contract.RefundCreate>

export const RefundSchema = Shape('Refund', {
  id: ResourceId('rfd', 'The id of the refund.'),
  purchase: Type.String({ description: 'The id of the purchase.', examples: [exampleId('pch')] }),
  status: StatusSchema,
  amount_in_cents: Type.Integer({ description: 'How much goes back to the buyer, in cents.', examples: [3_000] }),
  reason: Type.Optional(Type.String({ description: 'Why, if you or the service said so.' })),
  approval: Type.Optional(ApprovalReferenceSchema),
  activity: Activity,
  ...Times,
})

/** A refund with the approval that it awaits, if it does. */
export type ShownRefund = Refund & { readonly approval?: ApprovalReference | undefined }

export const viewRefund = (refund: ShownRefund): Wire<typeof RefundSchema, contract.Refund> => ({
  id: refund.id,
  purchase: refund.purchase,
  status: refund.status,
  amount_in_cents: refund.amount_in_cents,
  ...(refund.reason === null ? {} : { reason: refund.reason }),
  ...(refund.approval === undefined ? {} : { approval: refund.approval }),
  activity: refund.activity as Static<typeof Activity>,
  created_at: iso(refund.created_at),
  updated_at: iso(refund.updated_at),
})
