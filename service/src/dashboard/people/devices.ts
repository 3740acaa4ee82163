import { cookieHeader, cookieIn, DEVICE_SECONDS, type Request, type Response } from '../../http/index.ts'
import type { Database } from '../../platform/database.ts'
import { couldBeToken, hashToken, newToken } from '../../platform/tokens.ts'
import { isKnownDevice, rememberDevice } from './devices.store.ts'

/** A browser that a person has signed in from, known by a cookie. */
const COOKIE = 'tributary_dashboard_device'

function tokenIn({ headers }: Request): string | undefined {
  const token = cookieIn(headers.cookie, COOKIE)
  return token && couldBeToken(token) ? token : undefined
}

/** A name for the device that a request comes from, if the person of this address has signed in from it before. */
export async function knownDevice(request: Request, email: string, { sql }: Database): Promise<string | undefined> {
  const token = tokenIn(request)
  if (token === undefined) return undefined
  const hash = hashToken(token)
  return (await isKnownDevice(sql, email, hash)) ? `${hash.toString('base64url')} ${email}` : undefined
}

/** The device is known from now on. True when it was not before. */
export async function keepDevice(
  request: Request,
  reply: Response,
  person: string,
  { database, root }: { readonly database: Database; readonly root: () => string },
): Promise<boolean> {
  const token = tokenIn(request) ?? newToken()
  const isNew = await rememberDevice(database.sql, person, hashToken(token))
  const terms = { path: '/dashboard', seconds: DEVICE_SECONDS, isSecure: root().startsWith('https:') }
  reply.header('set-cookie', cookieHeader(COOKIE, token, terms))
  return isNew
}
