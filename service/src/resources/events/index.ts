export { type Change, EVENTS, type WebhookEvent } from './model.ts'
export { recordEvents, recordingEvents } from './record.ts'
export { eventRoutes } from './routes.ts'
export { lockPositions } from './store.ts'
