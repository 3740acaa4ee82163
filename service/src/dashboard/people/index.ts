// People: sign-in, invitations and roles, of enterprises and of operators. Read: realm.ts and realm-port.ts (the two
// kinds of people), dashboard-realm.ts, operator-realm.ts; auth.ts (the sign-in library), auth-table.ts and
// auth-routes.ts (which of it can be reached, behind our checks), challenge.ts, codes.ts, guesses.ts, confirm.ts,
// devices.ts, session.ts; commands.ts, invitations.ts, approved.ts, operators.ts, routes.ts.

export { askedAccess } from './approved.ts'
export { type Auth, createAuth, RESET_MINUTES } from './auth.ts'
export { authRoutes } from './auth-routes.ts'
export { addKnownPerson, addPerson, authSecret, newPassword, removeLogin, replacePassword } from './commands.ts'
export { Confirmation, confirmPerson } from './confirm.ts'
export { DASHBOARD } from './dashboard-realm.ts'
export { newInvitationLink } from './invitations.ts'
export { holdMembers, listPeople } from './memberships.store.ts'
export { tellAdmins, tellPerson } from './notices.ts'
export { findOperator, OPERATORS, type SignedInOperator } from './operator-realm.ts'
export {
  findOperatorByEmail,
  hasOperators,
  holdOperators,
  listOperators,
} from './operators.store.ts'
export { addOperator, changeOperatorRole, LINK_HOURS, newPasswordLink, removeOperator } from './operators.ts'
export { peopleRoutes } from './routes.ts'
export { findPerson } from './session.ts'
export { forgetOldSessions } from './sessions.store.ts'
export { findPersonByEmail, hasPeople } from './store.ts'
