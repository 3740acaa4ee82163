import Fastify from 'fastify'
import { DASHBOARD_API, type DashboardDeps, dashboardRoutes } from '../../src/dashboard/routes.ts'
import type { Api } from '../../src/http/index.ts'

export interface DashboardRoute {
  readonly method: string
  /** Below the dashboard's own address, like `/people/:id`. */
  readonly path: string
  readonly access: string | undefined
}

/** Every route of the dashboard's JSON, as the code mounts it. None of them runs. */
export async function dashboardRoutesOf(): Promise<DashboardRoute[]> {
  const app = Fastify()
  const found: DashboardRoute[] = []
  app.setValidatorCompiler(() => () => true)
  app.addHook('onRoute', ({ url, method, config }) => {
    for (const one of [method].flat()) {
      const path = url.slice(DASHBOARD_API.length)
      const access = (config as { action?: string } | undefined)?.action
      if (url.startsWith(DASHBOARD_API) && one !== 'HEAD' && !path.endsWith('/v1/*')) {
        found.push({ method: one, path, access })
      }
    }
  })
  dashboardRoutes(app as unknown as Api, { database: {}, readSide: { database: {} } } as DashboardDeps)
  await app.ready()
  await app.close()
  return found
}
