import type { Request } from '../../http/index.ts'
import type { Database, Queryable } from '../../platform/database.ts'
import type { Person, SignedIn } from '../door/person.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { explainFailure } from './library-failure.ts'
import type { RealmName } from './realm.ts'
import { deleteSession, type SessionRow, touchSession } from './sessions.store.ts'
import { findSignedIn, type SignedInRow } from './store.ts'

/** The request's headers as the sign-in library reads them, with the address that our own server knows. */
export function headersOf({ headers, ip }: Request): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) if (one !== undefined) copy.append(name, one)
  }
  copy.set(ADDRESS_HEADER, ip)
  return copy
}

interface LoginRow extends SessionRow {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly two_factor_enabled: boolean
}

export const toSignedIn = (row: LoginRow): SignedIn => ({
  id: row.id,
  name: row.name,
  email: row.email,
  twoFactor: row.two_factor_enabled,
  sessionId: row.session_id,
  // The library begins no session of a person with an authenticator without its code.
  secondFactor: row.two_factor_enabled || (row.by_passkey && row.passkeys > 0),
  passkeys: row.passkeys,
  fresh: row.fresh,
  freshUntil: row.fresh_until,
})

const toPerson = (row: SignedInRow): Person => ({
  ...toSignedIn(row),
  role: row.role,
  enterprise: { id: row.enterprise_id, name: row.enterprise_name },
  tenants: row.tenants,
  secondFactorRequired: row.second_factor_required,
})

/** The page says how long its person has done nothing: what it reads by itself must not keep a session alive. */
const IDLE_HEADER = 'x-idle-seconds'

const isUnattended = ({ headers }: Request): boolean => Number(headers[IDLE_HEADER] ?? 0) >= 60

/** Read on every request, so a revoked session or role takes effect immediately. */
export async function findSession<Row extends SessionRow>(
  request: Request,
  { auth, database, realm }: { readonly auth: Auth; readonly database: Database; readonly realm: RealmName },
  find: (sql: Queryable, token: string) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  if (!request.headers.cookie) return undefined
  const headers = headersOf(request)
  const found = await auth.api.getSession({ headers }).catch((error) => explainFailure(error, database))
  const row = found ? await find(database.sql, found.session.token) : undefined
  // Not used for too long: the library, which does not know that rule, must not take it either.
  if (found && !row) await deleteSession(database.sql, realm, found.session.token)
  if (row?.unseen && !isUnattended(request)) await touchSession(database.sql, realm, row.session_id)
  return row
}

export async function findPerson(request: Request, auth: Auth, database: Database): Promise<Person | undefined> {
  const row = await findSession(request, { auth, database, realm: 'dashboard' }, findSignedIn)
  return row && toPerson(row)
}
