import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  Nullable,
  OneOf,
  Reference,
  Shape,
  Text,
  Timestamp,
  UserData,
  type Wire,
} from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { BRANDS } from '../../rails/cards/port.ts'
import { ApprovalReferenceSchema } from '../approvals/index.ts'
import { type Purchase, STATUSES, shares, wasPaid } from './model.ts'

const ITEMS_MAX = 100
const QUANTITY_MAX = 1_000_000

const ItemCreate = Body('PurchaseItemCreate', {
  name: Text(255, { examples: ['Concert ticket'] }),
  description: Type.Optional(Text(1_000)),
  amount_in_cents: Type.Integer({
    minimum: -AMOUNT_MAX,
    maximum: AMOUNT_MAX,
    description: 'Of one piece; negative for a discount.',
    examples: [4_500],
  }),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: QUANTITY_MAX, default: 1 })),
})

const AutoRefund = Type.Boolean({
  default: false,
  description: 'Whether a fraud alert on the card within the fraud refund window refunds the purchase by itself.',
})

export const PurchaseCreate = Body('PurchaseCreate', {
  buyer: Reference({ examples: ['buy_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  items: Type.Array(ItemCreate, {
    minItems: 1,
    maxItems: ITEMS_MAX,
    description:
      'Everything that is paid for, tax and shipping too. Together at least 1 cent, and before discounts no more than a payment can be.',
  }),
  auto_refund_on_fraud: Type.Optional(AutoRefund),
  user_data: Nullable(UserData),
})

export const PurchaseUpdate = Body('PurchaseUpdate', {
  status: Type.Optional(OneOf(['canceled', 'completed', 'refunded'])),
  auto_refund_on_fraud: Type.Optional(Type.Boolean()),
  user_data: Clearable(UserData),
})

export type PurchaseInput = Wire<typeof PurchaseCreate, contract.PurchaseCreate>
export type PurchaseUpdateInput = Wire<typeof PurchaseUpdate, contract.PurchaseUpdate>

export const PurchaseSchema = Shape('Purchase', {
  id: Type.String({ examples: ['pch_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  buyer: Type.String(),
  status: OneOf(STATUSES),
  items: Type.Array(
    Shape('PurchaseItem', {
      name: Type.String(),
      description: Type.Optional(Type.String()),
      amount_in_cents: Type.Integer(),
      quantity: Type.Integer(),
    }),
  ),
  total_in_cents: Type.Integer({ description: 'The sum of amount times quantity over the items.' }),
  fee_in_cents: Type.Integer({ description: 'What the charge costs; 0 where nothing was charged or it was voided.' }),
  net_total_in_cents: Type.Integer({
    description: 'What is deposited to the operating account: the total less the fee.',
  }),
  receipt_pdf_url: Type.Optional(
    Type.String({ description: 'Once paid. Opens in a browser without a key, and does not expire.' }),
  ),
  payment_card_brand: Type.Optional(OneOf(BRANDS)),
  payment_card_last_four: Type.Optional(Type.String()),
  approval: Type.Optional(ApprovalReferenceSchema),
  activity: Activity,
  auto_refund_on_fraud: AutoRefund,
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

/** A purchase with the approval that its refund awaits, if it does. */
export type ShownPurchase = Purchase & { readonly approval?: contract.ApprovalReference }

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
    ...(purchase.approval === undefined ? {} : { approval: purchase.approval }),
    activity: purchase.activity as Static<typeof Activity>,
    auto_refund_on_fraud: purchase.auto_refund_on_fraud,
    ...(purchase.user_data === null ? {} : { user_data: purchase.user_data }),
    created_at: iso(purchase.created_at),
    updated_at: iso(purchase.updated_at),
  }
}
