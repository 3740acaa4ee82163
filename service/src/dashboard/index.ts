export { checkChain, enterprisesWithLog, record } from './audit-log/index.ts'
export { startPaying } from './pay-file/index.ts'
export {
  addPerson,
  findPersonByEmail,
  forgetOldSessions as forgetOldPersonSessions,
  listPeople,
  newPassword,
  removeLogin,
  replacePassword,
} from './people/index.ts'
export { DEMO_EMAIL, type DemoPerson, ensureDemoPerson, openPeople, type People } from './people-service.ts'
export { forgetRequests, startRequestLog } from './request-log/index.ts'
export { ROLES, type Role } from './roles.ts'
export { dashboardRoutes } from './routes.ts'
