import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../kernel/environment.ts'
import { BASE_PATH } from './base-path.ts'
import type { Pages } from './pages.ts'
import type { Api } from './server.ts'

const POLICY = { frameAncestors: "'none'" } as const

/** How much a client wants a type, by its Accept header: 0 to 1; undefined when the type is not named. */
function weightOf(type: string, accept: string): number | undefined {
  const named = accept
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim().toLowerCase()))
    .find(([name]) => name === type)
  if (!named) return undefined
  const weight = named.slice(1).find((piece) => piece.startsWith('q='))
  return weight === undefined ? 1 : Number(weight.slice(2)) || 0
}

/** Whether a person's browser asks: it names HTML, and does not want JSON more. Programs name JSON, or take anything. */
export function wantsPage({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const accept = headers.accept ?? ''
  const html = weightOf('text/html', accept) ?? 0
  return html > 0 && html >= (weightOf('application/json', accept) ?? 0)
}

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
