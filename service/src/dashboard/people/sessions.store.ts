import { type Queryable, type Statement, type Tx, texts } from '../../platform/database.ts'
import type { RealmName } from './realm.ts'

/** How long after giving the password a sign-in counts as fresh. */
export const FRESH = '10 minutes'

/** The tables of a realm have the same columns, so that one statement serves both. */
const tablesOf = (
  sql: Queryable,
  realm: RealmName,
): Readonly<
  Record<'people' | 'sessions' | 'logins' | 'tokens' | 'secondFactors' | 'passkeys' | 'devices', Statement>
> =>
  realm === 'operator'
    ? {
        people: sql`operators`,
        sessions: sql`operator_sessions`,
        logins: sql`operator_logins`,
        tokens: sql`operator_tokens`,
        secondFactors: sql`operator_second_factors`,
        passkeys: sql`operator_passkeys`,
        devices: sql`operator_devices`,
      }
    : {
        people: sql`people`,
        sessions: sql`person_sessions`,
        logins: sql`person_logins`,
        tokens: sql`person_tokens`,
        secondFactors: sql`person_second_factors`,
        passkeys: sql`person_passkeys`,
        devices: sql`person_devices`,
      }

/** Columns of a session, as `session` in a FROM clause has them, that say how its person has signed in. */
export interface SessionRow {
  readonly session_id: string
  readonly fresh: boolean
  readonly fresh_until: Date
  /** The session was begun with a passkey, or one was added in it. */
  readonly by_passkey: boolean
  readonly passkeys: number
  /** Not seen for a minute: the time of its last request is due to be written. */
  readonly unseen: boolean
}

export const sessionColumns = (sql: Queryable, realm: RealmName): Statement => sql`
      session.id as session_id, session.confirmed_at + ${FRESH}::interval as fresh_until,
      session.confirmed_at + ${FRESH}::interval > clock_timestamp() as fresh, session.passkey as by_passkey,
      (select count(*)::int from ${tablesOf(sql, realm).passkeys} passkey where passkey.person_id = session.person_id) as passkeys,
      coalesce(session.seen_at, session.created_at) < clock_timestamp() - interval '1 minute' as unseen`

/** A condition: the session has neither expired nor been idle for too long. */
export const isAlive = (sql: Queryable, idleMinutes: Statement | number): Statement => sql`
      session.expires_at > clock_timestamp()
      and coalesce(session.seen_at, session.created_at) > clock_timestamp() - ${idleMinutes}::integer * interval '1 minute'`

export async function touchSession(sql: Queryable, realm: RealmName, session: string): Promise<void> {
  await sql`update ${tablesOf(sql, realm).sessions} set seen_at = clock_timestamp() where id = ${session}`
}

/** The person has unlocked a passkey: the session has a second factor. */
export async function markByPasskey(
  sql: Queryable,
  realm: RealmName,
  session: { readonly id: string } | { readonly token: string },
): Promise<void> {
  const which = 'id' in session ? sql`id = ${session.id}` : sql`token = ${session.token}`
  await sql`update ${tablesOf(sql, realm).sessions} set passkey = true where ${which}`
}

export async function sessionsOf(sql: Queryable, realm: RealmName, person: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from ${tablesOf(sql, realm).sessions} where person_id = ${person}`
  return rows.map(({ id }) => id)
}

export async function deleteSessions(sql: Queryable, realm: RealmName, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${tablesOf(sql, realm).sessions} where id = any(${texts(ids)}::text[])`
}

export async function confirmSession(tx: Tx, realm: RealmName, session: string): Promise<Date> {
  const [row] = await tx<{ fresh_until: Date }[]>`
    update ${tablesOf(tx, realm).sessions} set confirmed_at = clock_timestamp() where id = ${session}
    returning confirmed_at + ${FRESH}::interval as fresh_until`
  return (row as { fresh_until: Date }).fresh_until
}

export async function deleteSession(sql: Queryable, realm: RealmName, token: string): Promise<void> {
  await sql`delete from ${tablesOf(sql, realm).sessions} where token = ${token}`
}

/** A new password ends every session and takes the second factor and the passkeys off. Null: the person has to choose one. */
export async function writePassword(tx: Tx, realm: RealmName, id: string, hash: string | null): Promise<void> {
  const { people, sessions, logins, secondFactors, passkeys } = tablesOf(tx, realm)
  await tx`update ${logins} set password = ${hash}, updated_at = clock_timestamp()
    where person_id = ${id} and provider_id = 'credential'`
  await tx`delete from ${secondFactors} where person_id = ${id}`
  await tx`delete from ${passkeys} where person_id = ${id}`
  await tx`update ${people} set two_factor_enabled = false, updated_at = clock_timestamp() where id = ${id}`
  await tx`delete from ${sessions} where person_id = ${id}`
  await forgetDevicesOf(tx, realm, id)
}

/** Whether the person of this address has signed in from the device of this token. */
export async function isKnownDevice(sql: Queryable, realm: RealmName, email: string, hash: Buffer): Promise<boolean> {
  const { devices, people } = tablesOf(sql, realm)
  const rows = await sql`
    select 1 from ${devices} device join ${people} person on person.id = device.person_id
    where device.token_hash = ${hash} and person.email = ${email}`
  return rows.length > 0
}

/** True when the person has not signed in from this device before. */
export async function rememberDevice(sql: Queryable, realm: RealmName, person: string, hash: Buffer): Promise<boolean> {
  const [row] = await sql<{ is_new: boolean }[]>`
    insert into ${tablesOf(sql, realm).devices} (person_id, token_hash) values (${person}, ${hash})
    on conflict (person_id, token_hash) do update set seen_at = clock_timestamp()
    returning xmax = 0 as is_new`
  return row?.is_new ?? false
}

/** A new password makes every device unknown. */
export async function forgetDevicesOf(sql: Queryable, realm: RealmName, person: string): Promise<void> {
  await sql`delete from ${tablesOf(sql, realm).devices} where person_id = ${person}`
}

export async function forgetOldSessions(sql: Queryable): Promise<void> {
  for (const realm of ['dashboard', 'operator'] as const) {
    const { sessions, tokens, devices } = tablesOf(sql, realm)
    await sql`delete from ${sessions} where expires_at < clock_timestamp()`
    await sql`delete from ${tokens} where expires_at < clock_timestamp()`
    await sql`delete from ${devices} where seen_at < clock_timestamp() - interval '180 days'`
  }
}
