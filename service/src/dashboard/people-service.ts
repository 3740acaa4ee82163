import type { Environment } from '../kernel/environment.ts'
import type { Database, Tx } from '../platform/database.ts'
import type { Logger } from '../platform/logs.ts'
import { openPgPool } from '../platform/pg-pool.ts'
import type { Vault } from '../platform/vault.ts'
import { queueMessages } from '../resources/messages/index.ts'
import { requireTenant } from '../tenants/index.ts'
import { record } from './audit-log/chain.ts'
import { personName } from './door/person.ts'
import { mayMail } from './people/guesses.ts'
import { type Auth, addPerson, authSecret, createAuth, hasPeople, newPassword, RESET_MINUTES } from './people/index.ts'
import { enterprisesOf, type PersonRow } from './people/memberships.store.ts'
import { recordChosenPassword } from './people/operator-realm.ts'
import type { RealmName } from './people/realm.ts'
import { forgetDevicesOf } from './people/sessions.store.ts'
import { findPersonById } from './people/store.ts'

/** Sign-ins are few; two at once and a few waiting are plenty. */
const CONNECTIONS = 4

export interface People {
  /** Sign-in as one of our addresses offers it to one kind of people: its cookies and links are that address's. */
  authAt(realm: RealmName, environment: Environment, root: string): Auth
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
  const known = new Map<string, { root: string; auth: Auth }>()
  const make = (realm: RealmName, environment: Environment, root: string): Auth =>
    createAuth({
      realm,
      environment,
      root,
      secret,
      pool,
      log,
      onReset: ({ id }) => database.transaction((tx) => RESETS[realm].done(tx, vault, id)),
      sendReset: ({ id }, token) =>
        database.transaction((tx) =>
          RESETS[realm].send(tx, vault, id, `${root}/dashboard/reset-password?token=${token}`),
        ),
    })
  return {
    authAt(realm, environment, root) {
      const name = `${realm} ${environment}`
      const before = known.get(name)
      if (before?.root === root) return before.auth
      const auth = make(realm, environment, root)
      known.set(name, { root, auth })
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
  await forgetDevicesOf(tx, 'dashboard', id)
  await recordForAll(tx, vault, person, 'password.reset')
}

/** Records what concerns a login in the log of every enterprise that the person belongs to. */
async function recordForAll(tx: Tx, vault: Vault, person: PersonRow, action: string): Promise<void> {
  const entry = { personId: person.id, person: personName(person), action }
  for (const enterprise of await enterprisesOf(tx, person.id)) await record(tx, vault, { enterprise, ...entry })
}

interface Resets {
  send(tx: Tx, vault: Vault, id: string, url: string): Promise<void>
  done(tx: Tx, vault: Vault, id: string): Promise<void>
}

/** A new password by a link: people ask for it by mail; operators get theirs from the operator command. */
const RESETS: Readonly<Record<RealmName, Resets>> = {
  dashboard: { send: sendReset, done: recordReset },
  operator: {
    send: async () => {
      throw new Error('operators are not mailed links')
    },
    done: recordChosenPassword,
  },
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
