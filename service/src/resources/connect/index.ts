export { type Contracts, connectContracts } from './contracts.ts'
export { connectPageRoutes } from './page-routes.ts'
export { connectRoutes } from './routes.ts'
export { forgetOldSessions } from './store.ts'
