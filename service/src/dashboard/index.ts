export { approvers, changedRules, recordDecision } from './approvals/index.ts'
export {
  AUDIT_COLUMNS,
  type AuditEntry,
  auditFeedRoutes,
  chainsWithLog,
  checkChain,
  OPERATOR_CHAIN,
  readFollowing,
  record,
  recordByService,
  toCells,
  viewRow,
  walkRows,
} from './audit-log/index.ts'
export { askedKeys } from './keys/approved.ts'
export { changedLimits, faultsOfLimits, limitSchemaFaults } from './limits/index.ts'
export { confirmedFiles, startPaying } from './pay-file/index.ts'
export {
  addKnownPerson,
  addPerson,
  askedAccess,
  findPersonByEmail,
  forgetOldSessions as forgetOldPersonSessions,
  listPeople,
  newInvitationLink,
  newPassword,
  removeLogin,
  replacePassword,
  tellAdmins,
  tellPerson,
} from './people/index.ts'
export { DEMO_EMAIL, type DemoPerson, ensureDemoPerson, openPeople, type People } from './people-service.ts'
export { forgetRequests, requestFeedRoutes, startRequestLog } from './request-log/index.ts'
export { ROLES, type Role } from './roles.ts'
export { dashboardRoutes } from './routes.ts'
