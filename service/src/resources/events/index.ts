export { type Change, EVENTS, type WebhookEvent } from './model.ts'
export { recordEvents, recordEventsStatements } from './record.ts'
export { eventRoutes } from './routes.ts'
export { lockPositions } from './store.ts'
