export { approvers, changedRules, recordDecision } from './approvals/index.ts'
export {
  AUDIT_COLUMNS,
  type AuditEntry,
  auditFeedRoutes,
  auditFile,
  chainsWithLog,
  checkChain,
  OPERATOR_CHAIN,
  pageOfRows,
  readFollowing,
  record,
  recordByService,
  recordExport,
  toCells,
  viewAuditRow,
  viewRow,
  walkRows,
} from './audit-log/index.ts'
export { outcomeOf } from './door/deed.ts'
export { notFresh } from './door/guard.ts'
export { refuseForeign } from './door/origin.ts'
export { personName } from './door/person.ts'
export { askedKeys } from './keys/approved.ts'
export { changedLimits, faultsOfLimits, LimitList, limitSchemaFaults } from './limits/index.ts'
export { confirmedFiles, erasePayFileRows, startPaying } from './pay-file/index.ts'
export {
  addKnownPerson,
  addOperator,
  addPerson,
  askedAccess,
  authRoutes,
  Confirmation,
  changeOperatorRole,
  confirmPerson,
  findOperator,
  findOperatorByEmail,
  findPersonByEmail,
  forgetOldSessions as forgetOldPersonSessions,
  hasOperators,
  holdOperators,
  LINK_HOURS,
  listOperators,
  listPeople,
  newInvitationLink,
  newPassword,
  newPasswordLink,
  OPERATORS,
  removeLogin,
  removeOperator,
  replacePassword,
  type SignedInOperator,
  tellAdmins,
  tellPerson,
} from './people/index.ts'
export { DEMO_EMAIL, type DemoPerson, ensureDemoPerson, openPeople, type People } from './people-service.ts'
export { forgetRequests, requestFeedRoutes, startRequestLog } from './request-log/index.ts'
export { ROLES, type Role } from './roles.ts'
export { dashboardRoutes } from './routes.ts'
