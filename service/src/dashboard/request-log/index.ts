// The log of API requests. Read: redact.ts (no secret is kept), queue.ts (which requests are kept, and when they are
// written), store.ts, routes.ts, feed.routes.ts (by API key).

export { requestFeedRoutes } from './feed.routes.ts'
export { startRequestLog } from './queue.ts'
export { requestLogRoutes } from './routes.ts'
export { forgetRequests } from './store.ts'
