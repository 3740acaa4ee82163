export { confirmedFiles } from './confirm.ts'
export { startPaying } from './pay.ts'
export { payFileRoutes } from './routes.ts'
export { countFailedFiles, endFiles, erasePayFileRows } from './store.ts'
