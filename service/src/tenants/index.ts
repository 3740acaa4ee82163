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
export { feesDue } from './fees.ts'
export { createKeyLookup, type KeyLookup } from './key-lookup.ts'
export { operatingNumber, operatingTenant } from './operating-number.ts'
export { enterpriseRoutes } from './routes.ts'
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
