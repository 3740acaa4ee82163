import { cookieHeader, cookieIn, type Request, type Response } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { couldBeToken } from '../../platform/tokens.ts'
import { deviceCookie, deviceIn, type SessionSource } from '../creators/index.ts'

export interface DoorDeps {
  readonly environment: Environment
  readonly publicRoot: () => string
}

const BODY_MAX = 16_384

/** One per environment: both addresses may be on one host, and then share its cookies. */
const COOKIES: Record<Environment, string> = {
  sandbox: 'tributary_sandbox_account',
  production: 'tributary_account',
}

function tokenIn({ headers }: Request, cookie: string): string | undefined {
  const token = cookieIn(headers.cookie, cookie)
  return token && couldBeToken(token) ? token : undefined
}

/** With SameSite=Lax cookies and JSON bodies: another site can send neither the cookie nor the request. */
function refuseForeignOrigin({ headers, method }: Request, root: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const foreign = headers.origin !== undefined && ![new URL(root).host, headers.host].includes(hostOf(headers.origin))
  if (foreign || (site !== undefined && site !== 'same-origin')) {
    throw problem('unauthorized', 'This request is accepted only from the page itself.')
  }
}

const hostOf = (origin: string): string | undefined => URL.parse(origin)?.host

/** The token of the session, as the cookie of this environment holds it. */
export const tokenOf = (request: Request, { environment }: DoorDeps): string | undefined =>
  tokenIn(request, COOKIES[environment])

/** Where a request comes from. */
export const sourceOf = ({ ip, headers }: Request, { environment }: DoorDeps): SessionSource => ({
  address: ip,
  userAgent: headers['user-agent'],
  device: deviceIn(headers.cookie, environment),
})

/** The browser keeps the token of the device that has just been signed in from. */
export function setDevice(reply: Response, token: string, { environment, publicRoot }: DoorDeps): void {
  reply.header('set-cookie', deviceCookie(token, environment, publicRoot().startsWith('https:')))
}

/** Options of a route that takes this body, from the page's own origin only. */
export const accepting = <T>(body: T, { publicRoot }: DoorDeps) => ({
  onRequest: async (request: Request) => refuseForeignOrigin(request, publicRoot()),
  bodyLimit: BODY_MAX,
  schema: { hide: true, body },
})

export function setCookie(
  reply: Response,
  token: string,
  seconds: number,
  { environment, publicRoot }: DoorDeps,
): void {
  const isSecure = publicRoot().startsWith('https:')
  reply.header('set-cookie', cookieHeader(COOKIES[environment], token, { path: '/account', seconds, isSecure }))
}
