import type { WebhookEvent } from '../../../../contracts/webhooks.ts'
import type { JsonObject } from '../../kernel/json.ts'

export { EVENTS, type WebhookEvent } from '../../../../contracts/webhooks.ts'

/** One committed change of one resource, after its creation. */
export interface Change {
  readonly event: WebhookEvent
  readonly id: string
  readonly at: Date
  readonly userData: JsonObject | null
}
