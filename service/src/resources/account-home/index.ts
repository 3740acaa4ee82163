export { accountHomeRoutes } from './routes.ts'
