export const EVENTS = [
  'account_connection.update',
  'payout.update',
  'buyer.update',
  'purchase.update',
  'contract.update',
] as const

export interface WebhookView {
  readonly id: string
  readonly url: string
  readonly event: string
  readonly disabled_at?: string
  readonly disabled_because?: string
}

export interface Attempt {
  readonly attempt: number
  readonly at: string
  readonly duration_ms: number
  readonly status?: number
  readonly error?: string
  readonly answer?: string
}

export const DELIVERY_STATUSES = ['queued', 'sending', 'delivered', 'dead'] as const

export interface Delivery {
  readonly id: string
  /** Absent for a test. */
  readonly event?: string
  readonly resource: string
  readonly status: (typeof DELIVERY_STATUSES)[number]
  readonly next_attempt_at?: string
  readonly attempts: readonly Attempt[]
  readonly created_at: string
}

export interface EventView {
  readonly id: string
  readonly position: number
  readonly type: string
  readonly resource: string
  readonly timestamp: number
  readonly user_data: object
  readonly created_at: string
}

export interface EventPage {
  readonly data: readonly EventView[]
  readonly pagination: { readonly next_after: number; readonly has_more: boolean }
}

/** What a webhook is sent of an event: these four fields. */
export const notificationOf = ({ type, resource, timestamp, user_data }: EventView) => ({
  event: type,
  id: resource,
  timestamp,
  user_data,
})
