import type { Request } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import type { Person } from '../door/person.ts'
import { ADDRESS_HEADER, type Auth } from './auth.ts'
import { explainFailure } from './library-failure.ts'
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

const toPerson = (row: SignedInRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  twoFactor: row.two_factor_enabled,
  role: row.role,
  enterprise: { id: row.enterprise_id, name: row.enterprise_name },
  tenants: row.tenants,
  sessionId: row.session_id,
  fresh: row.fresh,
  freshUntil: row.fresh_until,
})

/** Read on every request, so a revoked session or role takes effect immediately. */
export async function findPerson(request: Request, auth: Auth, database: Database): Promise<Person | undefined> {
  if (!request.headers.cookie) return undefined
  const headers = headersOf(request)
  const found = await auth.api.getSession({ headers }).catch((error) => explainFailure(error, database))
  const row = found ? await findSignedIn(database.sql, found.session.token) : undefined
  return row && toPerson(row)
}
