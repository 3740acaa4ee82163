// The dashboard's part of limits: an admin replaces the enterprise's own. What limits do to payouts is in resources/limits/.

export { changedLimits } from './change.ts'
export { limitChangeRoutes } from './routes.ts'
export { faultsOfLimits, LimitList, limitSchemaFaults } from './schema.ts'
