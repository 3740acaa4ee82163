export { checkChain, record } from './chain.ts'
export { auditLogRoutes } from './routes.ts'
export { enterprisesWithLog } from './store.ts'
