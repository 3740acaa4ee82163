export { startRequestLog } from './queue.ts'
export { requestLogRoutes } from './routes.ts'
export { forgetRequests } from './store.ts'
