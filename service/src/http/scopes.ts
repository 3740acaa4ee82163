import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that an API key needs for this route. */
    scope?: string
  }
}

/** The scope of a route, by its method and its pattern below the base address. Implemented by tenants/. */
export type ScopeOf = (method: string, pattern: string) => string | undefined

/** Gives each route of the API its scope, in the document too. The server does not start with a route that has none. */
export function assignScopes(api: Pick<FastifyInstance, 'addHook'>, basePath: string, scopeOf: ScopeOf): void {
  api.addHook('onRoute', (route) => {
    const pattern = route.url.slice(basePath.length)
    const scopes = new Set([route.method].flat().map((method) => scopeOf(method, pattern)))
    const [scope] = scopes
    if (scope === undefined || scopes.size > 1) throw new Error(`${route.method} ${pattern} has not one scope`)
    route.config = { ...route.config, scope }
    if (route.schema && !route.schema.hide) Object.assign(route.schema, { security: [{ api_key: [scope] }] })
  })
}

/** Refuses a key that lacks the scope of the route. The only place that decides by scopes. */
export function refuseMissingScope(request: FastifyRequest, { scopes }: Caller): void {
  // A request that matches no route is answered 404 or 405.
  const { scope } = request.routeOptions.config
  if (scope === undefined || scopes === undefined || scopes.has(scope)) return
  throw problem('scope_missing', {
    message: `This API key lacks the scope \`${scope}\`; add it to the key in the dashboard, or use another key.`,
    scope,
  })
}
