import { randomBytes } from 'node:crypto'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { newId, type TenantId } from '../../kernel/ids.ts'
import type { Database, Tx } from '../../platform/database.ts'
import { newToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import { hashPassword } from '../../resources/creators/index.ts'
import { queueMessages } from '../../resources/messages/index.ts'
import { type AuditEntry, record } from '../audit-log/chain.ts'
import type { Actor } from '../door/actor.ts'
import { personName } from '../door/person.ts'
import { mayDo, type Role } from '../roles.ts'
import { invitationHash, invitationHashes } from './invitation-token.ts'
import { cleanName, foldEmail } from './name.ts'
import {
  deleteInvitation,
  deleteInvitationsBy,
  deletePerson,
  findInvitation,
  findPersonByEmail,
  holdPerson,
  type InvitationRow,
  insertInvitation,
  insertPerson,
  keepSecret,
  lockPeople,
  type PersonRow,
  updateRole,
  writePassword,
} from './store.ts'

const INVITATION_DAYS = 7
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

/** A new password ends every session and takes the second factor off. */
export async function replacePassword(tx: Tx, id: string, password: string): Promise<void> {
  await writePassword(tx, id, await hashPassword(password))
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
  await updateRole(tx, id, role)
  const withdrawn = mayDo(role, 'people.invite') ? {} : await endInvitations(tx, person)
  const details = { person: personName(person), from: person.role, to: role, ...withdrawn }
  await record(tx, vault, actor.entry('people.change', { subject: id, details }))
  return { ...person, role }
}

export async function removePerson(tx: Tx, vault: Vault, actor: Actor, id: string): Promise<PersonRow> {
  const { person, otherAdmins } = await lockMember(tx, actor.person.enterprise.id, id)
  if (person.role === 'admin' && !otherAdmins) throw lastAdmin()
  await deletePerson(tx, id)
  const details = { removed: personName(person), role: person.role, ...(await endInvitations(tx, person)) }
  await record(tx, vault, actor.entry('people.change', { subject: id, details }))
  return person
}

/** Removes a person's login, and the invitations that they made. */
export async function removeLogin(tx: Tx, person: PersonRow): Promise<void> {
  await endInvitations(tx, person)
  await deletePerson(tx, person.id)
}

export interface InviteDeps {
  readonly environment: Environment
  readonly vault: Vault
  readonly root: () => string
}

/** The link goes out by e-mail, and to the inviter, who can hand it over where no mail is set up. */
export async function invitePerson(
  tx: Tx,
  actor: Actor,
  { email: address, role }: { readonly email: string; readonly role: Role },
  { vault, environment, root }: InviteDeps,
): Promise<InvitationRow & { url: string }> {
  const { person } = actor
  // Read again under a lock: the inviter may have been removed since the request came.
  const inviter = await holdPerson(tx, person.id)
  if (!inviter || !mayDo(inviter.role, 'people.invite')) throw problem('forbidden', 'You may invite nobody any more.')
  const email = foldEmail(address)
  const known = await findPersonByEmail(tx, email)
  if (known?.enterprise_id === person.enterprise.id) {
    throw problem('email_taken', `${known.name} has access already.`)
  }
  const token = newToken()
  const row = await insertInvitation(
    tx,
    {
      enterprise_id: person.enterprise.id as InvitationRow['enterprise_id'],
      id: newId('invitation'),
      email,
      role,
      inviter: person.id,
      invited_by: personName(person),
      hash: invitationHash(environment, token),
    },
    INVITATION_DAYS,
  )
  const url = `${root()}/dashboard/invitation/${token}`
  const facts = { enterprise: person.enterprise.name, inviter: person.name, role, url, expiresAt: row.expires_at }
  await queueMessages(tx, person.tenants.production, [{ kind: 'person_invited', to: email, facts }], vault)
  await record(tx, vault, actor.entry('people.invite', { subject: row.id, details: { email, role } }))
  return { ...row, url }
}

export async function withdrawInvitation(tx: Tx, vault: Vault, actor: Actor, id: string): Promise<InvitationRow> {
  const row = await deleteInvitation(tx, actor.person.enterprise.id, id)
  if (!row) throw problem('not_found', 'There is no invitation with this id.')
  const details = { withdrawn: row.email, role: row.role }
  await record(tx, vault, actor.entry('people.invite', { subject: id, details }))
  return row
}

/** The link works once: the person who accepts owns the login from then on. */
export async function acceptInvitation(
  tx: Tx,
  { vault, environment }: Pick<InviteDeps, 'vault' | 'environment'>,
  token: string,
  chosen: { readonly name: string; readonly password: string },
  source: Pick<AuditEntry, 'address' | 'requestId'>,
): Promise<{ email: string }> {
  const invitation = await findInvitation(tx, invitationHashes(environment, token))
  const taken = invitation && (await deleteInvitation(tx, invitation.enterprise_id, invitation.id))
  if (!invitation || !taken) throw invitationUnusable()
  const { enterprise_id: enterprise, email, role, invited_by } = invitation
  const { id, name } = await addPerson(tx, { enterprise, role, email, ...chosen })
  await record(tx, vault, {
    enterprise,
    personId: id,
    person: personName({ name, email }),
    action: 'people.joined',
    subject: id,
    details: { role, invited_by },
    ...source,
  })
  return { email }
}

export const invitationUnusable = () =>
  problem('link_unusable', 'The invitation was used, withdrawn or has expired; ask for another.')
