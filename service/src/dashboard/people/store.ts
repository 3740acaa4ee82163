import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { enterpriseOf } from '../../tenants/index.ts'
import type { Role } from '../roles.ts'
import { foldEmail } from './name.ts'

/** How long after giving the password a sign-in counts as fresh. */
const FRESH = '10 minutes'

export interface PersonRow {
  readonly id: Id<'person'>
  readonly enterprise_id: Id<'enterprise'>
  readonly role: Role
  readonly name: string
  readonly email: string
  readonly two_factor_enabled: boolean
  readonly created_at: Date
}

/** The person of a session, their enterprise, and how recently they gave their password. */
export interface SignedInRow extends PersonRow {
  readonly session_id: string
  readonly enterprise_name: string
  readonly tenants: Record<Environment, TenantId>
  readonly fresh: boolean
  readonly fresh_until: Date
}

export async function findSignedIn(sql: Queryable, token: string): Promise<SignedInRow | undefined> {
  const [row] = await sql<SignedInRow[]>`
    select person.id, person.enterprise_id, person.role, person.name, person.email, person.two_factor_enabled,
      person.created_at, session.id as session_id, enterprise.name as enterprise_name,
      session.confirmed_at + ${FRESH}::interval as fresh_until,
      session.confirmed_at + ${FRESH}::interval > clock_timestamp() as fresh, enterprise.tenants
    from person_sessions session
    join people person on person.id = session.person_id
    cross join lateral ${enterpriseOf(sql, sql`person.enterprise_id`)} enterprise
    where session.token = ${token} and session.expires_at > clock_timestamp()`
  return row
}

export async function confirmSession(tx: Tx, session: string): Promise<Date> {
  const [row] = await tx<{ fresh_until: Date }[]>`
    update person_sessions set confirmed_at = clock_timestamp() where id = ${session}
    returning confirmed_at + ${FRESH}::interval as fresh_until`
  return (row as { fresh_until: Date }).fresh_until
}

export async function deleteSession(sql: Queryable, token: string): Promise<void> {
  await sql`delete from person_sessions where token = ${token}`
}

export interface NewPerson {
  readonly id: Id<'person'>
  readonly loginId: Id<'person'>
  readonly enterprise: string
  readonly role: Role
  readonly name: string
  readonly email: string
  readonly passwordHash: string
}

/** False when somebody has that e-mail address. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<boolean> {
  const inserted = await tx`
    insert into people (id, enterprise_id, role, name, email)
    values (${person.id}, ${person.enterprise}, ${person.role}, ${person.name}, ${person.email})
    on conflict (email) do nothing`
  if (inserted.count === 0) return false
  await tx`
    insert into person_logins (id, person_id, account_id, provider_id, password)
    values (${person.loginId}, ${person.id}, ${person.id}, 'credential', ${person.passwordHash})`
  return true
}

export async function listPeople(
  sql: Queryable,
  enterprise: string,
): Promise<(PersonRow & { last_signed_in_at: Date | null })[]> {
  return sql<(PersonRow & { last_signed_in_at: Date | null })[]>`
    select id, enterprise_id, role, name, email, two_factor_enabled, created_at,
      (select max(created_at) from person_sessions where person_id = people.id) as last_signed_in_at
    from people where enterprise_id = ${enterprise} order by id`
}

export async function findPersonById(sql: Queryable, id: string): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    select id, enterprise_id, role, name, email, two_factor_enabled, created_at from people where id = ${id}`
  return row
}

export async function findPersonByEmail(sql: Queryable, email: string): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    select id, enterprise_id, role, name, email, two_factor_enabled, created_at from people
    where email = ${foldEmail(email)}`
  return row
}

/** Everybody of an enterprise, locked: two changes at once cannot both leave it without an admin. */
export async function lockPeople(tx: Tx, enterprise: string): Promise<PersonRow[]> {
  return tx<PersonRow[]>`
    select id, enterprise_id, role, name, email, two_factor_enabled, created_at
    from people where enterprise_id = ${enterprise} order by id for update`
}

/** Locks one person until the transaction ends. */
export async function holdPerson(tx: Tx, id: string): Promise<PersonRow | undefined> {
  const [row] = await tx<PersonRow[]>`
    select id, enterprise_id, role, name, email, two_factor_enabled, created_at from people where id = ${id} for share`
  return row
}

export async function hasPeople(sql: Queryable, enterprise: string): Promise<boolean> {
  const rows = await sql`select 1 from people where enterprise_id = ${enterprise} limit 1`
  return rows.length > 0
}

export async function updateRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx`update people set role = ${role}, updated_at = clock_timestamp() where id = ${id}`
}

/** Their sessions and second factor go with them. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx`delete from people where id = ${id}`
}

/** A new password ends every session and takes the second factor off. */
export async function writePassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx`update person_logins set password = ${hash}, updated_at = clock_timestamp()
    where person_id = ${id} and provider_id = 'credential'`
  await tx`delete from person_second_factors where person_id = ${id}`
  await tx`update people set two_factor_enabled = false, updated_at = clock_timestamp() where id = ${id}`
  await tx`delete from person_sessions where person_id = ${id}`
}

export async function keepSecret(tx: Tx, sealed: Buffer): Promise<Buffer> {
  await tx`insert into person_secret (sealed) values (${sealed}) on conflict do nothing`
  const [row] = await tx<{ sealed: Buffer }[]>`select sealed from person_secret`
  return (row as { sealed: Buffer }).sealed
}

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
}

/** The invitation behind a link, while it holds. */
export async function findInvitation(
  sql: Queryable,
  [bound, unbound]: readonly [Buffer, Buffer],
): Promise<OpenInvitation | undefined> {
  const [row] = await sql<OpenInvitation[]>`
    select invitation.enterprise_id, invitation.id, invitation.email, invitation.role, invitation.invited_by,
      invitation.created_at, invitation.expires_at, false as expired, enterprise.name as enterprise_name
    from invitations invitation
    cross join lateral ${enterpriseOf(sql, sql`invitation.enterprise_id`)} enterprise
    where invitation.token_hash in (${bound}, ${unbound}) and invitation.expires_at > clock_timestamp()`
  return row
}

export async function forgetOldSessions(sql: Queryable): Promise<void> {
  await sql`delete from person_sessions where expires_at < clock_timestamp()`
  await sql`delete from person_tokens where expires_at < clock_timestamp()`
}
