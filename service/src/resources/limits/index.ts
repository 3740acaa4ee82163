// Limits on payouts, and what is used of them. Read: model.ts (which payouts a limit counts, and when it is exceeded; pure),
// store.ts (the sums of the running periods, changed under the lock of `operating`), read.ts and routes.ts (`GET /limit`).
// Payouts are admitted, counted and given back in the room of payouts.

export {
  countedScopes,
  countsMakers,
  judgeLimits,
  type LimitedPayout,
  type LimitVerdict,
  limitExceeded,
  limitInWords,
  periodStart,
  standingOf,
  strictestRule,
  UsageTally,
  usageKeysOf,
} from './model.ts'
export { readLimits } from './read.ts'
export { limitRoutes } from './routes.ts'
export {
  addUsageStatements,
  asUsageRows,
  findMakers,
  findUsage,
  forgetUsage,
  insertMakersStatements,
  makersOf,
  type PayoutMaker,
  type PeriodSum,
  replaceUsage,
  takeUsageBack,
} from './store.ts'
