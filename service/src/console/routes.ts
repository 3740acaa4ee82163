import type { CheckLines } from '../../../contracts/console/pages.ts'
import type { OperatorMe } from '../../../contracts/console/session.ts'
import {
  authRoutes,
  Confirmation,
  confirmPerson,
  findOperator,
  OPERATOR_CHAIN,
  OPERATORS,
  outcomeOf,
  type People,
  personName,
  record,
} from '../dashboard/index.ts'
import { type Api, Closed, type Pages } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { problem } from '../kernel/errors.ts'
import { iso } from '../kernel/time.ts'
import type { Database } from '../platform/database.ts'
import { alertRoutes } from './alerts.routes.ts'
import { approvalRoutes } from './approvals.routes.ts'
import { auditRoutes } from './audit.routes.ts'
import { bankRoutes } from './bank.routes.ts'
import { mountDeed } from './deed-door.ts'
import type { AnyDeed, DeedTools } from './deeds/deed.ts'
import { type ConsoleAccess, guardConsole, operatorIfAny, operatorOf } from './door.ts'
import { DEED_DOORS } from './doors.ts'
import { askApproval } from './four-eyes.ts'
import { type ReadDeps, readRoutes } from './reads.routes.ts'
import { consoleActionsOf } from './roles.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right that a route of the console needs. The server does not start with a route that has none. */
    needs?: ConsoleAccess
    /** The deed that a route of the console does. */
    deed?: AnyDeed
    /** The operator command that does or shows the same as a route of the console. */
    command?: string
  }
}

export interface ConsoleDeps extends ReadDeps {
  readonly pages: Pages
  readonly people: People
  readonly environment: Environment
  /** The address of this server. */
  readonly publicRoot: () => string
  /** Production is served over HTTPS only, once it has a public address. */
  readonly productionIsPublic: boolean
  readonly tools: DeedTools
  /** Checks everything that production needs, and asks each outside party. */
  readonly checkProduction: (database: Database) => Promise<CheckLines>
}

export const CONSOLE_API = '/operator/api'

/**
 * Everything at `/operator`: the page, sign-in, and the JSON behind it. Where production has a public address the console is
 * there alone, over HTTPS: it shows the data of production's creators.
 */
export function consoleRoutes(server: Api, deps: ConsoleDeps): void {
  const { pages, people, environment, publicRoot: root, database } = deps
  if (deps.productionIsPublic && environment !== 'production') return
  const auth = () => people.authAt('operator', environment, root())
  authRoutes(server, { ...deps, auth, root, realm: OPERATORS })
  for (const path of ['/operator', '/operator/*']) {
    server.get(path, { schema: { hide: true } }, (request, reply) => {
      if (/^\/operator\/(api|auth)(\/|$|\?)/.test(request.url)) throw problem('not_found', 'The path does not exist.')
      return pages.sendPage(request, reply, 'console', { frameAncestors: "'none'" })
    })
  }
  server.register(
    async (api) => {
      const mounted = api as Api
      api.addHook('onRoute', ({ url, method, config }) => {
        if (!config?.needs) throw new Error(`${method} ${url} names no action that it needs`)
      })
      api.addHook(
        'onRequest',
        guardConsole({ root, findOperator: (request) => findOperator(request, auth(), database) }),
      )
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('x-frame-options')) reply.header('x-frame-options', 'DENY')
      })
      recordRefusals(mounted, deps)
      sessionRoutes(mounted, { ...deps, auth })
      for (const door of DEED_DOORS) mountDeed(mounted, door, { ...deps, askApproval })
      readRoutes(mounted, deps)
      bankRoutes(mounted, deps)
      auditRoutes(mounted, deps)
      systemRoutes(mounted, deps)
      approvalRoutes(mounted, deps)
      alertRoutes(mounted, deps)
    },
    { prefix: CONSOLE_API },
  )
}

function systemRoutes(api: Api, { database, checkProduction }: ConsoleDeps): void {
  // A POST, for it calls outside parties: no page does that by itself.
  api.post(
    '/system/production-check',
    { config: { needs: 'system.read', command: 'production check' }, schema: { hide: true, body: Closed({}) } },
    () => checkProduction(database),
  )
}

/** The signed-in operator's own session. */
function sessionRoutes(api: Api, deps: ConsoleDeps & { readonly auth: () => ReturnType<People['authAt']> }): void {
  api.get('/me', { config: { needs: 'signed-in' }, schema: { hide: true } }, async (request): Promise<OperatorMe> => {
    const { id, name, email, twoFactor, role, secondFactor, passkeys, fresh, freshUntil } = operatorOf(request)
    return {
      person: { id, name, email, two_factor: twoFactor },
      second_factor: { needed: true, passed: secondFactor, passkeys },
      role,
      actions: consoleActionsOf(role),
      fresh,
      fresh_until: iso(freshUntil),
    }
  })

  api.post('/confirm', { config: { needs: 'signed-in' }, schema: { hide: true, body: Confirmation } }, (request) =>
    confirmPerson(request, operatorOf(request), request.body, { ...deps, realm: OPERATORS }),
  )
}

/**
 * Records what an operator attempted and was refused: by their role, by the fresh sign-in, by validation or by the deed. A
 * success is recorded with the deed, in its own transaction.
 */
function recordRefusals(api: Api, { database, vault }: Pick<ConsoleDeps, 'database' | 'vault'>): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const operator = operatorIfAny(request)
    const { deed, needs } = request.routeOptions.config
    if (reply.statusCode < 400 || !operator || (!deed && request.method === 'GET') || needs === 'signed-in')
      return payload
    const entry = {
      enterprise: OPERATOR_CHAIN,
      personId: operator.id,
      person: personName(operator),
      action: `${deed?.action ?? needs}.refused`,
      details: {
        request: `${request.method} ${request.routeOptions.url?.replace(CONSOLE_API, '')}`,
        ...outcomeOf(reply.statusCode, payload).details,
      },
      address: request.ip,
      requestId: request.id,
    }
    await database.transaction((tx) => record(tx, vault, entry))
    return payload
  })
}
