// The operators' console, and the deeds that it shares with the operator command. Read: roles.ts (who may do what), door.ts,
// deeds/ (one object for each thing that an operator can do), perform.ts (does a deed and records it), routes.ts.

export { readBankingDay } from './banking-day.ts'
export {
  bookEntry,
  bookStatedWire,
  confirmFile,
  nameSource,
  recordBalance,
  resolveEntry,
  retryFile,
  trustSender,
} from './deeds/bank.ts'
export { setBankAccount } from './deeds/bank-accounts.ts'
export { eraseCreator } from './deeds/creators.ts'
export type { AnyDeed, Deed, DeedTools, LongDeed } from './deeds/deed.ts'
export {
  changeFees,
  changeSettings,
  clearApprovalRules,
  createEnterprise,
  decideName,
  isFee,
  resumeEnterprise,
  suspendEnterprise,
} from './deeds/enterprises.ts'
export { readFourEyes, setFourEyes } from './deeds/four-eyes.ts'
export { askIdentity, decideIdentity } from './deeds/identities.ts'
export { changeKey, createKey, revokeKey } from './deeds/keys.ts'
export { setLimits } from './deeds/limits.ts'
export { changeRole, removeOperator } from './deeds/operators.ts'
export { addOrigin, removeOrigin } from './deeds/origins.ts'
export { addPerson, makeInvitationLink, replacePassword } from './deeds/people.ts'
export { bookMovement } from './deeds/processor.ts'
export { removeDemo, resumePayouts } from './deeds/service.ts'
export { rotateVault } from './deeds/vault.ts'
export { type NamedAlert, readEnterpriseAlerts } from './enterprise-alerts.ts'
export { askApproval, operatorDeeds } from './four-eyes.ts'
export { type Actor, type Attempt, performDeed, tellDeed } from './perform.ts'
export { mayOperate, OPERATOR_ROLES, type OperatorRole } from './roles.ts'
export { type ConsoleDeps, consoleRoutes } from './routes.ts'
export { findServiceCauses, LATE_SECONDS, type ServiceCause } from './service-alerts.ts'
