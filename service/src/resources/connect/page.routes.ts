import type { TSchema } from 'typebox'
import type {
  BankNameAnswer,
  BankNameRequest,
  ConnectState,
  ConnectSteps,
  OpenAnswer,
  OpenRequest,
  StartAnswer,
  StartRequest,
} from '../../../../contracts/connect.ts'
import { type Api, FORMATS, type Pages, type Wire } from '../../http/index.ts'
import { bankName } from '../../rails/ach/bank-names.ts'
import { deviceIn } from '../creators/index.ts'
import { frameAncestors, framingOf, NO_FRAMING } from '../embed-origins/index.ts'
import type { ConnectContext } from './model.ts'
import * as body from './schema.ts'
import {
  type ConnectDeps,
  linkOf,
  loadContext,
  requireLink,
  requireSession,
  startSession,
  welcomeOf,
} from './session.ts'
import {
  beginLogin,
  enterCode,
  enterEmailCode,
  enterMobile,
  resendCode,
  resendEmailCode,
  signInWith,
} from './sign-in.ts'
import * as steps from './steps.ts'
import type { SessionRow } from './store.ts'
import { viewOpen, viewState } from './view.ts'

export interface ConnectPageDeps extends ConnectDeps {
  readonly pages: Pages
}

const BODY_MAX = 16_384
const hidden = { schema: { hide: true } }

/** The hosted flow: the page and its API. `contracts/connect.ts` has the types of both sides. */
export function connectPageRoutes(api: Api, deps: ConnectPageDeps): void {
  pageRoutes(api, deps)
  entryRoutes(api, deps)
  stepRoutes(api, deps)
}

/** Opening a URL does not use up the link. An unknown link gets the page too, which explains it. */
function pageRoutes(api: Api, deps: ConnectPageDeps): void {
  api.get('/connect/:token', hidden, async (request, reply) => {
    const link = await linkOf((request.params as { token: string }).token, deps)
    const framing = link ? await framingOf(deps.database.sql, link.tenant_id, deps) : NO_FRAMING
    return deps.pages.sendPage(request, reply, 'connect', {
      frameAncestors: frameAncestors(framing),
      status: link ? 200 : 404,
    })
  })
}

function entryRoutes(api: Api, deps: ConnectPageDeps): void {
  const { environment, database } = deps

  api.post(
    '/connect/api/open',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: body.OpenBody } },
    async (request): Promise<OpenAnswer> => {
      const { token }: OpenRequest = request.body
      const link = await requireLink(token, request.ip, deps)
      const embed = await framingOf(database.sql, link.tenant_id, deps)
      return viewOpen(link, environment, embed, await welcomeOf(link, deps))
    },
  )

  api.post(
    '/connect/api/start',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: body.StartBody } },
    async (request, reply): Promise<StartAnswer> => {
      const { token, answer }: StartRequest = request.body
      const started = await startSession(token, answer, request.ip, deps)
      reply.code(201)
      return { session: started.token, state: await stateOf(started.context, started.session, deps) }
    },
  )

  api.post(
    '/connect/api/bank-name',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: body.BankNameBody } },
    async (request): Promise<BankNameAnswer> => {
      await requireSession(request.headers.authorization, deps)
      const { routing_number }: BankNameRequest = request.body
      const valid = FORMATS['us-routing-number']?.test(routing_number) ?? false
      return { valid, bank_name: valid ? bankName(routing_number) : null }
    },
  )
}

async function stateOf(context: ConnectContext, session: SessionRow, deps: ConnectDeps): Promise<ConnectState> {
  const embed = await framingOf(deps.database.sql, session.tenant_id, deps)
  return viewState(context, session, embed, deps.identity)
}

function stepRoutes(api: Api, deps: ConnectDeps): void {
  api.get('/connect/api/state', hidden, async (request): Promise<ConnectState> => {
    const session = await requireSession(request.headers.authorization, deps)
    return stateOf(await loadContext(deps.database.sql, session, deps), session, deps)
  })

  /** The endpoint of one step. It answers with the state after the step. */
  function step<Path extends keyof ConnectSteps, T extends TSchema>(
    path: Path,
    schema: T,
    work: (
      session: SessionRow,
      input: Wire<T, ConnectSteps[Path]>,
      ip: string,
      device: string | undefined,
    ) => Promise<ConnectContext>,
  ): void {
    api.post(
      `/connect/api/${path}`,
      { bodyLimit: BODY_MAX, schema: { hide: true, body: schema } },
      async (request): Promise<ConnectState> => {
        const session = await requireSession(request.headers.authorization, deps)
        const device = deviceIn(request.headers.cookie, deps.environment)
        const input = request.body as Wire<T, ConnectSteps[Path]>
        return stateOf(await work(session, input, request.ip, device), session, deps)
      },
    )
  }

  step('welcome', body.WelcomeBody, (session, { sign_in }) => steps.welcome(session, sign_in === true, deps))
  step('method', body.MethodBody, (session, { method }) => steps.chooseMethod(session, method, deps))
  step('sign-in', body.SignInBody, (session, input, address, device) =>
    signInWith(session, input, { address, device }, deps),
  )
  step('login', body.LoginBody, (session, input, ip) => beginLogin(session, input, ip, deps))
  step('email-code', body.CodeBody, (session, { code }, ip) => enterEmailCode(session, code, ip, deps))
  step('email-code/resend', body.Nothing, (session, _input, ip) => resendEmailCode(session, ip, deps))
  step('mobile', body.MobileBody, (session, { mobile }) => enterMobile(session, mobile, deps))
  step('code', body.CodeBody, (session, { code }) => enterCode(session, code, deps))
  step('code/resend', body.Nothing, (session) => resendCode(session, deps))
  step('application', body.ApplicationBody, (session, input) => steps.apply(session, input, deps))
  step('bank', body.BankBody, (session, input) => steps.enterBank(session, input, deps))
  step('verification', body.VerificationBody, (session, input) => steps.verify(session, input, deps))
  step('contract', body.ContractBody, (session, { contract, decision }, ip) =>
    steps.decideContract(session, contract, decision, ip, deps),
  )
  step('grant', body.GrantBody, (session, { permissions }, ip) => steps.grant(session, permissions, ip, deps))
  step('permissions', body.PermissionsBody, (session, { permissions }) =>
    steps.setPermissions(session, permissions, deps),
  )
  step('overview', body.OverviewBody, (session, { next }) => steps.leaveOverview(session, next, deps))
  step('back', body.Nothing, (session) => steps.goBack(session, deps))
  step('leave', body.Nothing, (session) => steps.leaveEdit(session, deps))
}
