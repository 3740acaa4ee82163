export { payoutChecks } from './audit.store.ts'
export { connectionOfPayout, deliverFile, failUnsendable, type Leaving, takeForFile, type Unsendable } from './batch.ts'
export { failPayout, returnPayout } from './commands.ts'
export { describePayouts } from './descriptions.store.ts'
export { payoutsDue } from './due.ts'
export { payoutLane } from './lane.ts'
export { STATUSES as PAYOUT_STATUSES } from './model.ts'
export { previewPayouts } from './preview.ts'
export { countClaimsEnding, countFailedSince, isPayoutOf, type PayoutFields } from './read.store.ts'
export {
  countPayouts,
  findNewestPayouts,
  findPayoutsById,
  type PayoutReadDeps,
  readPayout,
  walkPayouts,
} from './read.ts'
export { payoutRoutes } from './routes.ts'
export { BATCH_MAX, PayoutCreate, type PayoutInput, PayoutSchema, viewPayout } from './schema.ts'
export type { PayoutDeps } from './settle.ts'
export { putIntoFile, tenantsWithBatches } from './store.ts'
export { sendDailySummaries } from './summary.ts'
export { createWaitingPayouts } from './waiting.ts'
