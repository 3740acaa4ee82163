export { p2pDue } from './due.ts'
export { p2pRoutes } from './routes.ts'
