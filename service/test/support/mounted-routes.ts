import Fastify from 'fastify'
import { type MountDeps, mountPages, mountResources } from '../../src/app/mount.ts'
import { AUTH_ROUTES } from '../../src/dashboard/people/auth-table.ts'
import { authPath } from '../../src/dashboard/people/realm.ts'
import { type Api, BASE_PATH } from '../../src/http/index.ts'

const AUTH_PATHS = [authPath('dashboard'), authPath('operator')]

export interface MountedRoute {
  readonly method: string
  /** As the framework has it, like `/connect/:token`. */
  readonly url: string
  /** Names of what it takes in its path, its query and its body, at any depth. */
  readonly fields: readonly string[]
  /** Whether it says what its body may hold. */
  readonly tellsBody: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: a schema of any shape
function namesIn(schema: any): string[] {
  if (!schema || typeof schema !== 'object') return []
  const own = Object.keys(schema.properties ?? {})
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.patternProperties ?? {}),
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ]
  return [...own, ...inner.flatMap(namesIn)]
}

/** Every route of an environment as the code mounts it, API, pages and dashboard alike. None of them runs. */
export async function mountedRoutes(environment: 'sandbox' | 'production'): Promise<MountedRoute[]> {
  const app = Fastify()
  const found: MountedRoute[] = []
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  app.addHook('onRoute', ({ url, method, schema }) => {
    const { body, params, querystring } = (schema ?? {}) as Record<string, unknown>
    const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
    const taken = AUTH_ROUTES.find(({ path }) => AUTH_PATHS.some((at) => at + path === url))?.takes
    const names = [...inPath, ...[params, querystring, body].flatMap(namesIn), ...(taken ?? [])]
    for (const one of [method].flat()) {
      if (one === 'HEAD' || one === 'OPTIONS') continue
      found.push({
        method: one,
        url,
        fields: [...new Set(names)],
        tellsBody: body !== undefined || AUTH_PATHS.some((at) => url.startsWith(`${at}/`)),
      })
    }
  })
  // Whatever a route reaches for while it is mounted is not there, and is not needed.
  const nothing = new Proxy(() => nothing, { get: () => nothing }) as unknown
  const deps = {
    environment,
    database: {},
    readSide: { database: {} },
    pages: nothing,
    cards: {},
    identity: { readAnswer: () => nothing },
  } as unknown as MountDeps
  await app.register(async (api) => mountResources(api as unknown as Api, deps), { prefix: BASE_PATH })
  await app.register(async (pages) => mountPages(pages as unknown as Api, deps))
  await app.ready()
  await app.close()
  return found
}
