import { IDLE_MINUTES_DEFAULT } from '../../../../contracts/dashboard/session.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { Queryable, Tx } from '../../platform/database.ts'
import { enterpriseOf } from '../../tenants/index.ts'
import type { Role } from '../roles.ts'
import { memberships, type PersonRow } from './memberships.store.ts'
import { foldEmail } from './name.ts'
import { isAlive, type SessionRow, sessionColumns } from './sessions.store.ts'

/** The person of a session, their enterprise, and how recently they gave their password. */
export interface SignedInRow extends PersonRow, SessionRow {
  readonly enterprise_name: string
  readonly tenants: Record<Environment, TenantId>
  readonly second_factor_required: boolean
}

export async function findSignedIn(sql: Queryable, token: string): Promise<SignedInRow | undefined> {
  const [row] = await sql<SignedInRow[]>`
    select person.id, member.enterprise_id, member.role, person.name, person.email, person.two_factor_enabled,
      person.created_at, enterprise.name as enterprise_name, enterprise.tenants,
      coalesce(rules.second_factor_required, false) as second_factor_required, ${sessionColumns(sql, 'dashboard')}
    from person_sessions session
    join people person on person.id = session.person_id
    join ${memberships(sql)} member on member.person_id = person.id
      and member.enterprise_id = coalesce(session.enterprise_id, person.enterprise_id)
    cross join lateral ${enterpriseOf(sql, sql`member.enterprise_id`)} enterprise
    left join sign_in_rules rules on rules.enterprise_id = member.enterprise_id
    where session.token = ${token} and ${isAlive(sql, sql`coalesce(rules.idle_minutes, ${IDLE_MINUTES_DEFAULT})`)}`
  return row
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

export async function keepSecret(tx: Tx, sealed: Buffer): Promise<Buffer> {
  await tx`insert into person_secret (sealed) values (${sealed}) on conflict do nothing`
  const [row] = await tx<{ sealed: Buffer }[]>`select sealed from person_secret`
  return (row as { sealed: Buffer }).sealed
}
