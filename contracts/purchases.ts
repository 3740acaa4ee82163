import type { ActivityEntry, ApprovalReference, Resource, UserData } from './resources.ts'

/** Buyers, their cards and what they buy, as JSON; see resources.ts. */

export type CardBrand = 'VISA' | 'MASTERCARD' | 'AMERICAN_EXPRESS' | 'DISCOVER' | 'DINERS_CLUB' | 'JCB' | 'UNION_PAY'

export interface Card {
  readonly last_four: string
  readonly brand: CardBrand
  readonly expiration_month: number
  readonly expiration_year: number
}

export interface Buyer extends Resource {
  readonly external_id?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly payment_method_embed_url: string
  readonly card: Card | null
}

export interface BuyerUpdate {
  readonly first_name?: string | null
  readonly last_name?: string | null
  readonly email?: string | null
  readonly user_data?: UserData | null
  readonly external_id?: string | null
}

export interface BuyerCreate extends BuyerUpdate {
  readonly payment_instrument_id?: string | null
}

export interface PurchaseItem {
  readonly name: string
  readonly description?: string
  readonly amount_in_cents: number
  readonly quantity: number
}

export interface Purchase extends Resource {
  readonly buyer: string
  readonly status: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'
  readonly items: readonly PurchaseItem[]
  readonly total_in_cents: number
  readonly fee_in_cents: number
  readonly net_total_in_cents: number
  readonly receipt_pdf_url?: string
  readonly payment_card_brand?: CardBrand
  readonly payment_card_last_four?: string
  /** Once paid. */
  readonly refunded_in_cents?: number
  /** The newest, if the buyer has disputed the charge. */
  readonly dispute?: Dispute
  /** The one that its refund awaits. */
  readonly approval?: ApprovalReference
  readonly activity: readonly ActivityEntry[]
  readonly auto_refund_on_fraud: boolean
}

export interface Dispute {
  readonly status: 'inquiry' | 'needs_response' | 'under_review' | 'won' | 'lost'
  readonly amount_in_cents: number
  readonly reason?: string
  /** While an answer is awaited. */
  readonly respond_by?: string
}

export interface Refund {
  readonly id: string
  readonly purchase: string
  readonly status: 'awaiting' | 'pending' | 'succeeded' | 'failed' | 'canceled'
  readonly amount_in_cents: number
  readonly reason?: string
  /** The one that it awaits. */
  readonly approval?: ApprovalReference
  readonly activity: readonly ActivityEntry[]
  readonly created_at: string
  readonly updated_at: string
}

export interface RefundCreate {
  readonly amount_in_cents?: number
  readonly reason?: string | null
}

export interface PurchaseCreate {
  readonly buyer: string
  readonly items: readonly PurchaseItemCreate[]
  readonly auto_refund_on_fraud?: boolean
  readonly user_data?: UserData | null
}

export interface PurchaseItemCreate {
  readonly name: string
  readonly description?: string | null
  readonly amount_in_cents: number
  readonly quantity?: number | null
}

export interface PurchaseUpdate {
  readonly status?: 'canceled' | 'completed' | 'refunded'
  readonly auto_refund_on_fraud?: boolean
  readonly user_data?: UserData | null
}
