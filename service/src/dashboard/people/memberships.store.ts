import type { Id } from '../../kernel/ids.ts'
import type { Queryable, Statement, Tx } from '../../platform/database.ts'
import { enterpriseOf } from '../../tenants/index.ts'
import type { Role } from '../roles.ts'

export interface PersonRow {
  readonly id: Id<'person'>
  readonly enterprise_id: Id<'enterprise'>
  readonly role: Role
  readonly name: string
  readonly email: string
  readonly two_factor_enabled: boolean
  readonly created_at: Date
}

/**
 * A FROM item: every person and enterprise that belong together. The first enterprise of a person stands in their own
 * row, where version 0.1 reads it; the others in a table beside it.
 */
export const memberships = (sql: Queryable): Statement => sql`(
    select id as person_id, enterprise_id, role, created_at from people
    union all select person_id, enterprise_id, role, created_at from person_memberships)`

export interface ListedPersonRow extends PersonRow {
  readonly last_signed_in_at: Date | null
  readonly passkeys: number
}

export async function listPeople(sql: Queryable, enterprise: string): Promise<ListedPersonRow[]> {
  return sql<ListedPersonRow[]>`
    select person.id, member.enterprise_id, member.role, name, email, two_factor_enabled, member.created_at,
      (select count(*)::int from person_passkeys passkey where passkey.person_id = person.id) as passkeys,
      (select max(session.created_at) from person_sessions session where session.person_id = person.id) as last_signed_in_at
    from ${memberships(sql)} member join people person on person.id = member.person_id
    where member.enterprise_id = ${enterprise} order by person.id`
}

export interface Membership {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** The enterprises of a person, the first they joined first. */
export async function membershipsOf(sql: Queryable, person: string): Promise<Membership[]> {
  return sql<Membership[]>`
    select member.enterprise_id as id, enterprise.name, member.role
    from ${memberships(sql)} member
    cross join lateral ${enterpriseOf(sql, sql`member.enterprise_id`)} enterprise
    where member.person_id = ${person} order by member.created_at, member.enterprise_id`
}

/** Locks a person's row: their memberships stay as they are until the transaction ends. */
export async function holdMember(tx: Tx, enterprise: string, id: string): Promise<Role | undefined> {
  await tx`select 1 from people where id = ${id} for share`
  return (await membershipsOf(tx, id)).find((one) => one.id === enterprise)?.role
}

/** Everybody of an enterprise, locked: two changes at once cannot both leave it without an admin. */
export async function lockPeople(tx: Tx, enterprise: string): Promise<PersonRow[]> {
  await tx`
    select 1 from people where id in (select person_id from ${memberships(tx)} member where enterprise_id = ${enterprise})
    order by id for update`
  return listPeople(tx, enterprise)
}

/** False when they belong to it already. */
export async function insertMembership(tx: Tx, enterprise: string, person: string, role: Role): Promise<boolean> {
  const inserted = await tx`
    insert into person_memberships (enterprise_id, person_id, role)
    select ${enterprise}, id, ${role} from people where id = ${person} and enterprise_id <> ${enterprise}
    on conflict do nothing`
  return inserted.count === 1
}

export async function updateRole(tx: Tx, enterprise: string, id: string, role: Role): Promise<void> {
  const updated = await tx`
    update people set role = ${role}, updated_at = clock_timestamp() where id = ${id} and enterprise_id = ${enterprise}`
  if (updated.count === 1) return
  await tx`update person_memberships set role = ${role} where person_id = ${id} and enterprise_id = ${enterprise}`
}

/**
 * Ends a membership and the sessions that work for its enterprise. A person who leaves the enterprise of their own row
 * moves to the next one they joined. A person without another enterprise is deleted, with their second factor.
 */
export async function deleteMembership(tx: Tx, enterprise: string, id: string): Promise<void> {
  await tx`
    delete from person_sessions session using people person
    where person.id = ${id} and session.person_id = person.id
      and coalesce(session.enterprise_id, person.enterprise_id) = ${enterprise}`
  const left = await tx`delete from person_memberships where person_id = ${id} and enterprise_id = ${enterprise}`
  if (left.count === 1) return
  const moved = await tx`
    with next as (
      delete from person_memberships where person_id = ${id} and enterprise_id = (
        select enterprise_id from person_memberships where person_id = ${id} order by created_at, enterprise_id limit 1)
      returning enterprise_id, role)
    update people set enterprise_id = next.enterprise_id, role = next.role, updated_at = clock_timestamp()
    from next where id = ${id}`
  if (moved.count === 0) await tx`delete from people where id = ${id}`
}

/** The enterprise that a session works for from now on. False when the person does not belong to it. */
export async function switchSession(tx: Tx, session: string, person: string, enterprise: string): Promise<boolean> {
  const switched = await tx`
    update person_sessions set enterprise_id = ${enterprise}
    where id = ${session} and exists (
      select 1 from ${memberships(tx)} member where person_id = ${person} and enterprise_id = ${enterprise})`
  return switched.count === 1
}

/** In the order in which their audit logs are locked. */
export async function enterprisesOf(sql: Queryable, person: string): Promise<string[]> {
  return (await membershipsOf(sql, person)).map(({ id }) => id).sort()
}
