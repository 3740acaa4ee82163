import type { TenantId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/database.ts'
import type { EventDetails, EventSubject, EventSubjects, WebhookEvent } from './model.ts'
import { type EventRow, findEventsAt } from './store.ts'
import { summarize } from './summary.ts'

/** An event with what it tells for people. */
export interface DescribedEvent extends EventRow {
  readonly summary: string
}

const NOUNS: Record<WebhookEvent, string> = {
  'account_connection.update': 'Account connection',
  'payout.update': 'Payout',
  'buyer.update': 'Buyer',
  'purchase.update': 'Purchase',
  'contract.update': 'Contract',
  'approval.update': 'Approval',
  'withdrawal.update': 'Withdrawal',
  'alert.update': 'Alert',
}

/** Looks up the resources of these events, one query or two for each kind, and puts their sentences together. */
export async function describeEvents(
  sql: Queryable,
  tenant: TenantId,
  events: readonly EventRow[],
  subjects: EventSubjects,
): Promise<DescribedEvent[]> {
  const byType = Map.groupBy(events, ({ type }) => type)
  const found = await Promise.all(
    [...byType].map(([type, some]) => subjects[type](sql, tenant, [...new Set(some.map(({ resource }) => resource))])),
  )
  const known = new Map(found.flatMap((some) => [...some]))
  return events.map((event) => describeEvent(event, known.get(event.resource)))
}

/** The events at these positions, by position. */
export async function describeEventsAt(
  sql: Queryable,
  tenant: TenantId,
  positions: readonly number[],
  subjects: EventSubjects,
): Promise<Map<number, DescribedEvent>> {
  if (positions.length === 0) return new Map()
  const events = await describeEvents(sql, tenant, await findEventsAt(sql, tenant, positions), subjects)
  return new Map(events.map((event) => [event.position, event]))
}

function describeEvent(event: EventRow, subject: EventSubject | undefined): DescribedEvent {
  const { changes, note } = event
  const isStored = changes !== null || note !== null
  const details: EventDetails = isStored
    ? { ...(changes === null ? {} : { changes }), ...(note === null ? {} : { note }) }
    : (subject?.derive?.(event.at) ?? {})
  return {
    ...event,
    changes: details.changes ?? null,
    summary: summarize(subject?.title ?? `${NOUNS[event.type]} ${event.resource}`, details),
  }
}
