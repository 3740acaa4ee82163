export { startPaying } from './pay.ts'
export { payFileRoutes } from './routes.ts'
export { endFiles } from './store.ts'
