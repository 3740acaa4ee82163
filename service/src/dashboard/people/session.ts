import type { Request } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Person } from '../door/person.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { explainFailure } from './library-failure.ts'
import { deleteSession, findSignedIn, type SignedInRow, touchSession } from './store.ts'

/** The request's headers as the sign-in library reads them, with the address that our own server knows. */
export function headersOf({ headers, ip }: Request): Headers {
  const copy = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value].flat()) if (one !== undefined) copy.append(name, one)
  }
  copy.set(ADDRESS_HEADER, ip)
  return copy
}

const toPerson = (row: SignedInRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  twoFactor: row.two_factor_enabled,
  role: row.role,
  enterprise: { id: row.enterprise_id, name: row.enterprise_name },
  tenants: row.tenants,
  sessionId: row.session_id,
  // The library begins no session of a person with an authenticator without its code.
  secondFactor: row.two_factor_enabled || (row.by_passkey && row.passkeys > 0),
  passkeys: row.passkeys,
  secondFactorRequired: row.second_factor_required,
  fresh: row.fresh,
  freshUntil: row.fresh_until,
})

/** The page says how long its person has done nothing: what it reads by itself must not keep a session alive. */
const IDLE_HEADER = 'x-idle-seconds'

const isUnattended = ({ headers }: Request): boolean => Number(headers[IDLE_HEADER] ?? 0) >= 60

/** Read on every request, so a revoked session or role takes effect immediately. */
export async function findPerson(request: Request, auth: Auth, database: Database): Promise<Person | undefined> {
  if (!request.headers.cookie) return undefined
  const headers = headersOf(request)
  const found = await auth.api.getSession({ headers }).catch((error) => explainFailure(error, database))
  const row = found ? await findSignedIn(database.sql, found.session.token) : undefined
  // Not used for too long: the library, which does not know that rule, must not take it either.
  if (found && !row) await deleteSession(database.sql, found.session.token)
  if (row?.unseen && !isUnattended(request)) await touchSession(database.sql, row.session_id)
  return row && toPerson(row)
}
