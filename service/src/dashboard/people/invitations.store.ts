import type { Id } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { enterpriseOf } from '../../tenants/index.ts'
import type { Role } from '../roles.ts'

export interface InvitationRow {
  readonly enterprise_id: Id<'enterprise'>
  readonly id: Id<'invitation'>
  readonly email: string
  readonly role: Role
  readonly invited_by: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly expired: boolean
}

const INVITATION = ['enterprise_id', 'id', 'email', 'role', 'invited_by', 'created_at', 'expires_at'] as const

export interface NewInvitation extends Pick<InvitationRow, 'enterprise_id' | 'id' | 'email' | 'role' | 'invited_by'> {
  readonly inviter: string
  readonly hash: Buffer
}

/** A second invitation of the same address takes the place of the first, whose link is dead then. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation, days: number): Promise<InvitationRow> {
  const { enterprise_id, id, email, role, invited_by, inviter, hash } = invitation
  await tx`delete from invitations where enterprise_id = ${enterprise_id} and email = ${email}`
  const [row] = await tx<InvitationRow[]>`
    insert into invitations (enterprise_id, id, email, role, token_hash, invited_by_id, invited_by, expires_at)
    values (${enterprise_id}, ${id}, ${email}, ${role}, ${hash}, ${inviter}, ${invited_by},
      clock_timestamp() + ${days} * interval '1 day')
    returning ${tx(INVITATION)}, false as expired`
  return row as InvitationRow
}

export async function listInvitations(sql: Queryable, enterprise: string): Promise<InvitationRow[]> {
  return sql<InvitationRow[]>`
    select ${sql(INVITATION)}, expires_at <= clock_timestamp() as expired
    from invitations where enterprise_id = ${enterprise} order by id desc`
}

export async function deleteInvitation(tx: Tx, enterprise: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await tx<InvitationRow[]>`
    delete from invitations where enterprise_id = ${enterprise} and id = ${id}
    returning ${tx(INVITATION)}, expires_at <= clock_timestamp() as expired`
  return row
}

/** Deletes a person's open invitations and returns their addresses. */
export async function deleteInvitationsBy(tx: Tx, enterprise: string, inviter: string): Promise<string[]> {
  const rows = await tx<{ email: string }[]>`
    delete from invitations where enterprise_id = ${enterprise} and invited_by_id = ${inviter} returning email`
  return rows.map(({ email }) => email).sort()
}

export interface OpenInvitation extends InvitationRow {
  readonly enterprise_name: string
  /** A person has this address already: they join with the login they have. */
  readonly has_login: boolean
}

/** The invitation behind a link, while it holds. */
export async function findInvitation(
  sql: Queryable,
  [bound, unbound]: readonly [Buffer, Buffer],
): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation[]>`
    select invitation.enterprise_id, invitation.id, invitation.email, invitation.role, invitation.invited_by,
      invitation.created_at, invitation.expires_at, false as expired, enterprise.name as enterprise_name,
      exists (select 1 from people where people.email = invitation.email) as has_login
    from invitations invitation
    cross join lateral ${enterpriseOf(sql, sql`invitation.enterprise_id`)} enterprise
    where invitation.token_hash in (${bound}, ${unbound}) and invitation.expires_at > clock_timestamp()`
  return row
}

/** Gives the invitation of an address a new link; the one before is dead then. False when there is none that holds. */
export async function replaceLink(tx: Tx, enterprise: string, email: string, hash: Buffer): Promise<boolean> {
  const replaced = await tx`
    update invitations set token_hash = ${hash}
    where enterprise_id = ${enterprise} and email = ${email} and expires_at > clock_timestamp()`
  return replaced.count === 1
}
