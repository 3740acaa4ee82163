export { readAlertSettings, writeAlertSettings } from './alert-settings.store.ts'
export { lockApprovalRules, readApprovalRules, writeApprovalRules } from './approval-rules.store.ts'
export { changeBrand, readEnterpriseLook, showBrand } from './brand.ts'
export { findLogo, moveBrand } from './brands.store.ts'
export { advanceClock, clockLock, tenantNow } from './clock.store.ts'
export {
  changeKey,
  createEnterprise,
  createKey,
  flagPlainKey,
  type KeyChange,
  planKeyChange,
  prepareKey,
  requireKey,
  requireTenant,
  resetSandbox,
  revokeKey,
  revokeOwnKey,
  setSetting,
} from './commands.ts'
export { type Demo, ensureDemo, findDemo, findDemoKeys } from './demo.ts'
export { enterpriseNames } from './enterprise-names.store.ts'
export { isBank, listTenants, liveTenants, productionBank } from './enterprises.store.ts'
export { feesDue } from './fees.ts'
export { createKeyLookup, type KeyLookup } from './key-lookup.ts'
export { NETWORKS_MAX, type RestrictionsInput } from './key-restrictions.ts'
export { NAMED_SCOPES, SCOPES, type Scope, scopeOf } from './key-scopes.ts'
export {
  findKeyMakers,
  flagKey,
  holdApprovingKeys,
  insertKey,
  type KeySummary,
  listKeys,
  type NewKeyRow,
} from './keys.store.ts'
export { findNameRequest, listNameRequests } from './name-requests.store.ts'
export { cleanEnterpriseName } from './names.ts'
export { operatingNumber, operatingTenant } from './operating-number.ts'
export { lockPayoutLimits, writePayoutLimits } from './payout-limits.store.ts'
export { countFlaggedKeys, enterpriseOf, findKeyNames, isSharedBank, requireEnterprise } from './read.store.ts'
export { decideName, renameEnterprise } from './rename.ts'
export { enterpriseRoutes } from './routes.ts'
export { Balance, EnvironmentSchema } from './schema.ts'
export { bankOf, banksIn, isTenantOf, namedTenants, tenantsIn, tenantsOfBank } from './scopes.store.ts'
export {
  type PurchaseTerms,
  readContact,
  readPurchaseTerms,
  readSettings,
  readTenant,
  type TenantSettings,
} from './settings.store.ts'
export { type IdentityLevel, SETTINGS, type SettingName, tenantSettingsTable } from './settings.ts'
export { listStopped, notStopped, resumePayouts, stopFigures, stopPayouts } from './stops.store.ts'
export { markSummarized, tenantsToSummarize } from './summaries.store.ts'
export { resumeEnterprise, suspendEnterprise } from './suspend.ts'
export { afterResume, goesOn, refuseSuspended, SUSPENDED_ROUTES, SUSPENDED_STEPS } from './suspension.ts'
export { notSuspended } from './suspensions.store.ts'
