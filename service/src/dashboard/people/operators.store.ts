import type { OperatorRole } from '../../../../contracts/console/session.ts'
import type { Id } from '../../kernel/ids.ts'
import { type Queryable, type Tx, texts } from '../../platform/database.ts'
import { foldEmail } from './name.ts'
import { isAlive, type SessionRow, sessionColumns } from './sessions.store.ts'

export interface OperatorRow {
  readonly id: Id<'operator'>
  readonly role: OperatorRole
  readonly name: string
  readonly email: string
  readonly two_factor_enabled: boolean
  readonly created_at: Date
}

export type SignedInOperatorRow = OperatorRow & SessionRow

/** Shorter than the dashboard's default: an operator sees every enterprise. */
const IDLE_MINUTES = 30

export async function findSignedInOperator(sql: Queryable, token: string): Promise<SignedInOperatorRow | undefined> {
  const [row] = await sql<SignedInOperatorRow[]>`
    select person.id, person.role, person.name, person.email, person.two_factor_enabled, person.created_at,
      ${sessionColumns(sql, 'operator')}
    from operator_sessions session join operators person on person.id = session.person_id
    where session.token = ${token} and ${isAlive(sql, IDLE_MINUTES)}`
  return row
}

export async function findOperatorById(sql: Queryable, id: string): Promise<OperatorRow | undefined> {
  const [row] = await sql<OperatorRow[]>`
    select id, role, name, email, two_factor_enabled, created_at from operators where id = ${id}`
  return row
}

export async function findOperatorByEmail(sql: Queryable, email: string): Promise<OperatorRow | undefined> {
  const [row] = await sql<OperatorRow[]>`
    select id, role, name, email, two_factor_enabled, created_at from operators where email = ${foldEmail(email)}`
  return row
}

/** These operators; their roles stay as they are until the transaction ends. */
export async function holdOperators(tx: Tx, ids: readonly string[]): Promise<OperatorRow[]> {
  return tx<OperatorRow[]>`
    select id, role, name, email, two_factor_enabled, created_at from operators
    where id = any(${texts(ids)}::text[]) order by id for share`
}

export interface ListedOperatorRow extends OperatorRow {
  readonly passkeys: number
  readonly last_signed_in_at: Date | null
}

export async function listOperators(sql: Queryable): Promise<ListedOperatorRow[]> {
  return sql<ListedOperatorRow[]>`
    select id, role, name, email, two_factor_enabled, created_at,
      (select count(*)::int from operator_passkeys passkey where passkey.person_id = operators.id) as passkeys,
      (select max(session.created_at) from operator_sessions session where session.person_id = operators.id) as last_signed_in_at
    from operators order by id`
}

/** False when an operator has that e-mail address. */
export async function insertOperator(
  tx: Tx,
  {
    id,
    loginId,
    role,
    name,
    email,
  }: Pick<OperatorRow, 'id' | 'role' | 'name' | 'email'> & { readonly loginId: string },
): Promise<boolean> {
  const inserted = await tx`
    insert into operators (id, role, name, email) values (${id}, ${role}, ${name}, ${email})
    on conflict (email) do nothing`
  if (inserted.count === 0) return false
  await tx`
    insert into operator_logins (id, person_id, account_id, provider_id) values (${loginId}, ${id}, ${id}, 'credential')`
  return true
}

export async function updateOperatorRole(tx: Tx, id: string, role: OperatorRole): Promise<void> {
  await tx`update operators set role = ${role}, updated_at = clock_timestamp() where id = ${id}`
}

/** With their sessions, second factor and passkeys. */
export async function deleteOperator(tx: Tx, id: string): Promise<void> {
  await tx`delete from operators where id = ${id}`
}

/** Stores the link by which an operator chooses a password; every earlier link of theirs ends. */
export async function putPasswordLink(
  tx: Tx,
  { id, operator, identifier, hours }: { id: string; operator: string; identifier: string; hours: number },
): Promise<void> {
  await tx`delete from operator_tokens where value = ${operator}`
  await tx`
    insert into operator_tokens (id, identifier, value, expires_at)
    values (${id}, ${identifier}, ${operator}, clock_timestamp() + ${hours} * interval '1 hour')`
}

/** Whether the service has any operator yet. */
export async function hasOperators(sql: Queryable): Promise<boolean> {
  return (await sql`select 1 from operators limit 1`).length > 0
}
