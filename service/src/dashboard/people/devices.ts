import { cookieHeader, cookieIn, DEVICE_SECONDS, type Request, type Response } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { couldBeToken, hashToken, newToken } from '../../platform/tokens.ts'
import { REALMS, type RealmName } from './realm.ts'
import { isKnownDevice, rememberDevice } from './sessions.store.ts'

/** A browser that a person has signed in from, known by a cookie. */
const cookieOf = (realm: RealmName): string => `tributary_${realm}_device`

function tokenIn({ headers }: Request, realm: RealmName): string | undefined {
  const token = cookieIn(headers.cookie, cookieOf(realm))
  return token && couldBeToken(token) ? token : undefined
}

/** A name for the device that a request comes from, if the person of this address has signed in from it before. */
export async function knownDevice(
  request: Request,
  realm: RealmName,
  email: string,
  { sql }: Database,
): Promise<string | undefined> {
  const token = tokenIn(request, realm)
  if (token === undefined) return undefined
  const hash = hashToken(token)
  return (await isKnownDevice(sql, realm, email, hash)) ? `${hash.toString('base64url')} ${email}` : undefined
}

/** The device is known from now on. True when it was not before. */
export async function keepDevice(
  request: Request,
  reply: Response,
  realm: RealmName,
  person: string,
  { database, root }: { readonly database: Database; readonly root: () => string },
): Promise<boolean> {
  const token = tokenIn(request, realm) ?? newToken()
  const isNew = await rememberDevice(database.sql, realm, person, hashToken(token))
  const terms = { path: REALMS[realm].path, seconds: DEVICE_SECONDS, isSecure: root().startsWith('https:') }
  reply.header('set-cookie', cookieHeader(cookieOf(realm), token, terms))
  return isNew
}
