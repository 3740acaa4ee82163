export {
  createEnterprise,
  createKey,
  renewSandbox,
  requireTenant,
  revokeKey,
  revokeOwnKey,
  setSetting,
} from './commands.ts'
export { type Demo, ensureDemo } from './demo.ts'
export { enterpriseNames } from './enterprise-names.store.ts'
export { feesDue } from './fees.ts'
export { createKeyLookup } from './key-lookup.ts'
export { operatingNumber, operatingTenant } from './operating-number.ts'
export { countFlaggedKeys, enterpriseOf, findKeyNames } from './read.store.ts'
export { enterpriseRoutes } from './routes.ts'
export { bankOf, banksIn, tenantsIn, tenantsOfBank } from './scopes.store.ts'
export { SETTINGS, type SettingName } from './settings.ts'
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
  readSettings,
  readTenant,
  renameEnterprise,
  resumePayouts,
  retiredTenants,
  stopPayouts,
  type TenantSettings,
  tenantNow,
  tenantsToSummarize,
} from './store.ts'
