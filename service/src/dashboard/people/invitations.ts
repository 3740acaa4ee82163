import type { Environment } from '../../kernel/environment.ts'
import { problem, validationFailed } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import type { Tx } from '../../platform/database.ts'
import { refuseWeakPassword } from '../../platform/password-strength.ts'
import { newToken } from '../../platform/tokens.ts'
import type { Vault } from '../../platform/vault.ts'
import { queueMessages } from '../../resources/messages/index.ts'
import { type AuditEntry, record } from '../audit-log/chain.ts'
import type { Actor } from '../door/actor.ts'
import { type Person, personName } from '../door/person.ts'
import { mayDo, type Role } from '../roles.ts'
import { addKnownPerson, addPerson } from './commands.ts'
import { invitationHash, invitationHashes } from './invitation-token.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  type OpenInvitation,
  replaceLink,
} from './invitations.store.ts'
import { holdMember, membershipsOf } from './memberships.store.ts'
import { foldEmail } from './name.ts'
import { findPersonByEmail } from './store.ts'

const INVITATION_DAYS = 7

export interface InviteDeps {
  readonly environment: Environment
  readonly vault: Vault
  readonly root: () => string
}

/** The link goes to the invited address alone: whoever has it owns the login. Without a mail server the operator prints one. */
export async function invitePerson(
  tx: Tx,
  actor: Actor,
  { email: address, role }: { readonly email: string; readonly role: Role },
  { vault, environment, root }: InviteDeps,
): Promise<InvitationRow> {
  const { person } = actor
  // Read again under a lock: the inviter may have been removed since the request came.
  const inviter = await holdMember(tx, person.enterprise.id, person.id)
  if (!inviter || !mayDo(inviter, 'people.invite')) throw problem('forbidden', 'You may invite nobody any more.')
  const email = foldEmail(address)
  await refuseMember(tx, email, person.enterprise.id)
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
  const url = invitationUrl(root(), token)
  const facts = { enterprise: person.enterprise.name, inviter: person.name, role, url, expiresAt: row.expires_at }
  await queueMessages(tx, person.tenants.production, [{ kind: 'person_invited', to: email, facts }], vault)
  await record(tx, vault, actor.entry('people.invite', { subject: row.id, details: { email, role } }))
  return row
}

async function refuseMember(tx: Tx, email: string, enterprise: string): Promise<void> {
  const known = await findPersonByEmail(tx, email)
  if (known && (await membershipsOf(tx, known.id)).some(({ id }) => id === enterprise)) {
    throw problem('email_taken', `${personName(known)} has access already.`)
  }
}

export async function withdrawInvitation(tx: Tx, vault: Vault, actor: Actor, id: string): Promise<InvitationRow> {
  const row = await deleteInvitation(tx, actor.person.enterprise.id, id)
  if (!row) throw problem('not_found', 'There is no invitation with this id.')
  const details = { withdrawn: row.email, role: row.role }
  await record(tx, vault, actor.entry('people.invite', { subject: id, details }))
  return row
}

const invitationUrl = (root: string, token: string): string => `${root}/dashboard/invitation/${token}`

/** A new link for an invitation, for the operator to hand over where there is no mail server. */
export async function newInvitationLink(
  tx: Tx,
  enterprise: string,
  email: string,
  { environment, root }: { readonly environment: Environment; readonly root: string },
): Promise<string | undefined> {
  const token = newToken()
  const replaced = await replaceLink(tx, enterprise, foldEmail(email), invitationHash(environment, token))
  return replaced ? invitationUrl(root, token) : undefined
}

/** The person who joins: signed in, or with the choices of somebody who has no login yet. */
export interface Joining {
  readonly signedIn: Person | undefined
  readonly name?: string
  readonly password?: string
}

/** The link works once: it creates a login, or joins that of its address to the enterprise. */
export async function acceptInvitation(
  tx: Tx,
  { vault, environment }: Pick<InviteDeps, 'vault' | 'environment'>,
  token: string,
  joining: Joining,
  source: Pick<AuditEntry, 'address' | 'requestId'>,
): Promise<{ email: string; enterprise: string }> {
  const invitation = await findInvitation(tx, invitationHashes(environment, token))
  const taken = invitation && (await deleteInvitation(tx, invitation.enterprise_id, invitation.id))
  if (!invitation || !taken) throw invitationUnusable()
  const { enterprise_id: enterprise, email, role, invited_by } = invitation
  const { id, name } = await join(tx, invitation, joining)
  await record(tx, vault, {
    enterprise,
    personId: id,
    person: personName({ name, email }),
    action: 'people.joined',
    subject: id,
    details: { role, invited_by },
    ...source,
  })
  return { email, enterprise }
}

async function join(
  tx: Tx,
  { enterprise_id: enterprise, enterprise_name, email, role }: OpenInvitation,
  { name, password, signedIn }: Joining,
): Promise<{ id: string; name: string }> {
  await requireOwnLogin(tx, email, signedIn)
  const known = await addKnownPerson(tx, { enterprise, role, email })
  if (known) return known
  if (name === undefined || password === undefined) {
    const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined)
    throw validationFailed(missing.map(([param]) => ({ param, code: 'required', message: 'is required' })))
  }
  refuseWeakPassword(password, [name, email, enterprise_name])
  return addPerson(tx, { enterprise, role, email, name, password })
}

/**
 * A login of the invited address may have been made by somebody who never had its mail, as version 0.1 allowed. It joins
 * only if the person with the link can sign in to it, with every factor that it has.
 */
async function requireOwnLogin(tx: Tx, email: string, signedIn: Person | undefined): Promise<void> {
  const known = await findPersonByEmail(tx, email)
  if (!known) return
  if (signedIn?.id !== known.id) throw problem('unauthorized', `Sign in as ${email} first, then open the link again.`)
  if (signedIn.passkeys > 0 && !signedIn.secondFactor) {
    throw problem('second_factor_required', 'Sign in with your passkey first, then open the link again.')
  }
}

export const invitationUnusable = () =>
  problem('link_unusable', 'The invitation was used, withdrawn or has expired; ask for another.')
