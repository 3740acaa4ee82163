export { checkChain, enterprisesWithLog, record, recordByService } from './audit-log/index.ts'
export { startPaying } from './pay-file/index.ts'
export {
  addPerson,
  findPersonByEmail,
  forgetOldSessions as forgetOldPersonSessions,
  listPeople,
  newPassword,
  replacePassword,
} from './people/index.ts'
export { type DemoPerson, ensureDemoPerson, openPeople, type People } from './people-service.ts'
export { forgetRequests, startRequestLog } from './request-log/index.ts'
export { ROLES, type Role } from './roles.ts'
export { dashboardRoutes } from './routes.ts'
