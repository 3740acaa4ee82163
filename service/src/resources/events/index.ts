export { type Change, EVENTS, type WebhookEvent } from './model.ts'
export { recordEvents } from './record.ts'
export { eventRoutes } from './routes.ts'
