/** The resources as the API answers them; only what the pages read. */

interface Base {
  readonly id: string
  readonly user_data?: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly updated_at: string
}

/** One line of a resource's own log. */
export interface Activity {
  readonly entry: string
  readonly type: 'status_change' | 'transfer' | 'error'
  readonly status: string
  readonly code?: string
}

export interface Connection extends Base {
  readonly external_id?: string
  readonly status: 'created' | 'pending' | 'active' | 'deleted'
  readonly type?: 'direct' | 'ach' | 'wallet'
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly business_name?: string
  readonly display_name?: string
  readonly requested_permissions: readonly string[]
  readonly permissions?: readonly { readonly name: string; readonly expires_at?: string }[]
  readonly verification_prompt: string
  /** Absent in lists. */
  readonly destination?: string
}

export interface Payout extends Base {
  readonly account_connection: string
  readonly amount_in_cents: number
  readonly description: string
  readonly date: string
  readonly type: 'direct' | 'ach' | 'wallet' | 'unclaimed'
  readonly status: 'created' | 'ready' | 'pending' | 'sent' | 'error' | 'returned' | 'canceled'
  readonly destination?: string
  readonly fee_in_cents: number
  readonly activity: readonly Activity[]
}

export interface P2p extends Base {
  readonly source: string
  readonly destination: string
  readonly amount_in_cents: number
  readonly description: string
  readonly status: 'created' | 'pending' | 'sent' | 'error' | 'expired'
  readonly expires_at: string
  readonly failed_commits: number
}

export interface Contract extends Base {
  readonly account_connection: string
  readonly type: 'deposit_split'
  readonly status: 'created' | 'active' | 'declined' | 'terminated' | 'expired'
  readonly deposit_source: string
  readonly deposit_minimum_in_cents: number
  readonly deposit_maximum_in_cents: number | null
  readonly split_percent_amount: number
  readonly split_fixed_amount_in_cents: number
  readonly split_amount_max_in_cents: number | null
  readonly expires_at: string | null
  readonly agreement_at: string | null
  readonly agreement_ip: string | null
  readonly deleted_at: string | null
}

export interface Card {
  readonly last_four: string
  readonly brand: string
  readonly expiration_month: number
  readonly expiration_year: number
}

export interface Buyer extends Base {
  readonly external_id?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly card: Card | null
}

export interface PurchaseItem {
  readonly name: string
  readonly description?: string
  readonly amount_in_cents: number
  readonly quantity: number
}

export interface Purchase extends Base {
  readonly buyer: string
  readonly status: 'created' | 'pending' | 'settling' | 'completed' | 'error' | 'canceled' | 'refunded' | 'reversed'
  readonly items: readonly PurchaseItem[]
  readonly total_in_cents: number
  readonly fee_in_cents: number
  readonly net_total_in_cents: number
  readonly receipt_pdf_url?: string
  readonly payment_card_brand?: string
  readonly payment_card_last_four?: string
  readonly auto_refund_on_fraud: boolean
  readonly activity: readonly Activity[]
}

/** An answer that sends a creator into Connect. */
export interface ConnectUrl {
  readonly url: string
  readonly expires_at: string
}
