import { Type } from 'typebox'
import type { AccountHome, AccountMovements, AccountSession, AccountSteps } from '../../../../contracts/account.ts'
import { type Api, Closed, languageOf, NewPassword, type Pages, Text } from '../../http/index.ts'
import type { Contracts } from '../connect/index.ts'
import { learnLanguage, maskMobile } from '../creators/index.ts'
import { suggestLanguage } from '../messages/index.ts'
import type { ClosingDeps } from './closing.ts'
import { ownConnectionRoutes } from './connections.routes.ts'
import type { OwnConnectionDeps } from './connections.ts'
import { accepting, setCookie, setDevice, sourceOf, tokenOf } from './door.ts'
import { readHome, readMovements } from './home.ts'
import { moneyRoutes } from './money.routes.ts'
import type { MoneyDeps } from './money.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { countResetRequest, resetPassword, sendResets } from './recovery.ts'
import { securityRoutes } from './security.routes.ts'
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

export interface HomeRouteDeps extends HomeDeps, MoneyDeps, OwnConnectionDeps, Omit<ClosingDeps, 'contracts'> {
  readonly pages: Pages
  readonly contracts: Contracts
  readonly publicRoot: () => string
}

const hidden = { schema: { hide: true } }

const Email = Type.String({ format: 'email', maxLength: 254 })
const SignIn = Closed({ email: Email, password: Text(200) })
const Forgot = Closed({ email: Email })
const Reset = Closed({ token: Text(200), password: NewPassword })
const Mobile = Closed({ mobile: Text(40) })
const Code = Closed({ code: Type.String({ pattern: '^\\d{6}$', 'x-form': 'six digits' }) })
const Nothing = Closed({})

/** The creator's account page: balance, movements, enterprises and contracts. */
export function accountHomeRoutes(api: Api, deps: HomeRouteDeps): void {
  readRoutes(api, deps)
  signInRoute(api, deps)
  recoveryRoutes(api, deps)
  secondFactorRoutes(api, deps)
  securityRoutes(api, deps)
  passkeyRoutes(api, deps, (visitor) => view(visitor, deps))
  moneyRoutes(api, deps)
  ownConnectionRoutes(api, deps)
  signOutRoute(api, deps)
}

function readRoutes(api: Api, deps: HomeRouteDeps): void {
  for (const path of ['/account', '/account/reset/:token']) {
    api.get(path, hidden, (request, reply) =>
      deps.pages.sendPage(request, reply, 'account', { frameAncestors: "'none'" }),
    )
  }

  api.get('/account/api/session', hidden, async (request) =>
    view(await findVisitor(tokenOf(request, deps), deps), deps),
  )

  api.get('/account/api/home', hidden, async (request): Promise<AccountHome> => {
    const { creator } = await requireSignedIn(tokenOf(request, deps), deps)
    return readHome(deps.database.sql, creator, deps.contracts)
  })

  api.get('/account/api/movements', hidden, async (request): Promise<AccountMovements> => {
    const { creator } = await requireSignedIn(tokenOf(request, deps), deps)
    return readMovements(deps.database.sql, creator)
  })
}

function signInRoute(api: Api, deps: HomeRouteDeps): void {
  api.post('/account/api/sign-in', accepting(SignIn, deps), async (request, reply) => {
    await endSession(tokenOf(request, deps), deps)
    const login: AccountSteps['sign-in'] = request.body
    const { token, visitor } = await beginSession(login, sourceOf(request, deps), deps)
    setCookie(reply, token, SESSION_MINUTES * 60, deps)
    return view(visitor, deps)
  })
}

function recoveryRoutes(api: Api, deps: HomeRouteDeps): void {
  api.post('/account/api/password/forgot', accepting(Forgot, deps), async (request, reply) => {
    const { email }: AccountSteps['password/forgot'] = request.body
    await countResetRequest(email, sourceOf(request, deps), deps)
    await suggestLanguage(deps.database.sql, deps.vault, email, languageOf(request))
    // Answered first, so that its time does not tell whether there is such a login.
    reply.send(view(undefined, deps))
    await sendResets(email, deps)
    return reply
  })

  api.post('/account/api/password/reset', accepting(Reset, deps), async (request, reply) => {
    const { token, password }: AccountSteps['password/reset'] = request.body
    await endSession(tokenOf(request, deps), deps)
    const opened = await resetPassword(token, password, sourceOf(request, deps), deps)
    setCookie(reply, opened.token, SESSION_MINUTES * 60, deps)
    return view(opened.visitor, deps)
  })
}

function secondFactorRoutes(api: Api, deps: HomeRouteDeps): void {
  api.post('/account/api/mobile', accepting(Mobile, deps), async (request) => {
    const { mobile }: AccountSteps['mobile'] = request.body
    return view(await enterMobile(tokenOf(request, deps), mobile, deps), deps)
  })

  api.post('/account/api/code', accepting(Code, deps), async (request, reply) => {
    const { code }: AccountSteps['code'] = request.body
    const { visitor, device } = await enterCode(tokenOf(request, deps), code, sourceOf(request, deps), deps)
    setDevice(reply, device, deps)
    await learnLanguage(deps.database.sql, deps.vault, visitor.creator, languageOf(request))
    return view(visitor, deps)
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
