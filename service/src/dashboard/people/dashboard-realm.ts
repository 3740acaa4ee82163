import { auditEntry } from '../door/actor.ts'
import { type Person, setPerson } from '../door/person.ts'
import { AUTH_ROUTES } from './auth-table.ts'
import { enterprisesOf } from './memberships.store.ts'
import { tellPerson } from './notices.ts'
import type { Realm } from './realm-port.ts'
import { findPerson } from './session.ts'
import { findPersonByEmail, findPersonById } from './store.ts'

/** The people of enterprises, who sign in to the dashboard. A sign-in concerns every enterprise that they belong to. */
export const DASHBOARD: Realm = {
  name: 'dashboard',
  routes: AUTH_ROUTES,
  findPerson,
  findById: findPersonById,
  findByEmail: findPersonByEmail,
  entry(request, person, action) {
    setPerson(request, person as Person)
    return auditEntry(request, action)
  },
  chainsOf: enterprisesOf,
  tell: tellPerson,
}
