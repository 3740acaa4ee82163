import type { WebhookEvent } from '../../../../contracts/webhooks.ts'
import type { FieldChanges } from '../../kernel/changes.ts'
import type { TenantId } from '../../kernel/ids.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Queryable } from '../../platform/database.ts'

export { EVENTS, type WebhookEvent } from '../../../../contracts/webhooks.ts'

/** One committed change of one resource, after its creation. */
export interface Change extends EventDetails {
  readonly event: WebhookEvent
  readonly id: string
  readonly at: Date
  readonly userData: JsonObject | null
}

/** Details that an event tells beside the resource that changed. */
export interface EventDetails {
  /** Fields of the API, as it shows them; secrets never. Absent when unknown: events of version 0.1 store none. */
  readonly changes?: FieldChanges
  /** The entry of the resource's activity that the change has made; absent where it made none. */
  readonly note?: string
}

/** A resource as the sentence about its event names it. */
export interface EventSubject {
  /** `Payout of $125.00 to Alice Alison` */
  readonly title: string
  /** The details of an event that stores none. */
  derive?(at: Date): EventDetails | undefined
}

/** Finds the resources of one kind of event. */
export type FindSubjects = (
  sql: Queryable,
  tenant: TenantId,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, EventSubject>>

export type EventSubjects = Readonly<Record<WebhookEvent, FindSubjects>>
