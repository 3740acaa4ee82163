import { AS_OF_HEADER } from '../../../contracts/dashboard/as-of.ts'
import type { Api, Pages, Request } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { problem } from '../kernel/errors.ts'
import { iso } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import type { ReadSide } from '../platform/read-beside.ts'
import type { Vault } from '../platform/vault.ts'
import type { MailRail } from '../rails/messages/port.ts'
import type { PayoutDeps } from '../resources/payouts/index.ts'
import type { PurchaseDeps } from '../resources/purchases/index.ts'
import { alertSettingRoutes } from './alerts/routes.ts'
import { approvalRulesRoutes } from './approvals/index.ts'
import { auditLogRoutes } from './audit-log/index.ts'
import type { Access } from './door/guard.ts'
import { guard, type PassDeps, passToApi, recordRefusals } from './door/index.ts'
import { exportRoutes } from './export/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { limitChangeRoutes } from './limits/index.ts'
import { rankedListRoutes } from './lists/routes.ts'
import { payFileRoutes } from './pay-file/index.ts'
import { payoutListRoutes } from './payouts/routes.ts'
import { authRoutes, DASHBOARD, findPerson, peopleRoutes } from './people/index.ts'
import type { People } from './people-service.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { requestLogRoutes } from './request-log/index.ts'
import { sandboxResetRoutes } from './sandbox-reset/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { brandRoutes } from './settings/brand.routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { timelineRoutes } from './timeline/routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a route of the dashboard needs. The server does not start with a route that has none. */
    action?: Access
  }
}

export interface DashboardDeps extends PassDeps, PayoutDeps, PurchaseDeps {
  readonly database: Database
  /** For pages and files that take long to read and that nothing is decided by. */
  readonly readSide: ReadSide
  readonly vault: Vault
  readonly pages: Pages
  readonly people: People
  readonly mail: Pick<MailRail, 'captures'>
  readonly environment: Environment
  /** The address of this server. */
  readonly publicRoot: () => string
  /** Production is served over HTTPS only, once it has a public address. */
  readonly productionIsPublic: boolean
}

export const DASHBOARD_API = '/dashboard/api'

/** Everything at `/dashboard`: the page, sign-in, and the JSON behind it. */
export function dashboardRoutes(server: Api, deps: DashboardDeps): void {
  const { pages, people, environment, publicRoot: root } = deps
  const auth = () => people.authAt('dashboard', environment, root())
  authRoutes(server, { ...deps, auth, root, realm: DASHBOARD })
  for (const path of ['/dashboard', '/dashboard/*']) {
    server.get(path, { schema: { hide: true } }, (request, reply) => {
      if (/^\/dashboard\/(api|auth)(\/|$|\?)/.test(request.url)) throw problem('not_found', 'The path does not exist.')
      return pages.sendPage(request, reply, 'dashboard', { frameAncestors: "'none'", frames: "'self'" })
    })
  }
  server.register(
    async (api) => {
      const mounted = api as Api
      api.addHook('onRoute', ({ url, method, config }) => {
        if (!config?.action) throw new Error(`${method} ${url} names no action that it needs`)
      })
      api.addHook(
        'onRequest',
        guard({
          root,
          productionIsPublic: deps.productionIsPublic,
          findPerson: (request) => findPerson(request, auth(), deps.database),
          refuseEnvironment: refuseEnvironment(deps),
        }),
      )
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('x-frame-options')) reply.header('x-frame-options', 'DENY')
      })
      recordRefusals(mounted, deps)
      mountOwn(mounted, deps, auth)
      api.all(
        '/:environment/v1/*',
        { config: { action: 'as-the-api-says' }, schema: { hide: true }, onRequest: passToApi(deps) },
        () => {
          throw new Error('a request was not passed to the API')
        },
      )
    },
    { prefix: DASHBOARD_API },
  )
}

/** Routes of the dashboard's own, which the API does not have. */
function mountOwn(api: Api, deps: DashboardDeps, auth: () => ReturnType<People['authAt']>): void {
  const whole = { ...deps, auth, root: deps.publicRoot, reaches: reaches(deps) }
  peopleRoutes(api, whole)
  auditLogRoutes(api, whole)
  keyRoutes(api, whole)
  requestLogRoutes(api, whole)
  settingRoutes(api, whole)
  brandRoutes(api, whole)
  sandboxResetRoutes(api, whole)
  inboxRoutes(api, whole)
  api.register(async (within) => mountBusiness(within as Api, deps), { prefix: '/:environment' })
}

/** Routes of one environment that the API does not have. */
function mountBusiness(api: Api, deps: DashboardDeps): void {
  api.register(async (heavy) => mountHeavy(heavy as Api, deps))
  payoutListRoutes(api, deps)
  rankedListRoutes(api, deps)
  payFileRoutes(api, deps)
  approvalRulesRoutes(api, deps)
  limitChangeRoutes(api, deps)
  alertSettingRoutes(api, deps)
}

/** Pages and files that may come from a standby. The answer says how old they may be. */
function mountHeavy(api: Api, { readSide, ...deps }: DashboardDeps): void {
  const beside = { ...deps, database: readSide.database }
  api.addHook('onRequest', async (_request, reply) => {
    const asOf = readSide.asOf()
    if (asOf) reply.header(AS_OF_HEADER, iso(asOf))
  })
  homeRoutes(api, beside)
  searchRoutes(api, beside)
  timelineRoutes(api, beside)
  exportRoutes(api, beside)
  ledgerRoutes(api, beside)
  reconciliationRoutes(api, beside)
}

const isPlain = (request: Request, environment: Environment, { productionIsPublic }: DashboardDeps): boolean =>
  environment === 'production' && productionIsPublic && request.protocol !== 'https'

const reaches =
  (deps: DashboardDeps) =>
  (request: Request, environment: Environment): boolean =>
    deps.serverOf(environment) !== undefined && !isPlain(request, environment, deps)

const refuseEnvironment =
  (deps: DashboardDeps) =>
  (request: Request, environment: Environment): void => {
    if (isPlain(request, environment, deps)) {
      throw problem('https_required', 'Production is served over HTTPS only; open the dashboard at its HTTPS address.')
    }
    if (!deps.serverOf(environment)) throw problem('not_found', `The environment ${environment} is not served.`)
  }
