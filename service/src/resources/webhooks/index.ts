export { moveWebhooks } from './commands.ts'
export { webhookDeliveries } from './deliveries/deliver.ts'
export { forgetDeliveries, forgetOrphans, readQueue } from './deliveries/store.ts'
export { webhookRoutes } from './routes.ts'
