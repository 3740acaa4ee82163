export { createEnterprise, createKey, requireTenant, revokeKey, setSetting } from './commands.ts'
export { type Demo, ensureDemo } from './demo.ts'
export { feesDue } from './fees.ts'
export { createKeyLookup } from './key-lookup.ts'
export { operatingNumber, operatingTenant } from './operating-number.ts'
export { enterpriseRoutes } from './routes.ts'
export { SETTINGS } from './settings.ts'
export {
  advanceClock,
  flagKey,
  listKeys,
  listTenants,
  markSummarized,
  type PurchaseTerms,
  productionBank,
  readContact,
  readPurchaseTerms,
  readTenant,
  resumePayouts,
  stopPayouts,
  type TenantFacts,
  tenantNow,
  tenantsToSummarize,
} from './store.ts'
