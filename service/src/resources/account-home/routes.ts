import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AccountHome, AccountSession, AccountSteps } from '../../../../contracts/account.ts'
import { type Api, Closed, type Pages, Text } from '../../http/index.ts'
import type { Environment } from '../../kernel/environment.ts'
import { problem } from '../../kernel/errors.ts'
import { couldBeToken } from '../../platform/tokens.ts'
import type { Contracts } from '../connect/index.ts'
import { maskMobile } from '../creators/index.ts'
import { readHome } from './home.ts'
import {
  beginSession,
  endSession,
  enterCode,
  enterMobile,
  findVisitor,
  type HomeDeps,
  requireSignedIn,
  resendCode,
  SESSION_MINUTES,
  type Visitor,
} from './session.ts'

export interface HomeRouteDeps extends HomeDeps {
  readonly pages: Pages
  readonly contracts: Contracts
  readonly publicRoot: () => string
}

/** One per environment: both addresses may be on one host, and then share its cookies. */
const COOKIES: Record<Environment, string> = {
  sandbox: 'tributary_sandbox_account',
  production: 'tributary_account',
}
const BODY_MAX = 16_384
const hidden = { schema: { hide: true } }

const SignIn = Closed({ email: Type.String({ format: 'email', maxLength: 254 }), password: Text(200) })
const Mobile = Closed({ mobile: Text(40) })
const Code = Closed({ code: Type.String({ pattern: '^\\d{6}$', 'x-form': 'six digits' }) })
const Nothing = Closed({})

function tokenIn({ headers }: FastifyRequest, cookie: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const token = pairs.find(([name]) => name === cookie)?.[1]
  return token && couldBeToken(token) ? token : undefined
}

/** With SameSite=Lax cookies and JSON bodies: another site can send neither the cookie nor the request. */
function refuseForeignOrigin({ headers, method }: FastifyRequest, root: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const foreign = headers.origin !== undefined && ![new URL(root).host, headers.host].includes(hostOf(headers.origin))
  if (foreign || (site !== undefined && site !== 'same-origin')) {
    throw problem('unauthorized', 'This request is accepted only from the page itself.')
  }
}

const hostOf = (origin: string): string | undefined => URL.parse(origin)?.host

/** The creator's account page: balance, movements, enterprises and contracts. */
export function accountHomeRoutes(api: Api, deps: HomeRouteDeps): void {
  readRoutes(api, deps)
  signInRoute(api, deps)
  secondFactorRoutes(api, deps)
  signOutRoute(api, deps)
}

const tokenOf = (request: FastifyRequest, { environment }: HomeRouteDeps): string | undefined =>
  tokenIn(request, COOKIES[environment])

function readRoutes(api: Api, deps: HomeRouteDeps): void {
  api.get('/account', hidden, (request, reply) =>
    deps.pages.sendPage(request, reply, 'account', { frameAncestors: "'none'" }),
  )

  api.get('/account/api/session', hidden, async (request) =>
    view(await findVisitor(tokenOf(request, deps), deps), deps),
  )

  api.get('/account/api/home', hidden, async (request): Promise<AccountHome> => {
    const creator = await requireSignedIn(tokenOf(request, deps), deps)
    return readHome(deps.database.sql, creator, deps.contracts)
  })
}

/** Options of a route that takes this body, from the page's own origin only. */
const accepting = <T>(body: T, { publicRoot }: HomeRouteDeps) => ({
  onRequest: async (request: FastifyRequest) => refuseForeignOrigin(request, publicRoot()),
  bodyLimit: BODY_MAX,
  schema: { hide: true, body },
})

function signInRoute(api: Api, deps: HomeRouteDeps): void {
  api.post('/account/api/sign-in', accepting(SignIn, deps), async (request, reply) => {
    await endSession(tokenOf(request, deps), deps)
    const login: AccountSteps['sign-in'] = request.body
    const { token, visitor } = await beginSession(login, request.ip, deps)
    setCookie(reply, token, SESSION_MINUTES * 60, deps)
    return view(visitor, deps)
  })
}

function secondFactorRoutes(api: Api, deps: HomeRouteDeps): void {
  api.post('/account/api/mobile', accepting(Mobile, deps), async (request) => {
    const { mobile }: AccountSteps['mobile'] = request.body
    return view(await enterMobile(tokenOf(request, deps), mobile, deps), deps)
  })

  api.post('/account/api/code', accepting(Code, deps), async (request) => {
    const { code }: AccountSteps['code'] = request.body
    return view(await enterCode(tokenOf(request, deps), code, deps), deps)
  })

  api.post('/account/api/code/resend', accepting(Nothing, deps), async (request) =>
    view(await resendCode(tokenOf(request, deps), deps), deps),
  )
}

function signOutRoute(api: Api, deps: HomeRouteDeps): void {
  api.post('/account/api/sign-out', accepting(Nothing, deps), async (request, reply) => {
    await endSession(tokenOf(request, deps), deps)
    setCookie(reply, '', 0, deps)
    return view(undefined, deps)
  })
}

function setCookie(
  reply: FastifyReply,
  token: string,
  seconds: number,
  { environment, publicRoot }: HomeRouteDeps,
): void {
  const name = COOKIES[environment]
  const secure = publicRoot().startsWith('https:') ? '; Secure' : ''
  reply.header('set-cookie', `${name}=${token}; Path=/account; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`)
}

function view(visitor: Visitor | undefined, { environment, identity }: HomeDeps): AccountSession {
  const mobile = visitor && (visitor.session.mobile ?? visitor.creator.mobile)
  return {
    status: statusOf(visitor),
    environment,
    mobile: mobile ? maskMobile(mobile) : null,
    prefill: identity.prefill && { code: identity.prefill.code, mobile: identity.prefill.mobile },
  }
}

function statusOf(visitor: Visitor | undefined): AccountSession['status'] {
  if (!visitor) return 'signed_out'
  if (visitor.session.second_factor) return 'signed_in'
  return visitor.session.mobile === null && visitor.creator.mobile === null ? 'mobile_needed' : 'code_needed'
}
