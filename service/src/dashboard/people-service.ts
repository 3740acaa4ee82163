import type { Environment } from '../kernel/environment.ts'
import type { Database, Tx } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { openPgPool } from '../platform/pg-pool.ts'
import type { Vault } from '../platform/vault.ts'
import { queueMessages } from '../resources/messages/index.ts'
import { requireTenant } from '../tenants/index.ts'
import { record } from './audit-log/chain.ts'
import { personName } from './door/person.ts'
import { forgetDevicesOf } from './people/devices.store.ts'
import { mayMail } from './people/guesses.ts'
import { type Auth, addPerson, authSecret, createAuth, hasPeople, newPassword, RESET_MINUTES } from './people/index.ts'
import { enterprisesOf, type PersonRow } from './people/memberships.store.ts'
import { findPersonById } from './people/store.ts'

/** Sign-ins are few; two at once and a few waiting are plenty. */
const CONNECTIONS = 4

export interface People {
  /** Sign-in as one of our addresses offers it: its cookies and links are that address's. */
  authAt(environment: Environment, root: string): Auth
  close(): Promise<void>
}

export interface PeopleOptions {
  readonly databaseUrl: string
  readonly role: string | undefined
  readonly database: Database
  readonly vault: Vault
  readonly log: Logger
}

export async function openPeople({ databaseUrl, role, database, vault, log }: PeopleOptions): Promise<People> {
  const secret = await authSecret(database, vault)
  const pool = openPgPool({ url: databaseUrl, connectionsMax: CONNECTIONS, role })
  const known = new Map<Environment, { root: string; auth: Auth }>()
  const make = (environment: Environment, root: string): Auth =>
    createAuth({
      environment,
      root,
      secret,
      pool,
      log,
      onReset: ({ id }) => database.transaction((tx) => recordReset(tx, vault, id)),
      sendReset: ({ id }, token) =>
        database.transaction((tx) => sendReset(tx, vault, id, `${root}/dashboard/reset-password?token=${token}`)),
    })
  return {
    authAt(environment, root) {
      const before = known.get(environment)
      if (before?.root === root) return before.auth
      const auth = make(environment, root)
      known.set(environment, { root, auth })
      return auth
    },
    close: () => pool.end(),
  }
}

/** Mail to people is real mail: it goes by the production book of their enterprise, where no address is held back. */
async function sendReset(tx: Tx, vault: Vault, id: string, url: string): Promise<void> {
  const person = await findPersonById(tx, id)
  if (!person || !(await mayMail(tx, vault, id))) return
  const tenant = await requireTenant(tx, person.enterprise_id, 'production')
  const facts = { name: person.name, url, minutes: RESET_MINUTES }
  await queueMessages(tx, tenant, [{ kind: 'password_reset', to: person.email, facts }], vault)
  await recordForAll(tx, vault, person, 'password.reset_requested')
}

async function recordReset(tx: Tx, vault: Vault, id: string): Promise<void> {
  const person = await findPersonById(tx, id)
  if (!person) return
  await forgetDevicesOf(tx, id)
  await recordForAll(tx, vault, person, 'password.reset')
}

/** Records what concerns a login in the log of every enterprise that the person belongs to. */
async function recordForAll(tx: Tx, vault: Vault, person: PersonRow, action: string): Promise<void> {
  const entry = { personId: person.id, person: personName(person), action }
  for (const enterprise of await enterprisesOf(tx, person.id)) await record(tx, vault, { enterprise, ...entry })
}

export interface DemoPerson {
  readonly email: string
  /** Set only if the person was created by this call. */
  readonly password?: string
}

export const DEMO_EMAIL = 'admin@demo.example'

/** The first person of the demo enterprise, made once; their password is known only then. */
export async function ensureDemoPerson(tx: Tx, enterprise: string): Promise<DemoPerson | undefined> {
  if (await hasPeople(tx, enterprise)) return undefined
  const password = newPassword()
  const { email } = await addPerson(tx, { enterprise, role: 'admin', name: 'Demo Admin', email: DEMO_EMAIL, password })
  return { email, password }
}
