import { randomBytes } from 'node:crypto'
import { problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import type { Vault } from '../../platform/vault.ts'
import { hashPassword } from '../../resources/creators/index.ts'
import { record } from '../audit-log/chain.ts'
import type { Actor } from '../door/actor.ts'
import { personName } from '../door/person.ts'
import { mayDo, type Role } from '../roles.ts'
import { deleteInvitationsBy } from './invitations.store.ts'
import {
  deleteMembership,
  enterprisesOf,
  insertMembership,
  lockPeople,
  type PersonRow,
  updateRole,
} from './memberships.store.ts'
import { cleanName, foldEmail } from './name.ts'
import { tellAdmins } from './notices.ts'
import { writePassword } from './sessions.store.ts'
import { deletePerson, findPersonByEmail, insertPerson, keepSecret } from './store.ts'

const SECRET_PLACE = { tenant: 0 as TenantId, row: 'person_secret', field: 'sealed' }

/** The secret that signs cookies: made once, the same in every process and under every vault key. */
export function authSecret(database: Database, vault: Vault): Promise<string> {
  return database.transaction(async (tx) => {
    const fresh = vault.seal(SECRET_PLACE, randomBytes(32).toString('base64url'))
    return vault.open(SECRET_PLACE, await keepSecret(tx, fresh))
  })
}

export interface PersonInput {
  readonly enterprise: string
  readonly role: Role
  readonly name: string
  readonly email: string
  readonly password: string
}

export async function addPerson(tx: Tx, input: PersonInput): Promise<{ id: string; name: string; email: string }> {
  const id = newId('person')
  const email = foldEmail(input.email)
  const name = cleanName(input.name)
  const added = await insertPerson(tx, {
    id,
    loginId: newId('person'),
    enterprise: input.enterprise,
    role: input.role,
    name,
    email,
    passwordHash: await hashPassword(input.password),
  })
  if (!added) throw problem('email_taken', `There is a login with \`${email}\` already.`)
  return { id, name, email }
}

/** Adds a person who has a login at another enterprise. Undefined when nobody has this address. */
export async function addKnownPerson(
  tx: Tx,
  { enterprise, role, email }: Pick<PersonInput, 'enterprise' | 'role' | 'email'>,
): Promise<{ id: string; name: string; email: string } | undefined> {
  const known = await findPersonByEmail(tx, email)
  if (!known) return undefined
  if (!(await insertMembership(tx, enterprise, known.id, role))) {
    throw problem('email_taken', `${personName(known)} has access already.`)
  }
  return known
}

/** A new password ends every session and takes the second factor off. */
export async function replacePassword(tx: Tx, id: string, password: string): Promise<void> {
  await writePassword(tx, 'dashboard', id, await hashPassword(password))
}

/** As readable as it is hard to guess: 100 bits, in groups. */
export function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const bytes = randomBytes(20)
  const text = Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('')
  return (text.match(/.{5}/g) as string[]).join('-')
}

const personNotFound = () => problem('not_found', 'There is nobody with this id.')

/** The person to be changed, with everybody locked, and whether somebody else is an admin. */
async function lockMember(
  tx: Tx,
  enterprise: string,
  id: string,
): Promise<{ person: PersonRow; otherAdmins: boolean }> {
  const people = await lockPeople(tx, enterprise)
  const person = people.find((one) => one.id === id)
  if (!person) throw personNotFound()
  return { person, otherAdmins: people.some((one) => one.id !== id && one.role === 'admin') }
}

const lastAdmin = () => problem('invalid_state', 'This is the last admin: make somebody else an admin first.')

/** Deletes the invitations of a person who may invite no more, so that none of them is a way back in. */
async function endInvitations(tx: Tx, { enterprise_id, id }: PersonRow): Promise<{ withdrawn?: string[] }> {
  const withdrawn = await deleteInvitationsBy(tx, enterprise_id, id)
  return withdrawn.length > 0 ? { withdrawn } : {}
}

export async function changeRole(tx: Tx, vault: Vault, actor: Actor, id: string, role: Role): Promise<PersonRow> {
  const { person, otherAdmins } = await lockMember(tx, actor.person.enterprise.id, id)
  if (person.role === 'admin' && role !== 'admin' && !otherAdmins) throw lastAdmin()
  await updateRole(tx, person.enterprise_id, id, role)
  const withdrawn = mayDo(role, 'people.invite') ? {} : await endInvitations(tx, person)
  const details = { person: personName(person), from: person.role, to: role, ...withdrawn }
  await record(tx, vault, actor.entry('people.change', { subject: id, details }))
  const rows = [
    ['Person', details.person],
    ['Role', `${person.role} → ${role}`],
    ['Changed by', actor.person.name],
  ] as const
  await tellAdmins(tx, vault, actor.person.enterprise.id, { event: 'role_changed', rows, concerned: [person] })
  return { ...person, role }
}

export async function removePerson(tx: Tx, vault: Vault, actor: Actor, id: string): Promise<PersonRow> {
  const { person, otherAdmins } = await lockMember(tx, actor.person.enterprise.id, id)
  if (person.role === 'admin' && !otherAdmins) throw lastAdmin()
  await deleteMembership(tx, person.enterprise_id, id)
  const details = { removed: personName(person), role: person.role, ...(await endInvitations(tx, person)) }
  await record(tx, vault, actor.entry('people.change', { subject: id, details }))
  const rows = [
    ['Person', details.removed],
    ['Removed by', actor.person.name],
  ] as const
  await tellAdmins(tx, vault, actor.person.enterprise.id, { event: 'access_ended', rows, concerned: [person] })
  return person
}

/** Removes a person's login from every enterprise, and the invitations that they made. */
export async function removeLogin(tx: Tx, { id }: { readonly id: string }): Promise<void> {
  for (const enterprise of await enterprisesOf(tx, id)) await deleteInvitationsBy(tx, enterprise, id)
  await deletePerson(tx, id)
}
