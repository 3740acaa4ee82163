// Payouts from an enterprise to a creator. Read: model.ts (types, states, fees, deadlines), schema.ts (the wire),
// postings.ts, transition.ts (one event each), decide.ts (which event), admit.ts (a whole request: all pure), store.ts
// and lists.store.ts, settle.ts (writes transitions), lane.ts (creation), dry-run.ts (the same without creating),
// commands.ts (changes of one payout), bank-file.ts (ACH files), limits.ts (what payouts use up of limits), read.ts (a
// payout in its current state), routes.ts, due.ts (steps that are due). audit.store.ts has the checks of the audit.

export { countReturns, findPayoutsAbove, lastPayoutPosition, medianPayout } from './alerts.store.ts'
export { heldPayouts } from './approved.ts'
export { payoutChecks } from './audit.store.ts'
export {
  connectionOfPayout,
  deliverFile,
  failUnsendable,
  postponeForFile,
  suspendPrenoted,
  takeForFile,
} from './bank-file.ts'
export {
  createWaitingPayouts,
  failPayout,
  judgePayouts,
  payoutNotFound,
  previewPayouts,
  returnPayout,
} from './commands.ts'
export { describePayouts, findComingPayouts } from './descriptions.store.ts'
export { payoutsDue, sendDailySummaries } from './due.ts'
export { findPayoutSubjects } from './event-subjects.ts'
export { type ExpectedSteps, expectSteps } from './expected.ts'
export { payoutFigures, returnsByCode } from './figures.store.ts'
export { type PayoutLane, payoutLane } from './lane.ts'
export { lockLimits, setPayoutLimits } from './limits.ts'
export { CLAIM_MS, FAILURE_CODES, STATUSES as PAYOUT_STATUSES, TYPES as PAYOUT_TYPES } from './model.ts'
export {
  countClaimsEnding,
  countFailedSince,
  countReturnsByCode,
  findUpcomingPayouts,
  hasPayouts,
  isPayoutOf,
  type PayoutFields,
  reservedFees,
} from './read.store.ts'
export {
  countPayouts,
  findNewestPayouts,
  findPayouts,
  findPayoutsByContent,
  findPayoutsById,
  type PayoutReadDeps,
  readPayout,
  readPayoutPage,
  readPayoutSums,
  walkPayouts,
  withApproval as withPayoutApproval,
} from './read.ts'
export { payoutRoutes } from './routes.ts'
export {
  BATCH_MAX,
  PayoutCreate,
  type PayoutInput,
  PayoutSchema,
  type ShownPayout,
  viewPayout,
} from './schema.ts'
export type { PayoutDeps } from './settle.ts'
export { putIntoFile, tenantsWithBatches } from './store.ts'
