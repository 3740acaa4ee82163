// The log of events: one for each committed change of a resource. Read: model.ts, store.ts (positions), describe.ts and
// summary.ts (an event as a sentence), schema.ts, read.store.ts, routes.ts. Rooms record events by webhooks/record.ts,
// which also queues deliveries.

export { describeEventsAt } from './describe.ts'
export {
  type Change,
  EVENTS,
  type EventDetails,
  type EventSubjects,
  type FindSubjects,
  type WebhookEvent,
} from './model.ts'
export { type EventFields, findEventsOf, walkEvents } from './read.store.ts'
export { eventRoutes } from './routes.ts'
export { ChangesSchema, EventTypeSchema, SummarySchema } from './schema.ts'
export {
  copyEventsStatement,
  eraseEvents,
  eventsView,
  insertEventsStatement,
  lastEventQuery,
  lockEvents,
  type NewEvent,
  takeEventPositions,
} from './store.ts'
