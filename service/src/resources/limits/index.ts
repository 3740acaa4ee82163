// Limits on payouts and withdrawals, and what is used of them. Read: model.ts (which payments a limit counts, and when it
// is exceeded; pure), store.ts (the sums of the running periods, changed under the lock of `operating`), usage.ts (what is
// read before a payment is judged, and given back), read.ts and routes.ts (`GET /limit`). Payments are admitted and counted
// in their own rooms.

export {
  countedScopes,
  judgeLimits,
  type LimitVerdict,
  limitExceeded,
  limitInWords,
  periodStart,
  standingOf,
  strictestRule,
  UsageTally,
  whyToApprove,
} from './model.ts'
export { readLimits } from './read.ts'
export { limitRoutes } from './routes.ts'
export {
  addUsageStatements,
  forgetUsage,
  insertMakersStatements,
  MAKER_SUBJECTS,
  type PaymentMaker,
  type PeriodSum,
  replaceUsage,
  type SubjectSql,
} from './store.ts'
export { giveBackLimits, makersFor, readTally } from './usage.ts'
