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
  findVisitor,
  giveCode,
  giveMobile,
  type HomeDeps,
  requireSignedIn,
  SESSION_MINUTES,
  sendAnotherCode,
  type Visitor,
} from './session.ts'

export interface HomeRouteDeps extends HomeDeps {
  readonly pages: Pages
  readonly contracts: Contracts
  readonly publicRoot: () => string
}

/** One per environment: on one host, the addresses of both share a browser's cookies. */
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

/** Lax, and JSON from the page's own origin alone: another site can neither send the cookie nor the request. */
function refuseForeign({ headers, method }: FastifyRequest, root: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const foreign = headers.origin !== undefined && ![new URL(root).host, headers.host].includes(hostOf(headers.origin))
  if (foreign || (site !== undefined && site !== 'same-origin')) {
    throw problem('unauthorized', 'This is taken from the page itself alone.')
  }
}

const hostOf = (origin: string): string | undefined => URL.parse(origin)?.host

/** The creator's own page: what they have, and with whom. */
export function accountHomeRoutes(api: Api, deps: HomeRouteDeps): void {
  const { pages, publicRoot } = deps
  const cookie = COOKIES[deps.environment]
  const tokenOf = (request: FastifyRequest) => tokenIn(request, cookie)
  const keep = (reply: FastifyReply, token: string, seconds: number) =>
    setCookie(reply, cookie, token, seconds, publicRoot())

  api.get('/account', hidden, (request, reply) =>
    pages.sendPage(request, reply, 'account', { frameAncestors: "'none'" }),
  )

  api.get('/account/api/session', hidden, async (request) => view(await findVisitor(tokenOf(request), deps), deps))

  api.get('/account/api/home', hidden, async (request): Promise<AccountHome> => {
    const creator = await requireSignedIn(tokenOf(request), deps)
    return readHome(deps.database.sql, creator, deps.contracts)
  })

  const guarded = { onRequest: async (request: FastifyRequest) => refuseForeign(request, publicRoot()) }
  const taking = <T>(body: T) => ({ ...guarded, bodyLimit: BODY_MAX, schema: { hide: true, body } })

  api.post('/account/api/sign-in', taking(SignIn), async (request, reply) => {
    await endSession(tokenOf(request), deps)
    const login: AccountSteps['sign-in'] = request.body
    const { token, visitor } = await beginSession(login, request.ip, deps)
    keep(reply, token, SESSION_MINUTES * 60)
    return view(visitor, deps)
  })

  api.post('/account/api/mobile', taking(Mobile), async (request) => {
    const { mobile }: AccountSteps['mobile'] = request.body
    return view(await giveMobile(tokenOf(request), mobile, deps), deps)
  })

  api.post('/account/api/code', taking(Code), async (request) => {
    const { code }: AccountSteps['code'] = request.body
    return view(await giveCode(tokenOf(request), code, deps), deps)
  })

  api.post('/account/api/code/resend', taking(Nothing), async (request) =>
    view(await sendAnotherCode(tokenOf(request), deps), deps),
  )

  api.post('/account/api/sign-out', taking(Nothing), async (request, reply) => {
    await endSession(tokenOf(request), deps)
    keep(reply, '', 0)
    return view(undefined, deps)
  })
}

function setCookie(reply: FastifyReply, name: string, token: string, seconds: number, root: string): void {
  const secure = root.startsWith('https:') ? '; Secure' : ''
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
