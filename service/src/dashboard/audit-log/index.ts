export { checkChain, record, recordByService } from './chain.ts'
export { auditLogRoutes } from './routes.ts'
export { enterprisesWithLog } from './store.ts'
