import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/purchases.ts'
import type { ApprovalReference } from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  Described,
  DryRunOf,
  exampleId,
  Nullable,
  OneOf,
  Reference,
  ResourceId,
  Shape,
  Text,
  Times,
  Timestamp,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { AMOUNT_MAX, type Cents } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import type { DisputeStatus } from '../../rails/cards/port.ts'
import { ApprovalReferenceSchema } from '../approvals/index.ts'
import { BrandSchema } from '../buyers/index.ts'
import type { Dispute } from './disputes/model.ts'
import { viewDispute } from './disputes/view.ts'
import { type Purchase, type PurchaseStatus, shares, wasPaid } from './model.ts'

export const StatusSchema = Values<PurchaseStatus>(
  'PurchaseStatus',
  'Where the purchase is. In sandbox it moves from `pending` to `settling` a minute after the commit, and to `completed` on the next full hour.',
  {
    created: 'nothing is charged yet; commit it, or cancel it',
    pending: 'the card was charged, and the money is being collected',
    settling: 'the money is being settled to the operating account',
    completed: 'the operating account has the net total, less what was refunded in part',
    error: 'the money could not be collected; nothing is owed. Final',
    canceled: 'given up by you; a charge is voided, or given back if it was settled. Final',
    refunded:
      'a refund is issued; `reversed` once the network has processed it. If that fails it stays here, and only a chargeback moves it on',
    reversed:
      'a refund was processed, or the buyer’s bank has taken money. Final, unless the dispute is won: then `completed`',
  },
)

const ITEMS_MAX = 100
/** Room for a hundred items with all their texts in plain letters. A page has a thousand purchases, and must fit into memory. */
const ITEMS_BYTES_MAX = 160 * 1_024
const QUANTITY_MAX = 1_000_000

const ItemCreate = Body('PurchaseItemCreate', {
  name: Text(255, { description: 'What the buyer reads on the receipt.', examples: ['Concert ticket'] }),
  description: Nullable(Text(1_000, { description: 'More about it, for the receipt.', examples: ['Row 4, seat 12'] })),
  amount_in_cents: Type.Integer({
    minimum: -AMOUNT_MAX,
    maximum: AMOUNT_MAX,
    description:
      'The price of one piece, in cents; negative for a discount. Times `quantity` it may be at most 9,999,999,999 either way.',
    examples: [4_500],
  }),
  quantity: Nullable(
    Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, default: 1, description: 'How many pieces.', examples: [2] }),
  ),
})

const AutoRefund = Type.Boolean({
  default: false,
  description: 'Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself.',
})

export const PurchaseCreate = Body('PurchaseCreate', {
  buyer: Reference({ description: 'The id of the buyer who pays.', examples: [exampleId('buy')] }),
  items: Type.Array(ItemCreate, {
    minItems: 1,
    maxItems: ITEMS_MAX,
    'x-max-bytes': ITEMS_BYTES_MAX - 1,
    description:
      'Everything that is paid for: add tax and shipping as items of their own. Together at least 1 cent, and before discounts at most 9,999,999,999 cents. Under 160 KB when serialized.',
  }),
  auto_refund_on_fraud: Type.Optional(AutoRefund),
  user_data: Nullable(UserData),
})

export const PurchaseUpdate = Body('PurchaseUpdate', {
  status: Type.Optional(
    OneOf(['canceled', 'completed', 'refunded'], {
      description: 'From every status that is not final; the same one again changes nothing. See above for each.',
    }),
  ),
  auto_refund_on_fraud: Type.Optional(
    Type.Boolean({ description: 'Whether a fraud alert from now on refunds the purchase by itself.' }),
  ),
  user_data: Clearable(UserData),
})

export type PurchaseInput = Wire<typeof PurchaseCreate, contract.PurchaseCreate>
export type PurchaseUpdateInput = Wire<typeof PurchaseUpdate, contract.PurchaseUpdate>

const DisputeSchema = Shape(
  'Dispute',
  {
    status: Values<DisputeStatus>('DisputeStatus', 'Where the dispute is.', {
      inquiry: 'the buyer’s bank asks about the charge, and has taken nothing',
      needs_response: 'it wants the money: hand in evidence until `respond_by`',
      under_review: 'it reviews your evidence',
      won: 'you keep the money; what was taken is back, and the purchase is `completed`',
      lost: 'the money is gone',
    }),
    amount_in_cents: Type.Integer({
      description: 'What the dispute is about, in cents; it can be a part of the total.',
      examples: [9_000],
    }),
    reason: Type.Optional(
      Type.String({ description: 'Why, as the card network says it.', examples: ['product_not_received'] }),
    ),
    respond_by: Type.Optional(
      Timestamp({ description: 'Until when the bank awaits an answer. Absent once it is decided.' }),
    ),
  },
  { description: 'The newest dispute of the charge. Absent where there was none.' },
)

export const PurchaseSchema = Shape('Purchase', {
  id: ResourceId('pch', 'The id of the purchase.'),
  buyer: Type.String({ description: 'The id of the buyer who pays.', examples: [exampleId('buy')] }),
  status: StatusSchema,
  items: Type.Array(
    Shape('PurchaseItem', {
      name: Type.String({ description: 'What the buyer reads on the receipt.', examples: ['Concert ticket'] }),
      description: Type.Optional(Type.String({ description: 'More about it, if you gave any.' })),
      amount_in_cents: Type.Integer({ description: 'The price of one piece, in cents; a discount is negative.' }),
      quantity: Type.Integer({ description: 'How many pieces; 1 if you gave none.' }),
    }),
    { description: 'Everything that is paid for. It cannot change.' },
  ),
  total_in_cents: Type.Integer({
    description: 'What the buyer pays, in cents: the sum of amount times quantity over the items.',
    examples: [9_000],
  }),
  fee_in_cents: Type.Integer({
    description:
      'What the charge costs, in cents: a share of the total, rounded half up to the cent, plus a fixed part, and never more than the total. 0 where nothing was charged or it was voided; kept after a refund.',
    examples: [291],
  }),
  net_total_in_cents: Type.Integer({
    description: 'What is deposited to the operating account, in cents: the total less the fee.',
    examples: [8_709],
  }),
  receipt_pdf_url: Type.Optional(
    Type.String({ description: 'Once paid. Opens in a browser without a key, and does not expire.' }),
  ),
  payment_card_brand: Type.Optional(Described(BrandSchema, 'The network of the card that was charged. Once paid.')),
  payment_card_last_four: Type.Optional(
    Type.String({ description: 'The last digits of the card that was charged. Once paid.', examples: ['4242'] }),
  ),
  refunded_in_cents: Type.Optional(
    Type.Integer({
      description:
        'What was given back to the buyer so far, in cents: refunds that are `pending` or `succeeded`. Once paid.',
      examples: [0],
    }),
  ),
  dispute: Type.Optional(DisputeSchema),
  approval: Type.Optional(ApprovalReferenceSchema),
  activity: Activity,
  auto_refund_on_fraud: AutoRefund,
  user_data: Type.Optional(UserData),
  ...Times,
})

export const PurchaseDryRunSchema = DryRunOf(PurchaseSchema)

/** A purchase with its refunds, its dispute and the approval that a refund awaits, as far as there are any. */
export type ShownPurchase = Purchase & {
  readonly refunded_in_cents?: Cents
  readonly dispute?: Dispute
  readonly approval?: ApprovalReference
}

export function viewPurchase(
  purchase: ShownPurchase,
  receiptUrl: () => string,
): Wire<typeof PurchaseSchema, contract.Purchase> {
  const { fee, net } = shares(purchase)
  const paid = wasPaid(purchase)
  return {
    id: purchase.id,
    buyer: purchase.buyer,
    status: purchase.status,
    items: purchase.items as Static<typeof PurchaseSchema>['items'],
    total_in_cents: purchase.total_in_cents,
    fee_in_cents: fee,
    net_total_in_cents: net,
    ...(paid ? { receipt_pdf_url: receiptUrl() } : {}),
    ...(paid && purchase.card_brand !== null ? { payment_card_brand: purchase.card_brand } : {}),
    ...(paid && purchase.card_last_four !== null ? { payment_card_last_four: purchase.card_last_four } : {}),
    ...(paid ? { refunded_in_cents: purchase.refunded_in_cents ?? 0 } : {}),
    ...(purchase.dispute === undefined ? {} : { dispute: viewDispute(purchase.dispute) }),
    ...(purchase.approval === undefined ? {} : { approval: purchase.approval }),
    activity: purchase.activity as Static<typeof Activity>,
    auto_refund_on_fraud: purchase.auto_refund_on_fraud,
    ...(purchase.user_data === null ? {} : { user_data: purchase.user_data }),
    created_at: iso(purchase.created_at),
    updated_at: iso(purchase.updated_at),
  }
}
