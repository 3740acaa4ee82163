// Pay by file: a CSV of payouts, checked, confirmed and paid. Read: model.ts (columns), validate.ts, store.ts,
// confirm.ts, makers.store.ts (who confirmed, for approvals), pay.ts (the worker's part), schema.ts, routes.ts.

export { confirmedFiles } from './confirm.ts'
export { startPaying } from './pay.ts'
export { payFileRoutes } from './routes.ts'
export { countFailedFiles, endFiles, erasePayFileRows } from './store.ts'
