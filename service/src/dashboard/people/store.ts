import { IDLE_MINUTES_DEFAULT } from '../../../../contracts/dashboard/session.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import { enterpriseOf } from '../../tenants/index.ts'
import type { Role } from '../roles.ts'
import { forgetDevicesOf, forgetOldDevices } from './devices.store.ts'
import { memberships, type PersonRow } from './memberships.store.ts'
import { foldEmail } from './name.ts'

/** How long after giving the password a sign-in counts as fresh. */
const FRESH = '10 minutes'

/** The person of a session, their enterprise, and how recently they gave their password. */
export interface SignedInRow extends PersonRow {
  readonly session_id: string
  readonly enterprise_name: string
  readonly tenants: Record<Environment, TenantId>
  readonly fresh: boolean
  readonly fresh_until: Date
  /** The session was begun with a passkey, or one was added in it. */
  readonly by_passkey: boolean
  readonly passkeys: number
  readonly second_factor_required: boolean
  /** Not seen for a minute: the time of its last request is due to be written. */
  readonly unseen: boolean
}

export async function findSignedIn(sql: Queryable, token: string): Promise<SignedInRow | undefined> {
  const [row] = await sql<SignedInRow[]>`
    select person.id, member.enterprise_id, member.role, person.name, person.email, person.two_factor_enabled,
      person.created_at, session.id as session_id, enterprise.name as enterprise_name,
      session.confirmed_at + ${FRESH}::interval as fresh_until,
      session.confirmed_at + ${FRESH}::interval > clock_timestamp() as fresh, enterprise.tenants,
      session.passkey as by_passkey, coalesce(rules.second_factor_required, false) as second_factor_required,
      (select count(*)::int from person_passkeys passkey where passkey.person_id = person.id) as passkeys,
      coalesce(session.seen_at, session.created_at) < clock_timestamp() - interval '1 minute' as unseen
    from person_sessions session
    join people person on person.id = session.person_id
    join ${memberships(sql)} member on member.person_id = person.id
      and member.enterprise_id = coalesce(session.enterprise_id, person.enterprise_id)
    cross join lateral ${enterpriseOf(sql, sql`member.enterprise_id`)} enterprise
    left join sign_in_rules rules on rules.enterprise_id = member.enterprise_id
    where session.token = ${token} and session.expires_at > clock_timestamp()
      and coalesce(session.seen_at, session.created_at)
        > clock_timestamp() - coalesce(rules.idle_minutes, ${IDLE_MINUTES_DEFAULT}) * interval '1 minute'`
  return row
}

export async function touchSession(sql: Queryable, session: string): Promise<void> {
  await sql`update person_sessions set seen_at = clock_timestamp() where id = ${session}`
}

/** The person has unlocked a passkey: the session has a second factor. */
export async function markByPasskey(sql: Queryable, session: { readonly id: string } | { readonly token: string }) {
  await ('id' in session
    ? sql`update person_sessions set passkey = true where id = ${session.id}`
    : sql`update person_sessions set passkey = true where token = ${session.token}`)
}

export async function sessionsOf(sql: Queryable, person: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`select id from person_sessions where person_id = ${person}`
  return rows.map(({ id }) => id)
}

export async function deleteSessions(sql: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql`delete from person_sessions where id = any(${texts(ids)}::text[])`
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

/** With their memberships, sessions and second factor. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx`delete from people where id = ${id}`
}

export async function hasPeople(sql: Queryable, enterprise: string): Promise<boolean> {
  const rows = await sql`select 1 from ${memberships(sql)} member where enterprise_id = ${enterprise} limit 1`
  return rows.length > 0
}

/** A new password ends every session and takes the second factor and the passkeys off. */
export async function writePassword(tx: Tx, id: string, hash: string): Promise<void> {
  await tx`update person_logins set password = ${hash}, updated_at = clock_timestamp()
    where person_id = ${id} and provider_id = 'credential'`
  await tx`delete from person_second_factors where person_id = ${id}`
  await tx`delete from person_passkeys where person_id = ${id}`
  await tx`update people set two_factor_enabled = false, updated_at = clock_timestamp() where id = ${id}`
  await tx`delete from person_sessions where person_id = ${id}`
  await forgetDevicesOf(tx, id)
}

export async function keepSecret(tx: Tx, sealed: Buffer): Promise<Buffer> {
  await tx`insert into person_secret (sealed) values (${sealed}) on conflict do nothing`
  const [row] = await tx<{ sealed: Buffer }[]>`select sealed from person_secret`
  return (row as { sealed: Buffer }).sealed
}

export async function forgetOldSessions(sql: Queryable): Promise<void> {
  await sql`delete from person_sessions where expires_at < clock_timestamp()`
  await sql`delete from person_tokens where expires_at < clock_timestamp()`
  await forgetOldDevices(sql)
}
