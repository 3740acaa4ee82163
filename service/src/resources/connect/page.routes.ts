import type { TSchema } from 'typebox'
import type {
  BankNameAnswer,
  BankNameRequest,
  ConnectState,
  ConnectSteps,
  OpenAnswer,
  OpenRequest,
  RenewRequest,
  StartAnswer,
  StartRequest,
} from '../../../../contracts/connect.ts'
import { LEGAL_VERSIONS } from '../../../../contracts/legal.ts'
import { type Api, FORMATS, type Language, languageOf, type Pages, type Wire } from '../../http/index.ts'
import { problem } from '../../kernel/errors.ts'
import { bankName } from '../../rails/ach/bank-names.ts'
import { findLogo, readEnterpriseLook } from '../../tenants/index.ts'
import { deviceIn, learnLanguage, normalizeMobile } from '../creators/index.ts'
import { frameAncestors, framingOf, NO_FRAMING } from '../embed-origins/index.ts'
import { rememberLanguage, suggestLanguage } from '../messages/index.ts'
import { type LinkDeps, renewInvite } from './links.ts'
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

export interface ConnectPageDeps extends ConnectDeps, LinkDeps {
  readonly pages: Pages
}

const BODY_MAX = 16_384
const hidden = { schema: { hide: true } }

/** The hosted flow: the page and its API. `contracts/connect.ts` has the types of both sides. */
export function connectPageRoutes(api: Api, deps: ConnectPageDeps): void {
  pageRoutes(api, deps)
  logoRoute(api, deps)
  legalRoutes(api, deps)
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

/** A logo's address is made of its contents: it is kept for good, and says nothing of whose it is. */
function logoRoute(api: Api, { database, environment }: ConnectPageDeps): void {
  api.get('/connect/logo/:file', hidden, async (request, reply) => {
    const { file } = request.params as { file: string }
    const digest = /^([0-9a-f]{64})\.png$/.exec(file)?.[1]
    const logo = digest && (await findLogo(database.sql, digest, environment))
    if (!logo) throw problem('not_found', 'The path does not exist.')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .type('image/png')
      .send(logo)
  })
}

/** The documents that creators agree to. */
function legalRoutes(api: Api, { pages }: ConnectPageDeps): void {
  api.get('/legal/:name', hidden, async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!Object.hasOwn(LEGAL_VERSIONS, name)) throw problem('not_found', 'The path does not exist.')
    return pages.sendPage(request, reply, 'legal', { frameAncestors: "'none'" })
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
      const [embed, enterprise, welcome] = await Promise.all([
        framingOf(database.sql, link.tenant_id, deps),
        readEnterpriseLook(database.sql, link.tenant_id, link.tenant.enterprise_name),
        welcomeOf(link, deps),
      ])
      return viewOpen(link, environment, embed, enterprise, welcome)
    },
  )

  api.post(
    '/connect/api/renew',
    { bodyLimit: BODY_MAX, schema: { hide: true, body: body.OpenBody } },
    async (request, reply) => {
      const { token }: RenewRequest = request.body
      await renewInvite(await requireLink(token, request.ip, deps), deps)
      return reply.code(202).send({})
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
  const { sql } = deps.database
  const [embed, enterprise] = await Promise.all([
    framingOf(sql, session.tenant_id, deps),
    readEnterpriseLook(sql, session.tenant_id, context.tenant.enterprise_name),
  ])
  return viewState(context, session, { embed, enterprise }, deps.identity)
}

/** Where a step comes from. */
interface From {
  readonly address: string
  readonly device: string | undefined
  readonly language: Language
}

/** Makes the endpoint of one step. It answers with the state after the step. */
const stepMaker = (api: Api, deps: ConnectDeps) =>
  function step<Path extends keyof ConnectSteps, T extends TSchema>(
    path: Path,
    schema: T,
    work: (session: SessionRow, input: Wire<T, ConnectSteps[Path]>, from: From) => Promise<ConnectContext>,
  ): void {
    api.post(
      `/connect/api/${path}`,
      { bodyLimit: BODY_MAX, schema: { hide: true, body: schema } },
      async (request): Promise<ConnectState> => {
        const session = await requireSession(request.headers.authorization, deps)
        const device = deviceIn(request.headers.cookie, deps.environment)
        const input = request.body as Wire<T, ConnectSteps[Path]>
        const from = { address: request.ip, device, language: languageOf(request) }
        return stateOf(await work(session, input, from), session, deps)
      },
    )
  }

function stepRoutes(api: Api, deps: ConnectDeps): void {
  api.get('/connect/api/state', hidden, async (request): Promise<ConnectState> => {
    const session = await requireSession(request.headers.authorization, deps)
    return stateOf(await loadContext(deps.database.sql, session, deps), session, deps)
  })

  const step = stepMaker(api, deps)
  const { vault } = deps
  const { sql } = deps.database
  step('welcome', body.WelcomeBody, (session, { sign_in }) => steps.welcome(session, sign_in === true, deps))
  step('method', body.MethodBody, (session, { method }) => steps.chooseMethod(session, method, deps))
  step('sign-in', body.SignInBody, (session, input, { address, device }) =>
    signInWith(session, input, { address, device }, deps),
  )
  step('login', body.LoginBody, async (session, input, { address, language }) => {
    await suggestLanguage(sql, vault, input.email, language)
    return beginLogin(session, input, address, deps)
  })
  step('email-code', body.CodeBody, (session, { code }, { address }) => enterEmailCode(session, code, address, deps))
  step('email-code/resend', body.Nothing, (session, _input, { address }) => resendEmailCode(session, address, deps))
  step('mobile', body.MobileBody, async (session, { mobile }, { language }) => {
    const number = normalizeMobile(mobile)
    if (number !== undefined) await suggestLanguage(sql, vault, number, language)
    return enterMobile(session, mobile, deps)
  })
  step('code', body.CodeBody, async (session, { code }, { language }) => {
    const context = await enterCode(session, code, deps)
    if (context.creator) await learnLanguage(sql, vault, context.creator, language)
    return context
  })
  step('code/resend', body.Nothing, (session) => resendCode(session, deps))
  step('application', body.ApplicationBody, (session, input) => steps.apply(session, input, deps))
  step('bank', body.BankBody, (session, input) => steps.enterBank(session, input, deps))
  step('verification', body.VerificationBody, (session, input) => steps.verify(session, input, deps))
  step('contract', body.ContractBody, (session, { contract, decision }, { address }) =>
    steps.decideContract(session, contract, decision, address, deps),
  )
  step('grant', body.GrantBody, async (session, input, { address, language }) => {
    const context = await steps.grant(session, { ...input, language }, address, deps)
    await rememberLanguage(sql, vault, context.connection.email, language)
    return context
  })
  step('permissions', body.PermissionsBody, (session, { permissions }) =>
    steps.setPermissions(session, permissions, deps),
  )
  step('overview', body.OverviewBody, (session, { next }) => steps.leaveOverview(session, next, deps))
  step('back', body.Nothing, (session) => steps.goBack(session, deps))
  step('leave', body.Nothing, (session) => steps.leaveEdit(session, deps))
}
