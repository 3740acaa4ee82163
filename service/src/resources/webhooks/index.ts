// Webhooks and their deliveries. Read: model.ts, schema.ts, store.ts, commands.ts, routes.ts, described.ts (the
// notification in the API document); record.ts (records the events of a transaction at its end); deliveries/ (the
// courier's part: schedule.ts, endpoints.ts, notification.ts, call.ts, deliver.ts, health.ts); log/ (attempts, and
// sending again).

export { moveWebhooks } from './commands.ts'
export { webhookDeliveries } from './deliveries/deliver.ts'
export { egressFault } from './deliveries/egress.store.ts'
export { deliveryFigures } from './deliveries/figures.ts'
export { forgetDeliveries, forgetOrphans, readQueue } from './deliveries/store.ts'
export { describedNotification } from './described.ts'
export {
  type DeliverySummary,
  type FailingWebhook,
  findDeliveriesOfEvents,
  findFailingWebhooks,
  findNewestDeliveries,
  findWebhookCreation,
  findWebhooksById,
  findWebhooksByName,
  type WebhookFields,
} from './read.store.ts'
export { addToEvent, recordEvents, recordEventsStatements } from './record.ts'
export { webhookRoutes } from './routes.ts'
