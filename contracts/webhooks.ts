import type { UserData } from './resources.ts'

/** The changes that an enterprise can subscribe to; there is none for P2P payments. */
export const EVENTS = [
  'account_connection.update',
  'payout.update',
  'buyer.update',
  'purchase.update',
  'contract.update',
  'approval.update',
  'withdrawal.update',
  'alert.update',
] as const
export type WebhookEvent = (typeof EVENTS)[number]

/** The bodies that the calls of a webhook can have. */
export const WEBHOOK_FORMATS = ['standard', 'full'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export interface WebhookCreate {
  readonly url: string
  readonly event: WebhookEvent
  readonly format?: WebhookFormat
  readonly basic_user?: string | null
  readonly basic_secret?: string | null
  readonly user_data?: UserData | null
}

/** An absent field stays as it is; null clears one. */
export interface WebhookUpdate {
  readonly url?: string
  readonly format?: WebhookFormat
  readonly basic_user?: string | null
  readonly basic_secret?: string | null
  readonly user_data?: UserData | null
}

export interface Webhook {
  readonly id: string
  readonly url: string
  readonly event: WebhookEvent
  /** Absent for the standard one. */
  readonly format?: 'full'
  readonly user_data?: UserData
  /** Absent while the webhook is enabled. */
  readonly disabled_at?: string
  readonly disabled_because?: string
}

export interface WebhookSecret {
  readonly secret: string
  /** After a rotation: signs beside `secret` until `previous_valid_until`. */
  readonly previous_secret?: string
  readonly previous_valid_until?: string
}

export interface WebhookRecover {
  readonly since: string
}

export const DELIVERY_STATUSES = ['queued', 'sending', 'delivered', 'dead'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export interface Delivery {
  readonly id: string
  /** The id of its event; absent for a test. */
  readonly event?: string
  readonly resource: string
  readonly status: DeliveryStatus
  /** Absent while the delivery waits for earlier ones of its webhook. */
  readonly next_attempt_at?: string
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
  readonly created_at: string
}

export interface DeliveryAttempt {
  readonly attempt: number
  readonly at: string
  readonly duration_ms: number
  /** The HTTP status of the receiver's answer. */
  readonly status?: number
  /** Why there was no answer. */
  readonly error?: string
  /** The first 1 KB of the answer. */
  readonly answer?: string
}

export interface EventView {
  readonly id: string
  readonly position: number
  readonly type: WebhookEvent
  /** The same as `type`, by the name that webhooks use. */
  readonly event: WebhookEvent
  readonly resource: string
  /** Unix seconds. */
  readonly timestamp: number
  readonly user_data: UserData
  /** By field; absent where it is not known. */
  readonly changes?: Readonly<Record<string, FieldChange>>
  /** A sentence for people. */
  readonly summary: string
  readonly created_at: string
}

/** A field of a resource, as the API showed it before and after a change; null where it was absent. */
export interface FieldChange {
  readonly before: unknown
  readonly after: unknown
}

export interface EventPage {
  readonly data: readonly EventView[]
  readonly pagination: { readonly page_size: number; readonly next_after: number; readonly has_more: boolean }
}
