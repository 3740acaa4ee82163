export { type Change, EVENTS, type WebhookEvent } from './model.ts'
export { eventRoutes } from './routes.ts'
export { eventsView, insertEventsStatement, lastEventQuery, lockEvents, type NewEvent } from './store.ts'
