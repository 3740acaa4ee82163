import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../kernel/environment.ts'
import { BASE_PATH } from './base-path.ts'
import type { Pages } from './pages.ts'
import type { Api } from './server.ts'
import { wantsPage } from './wants-page.ts'

const POLICY = { frameAncestors: "'none'" } as const

/** `/`: a page for people, and for programs the addresses of everything else. */
export function homeRoute(
  api: Api,
  { pages, environment }: { readonly pages: Pages; readonly environment: Environment },
): void {
  const home = {
    name: 'Tributary',
    environment,
    api: BASE_PATH,
    openapi: `${BASE_PATH}/openapi.json`,
    docs: '/docs',
    dashboard: '/dashboard',
    health: '/readyz',
  }
  api.get('/', { schema: { hide: true } }, (request, reply) => {
    reply.header('vary', 'accept')
    return wantsPage(request) ? pages.sendPage(request, reply, 'home', POLICY) : reply.send(home)
  })
}

/** The page for a path that does not exist. */
export const sendNotFound = (pages: Pages, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  pages.sendPage(request, reply.header('vary', 'accept'), 'home/not-found', { ...POLICY, status: 404 })
