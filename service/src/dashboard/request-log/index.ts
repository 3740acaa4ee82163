export { requestFeedRoutes } from './feed.routes.ts'
export { startRequestLog } from './queue.ts'
export { requestLogRoutes } from './routes.ts'
export { forgetRequests } from './store.ts'
