import type { FastifyInstance } from 'fastify'

/** Answers which methods a path knows, for 405 and its `Allow`. */
export interface KnownRoutes {
  /** The path is as the router reads it, decoded. */
  methodsOf(path: string): string[]
}

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`)

export function watchRoutes(app: FastifyInstance): KnownRoutes {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  return {
    methodsOf: (path) =>
      [...routes.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
  }
}
