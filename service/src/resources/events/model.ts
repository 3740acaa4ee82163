import type { JsonObject } from '../../kernel/json.ts'

/** The events an enterprise can subscribe to; there is none for P2P payments. */
export const EVENTS = [
  'account_connection.update',
  'payout.update',
  'buyer.update',
  'purchase.update',
  'contract.update',
] as const

export type WebhookEvent = (typeof EVENTS)[number]

/** One committed change of one resource, after its creation. */
export interface Change {
  readonly event: WebhookEvent
  readonly id: string
  readonly at: Date
  readonly userData: JsonObject | null
}
