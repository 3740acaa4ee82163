import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { type Problem, problem } from '../kernel/errors.ts'
import { routedPath } from './request-headers.ts'

/** The routes of a server, for answers to requests that match none of them. */
export interface MountedRoutes {
  /** The 404 or 405, with its `Allow`, for a request that no route accepts. */
  refusal(method: string, url: string): Problem
}

interface Route {
  readonly segments: readonly string[]
  readonly rank: string
  readonly pattern: RegExp
  readonly methods: Set<string>
  /** Refuses the paths of more specific routes. */
  guard?: onRequestHookHandler
}

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`)

const isParam = (segment: string): boolean => segment.startsWith(':')

/** Sorts fixed segments before parameters, segment by segment, as the router prefers them. */
const rankOf = (segments: readonly string[]): string => segments.map((one) => (isParam(one) ? '1' : '0')).join('')

function routeOf(url: string): Route {
  const segments = url.split('/')
  return { segments, rank: rankOf(segments), pattern: toPattern(url), methods: new Set() }
}

/**
 * Collects routes as they are mounted. The router has one tree per method, so it reads `GET /payout/batch` as a payout
 * with the id `batch`, although only POST has that path. Such requests are answered 405 here.
 */
export function trackRoutes(app: FastifyInstance): MountedRoutes {
  const routes = new Map<string, Route>()
  let sorted: readonly Route[] | undefined

  /** The most specific route that matches a path, for any method. */
  const ownerOf = (path: string): Route | undefined => {
    sorted ??= [...routes.values()].sort((one, other) => (one.rank < other.rank ? -1 : 1))
    return sorted.find(({ pattern }) => pattern.test(path))
  }
  const refusal = (method: string, url: string): Problem => {
    const owner = ownerOf(routedPath(url))
    if (!owner) return problem('not_found', 'The path does not exist; see the API document at /docs.')
    const allow = [...owner.methods].join(', ')
    return problem('method_not_allowed', {
      message: `This path does not accept ${method}; use ${allow}.`,
      headers: { allow },
    })
  }

  /** More specific routes without this method, whose paths the route would match by its parameters. */
  const shadowedBy = (own: Route, method: string): readonly Route[] =>
    [...routes.values()].filter((other) => !other.methods.has(method) && other.rank < own.rank && overlap(other, own))
  const guardOf = (own: Route): onRequestHookHandler => {
    const shadowed = new Map<string, readonly Route[]>()
    return ({ method, url }, _reply, done) => {
      const others = shadowed.get(method) ?? shadowedBy(own, method)
      shadowed.set(method, others)
      if (others.length === 0) return done()
      const path = routedPath(url)
      done(others.some(({ pattern }) => pattern.test(path)) ? refusal(method, url) : undefined)
    }
  }

  app.addHook('onRoute', (options) => {
    const { url, method } = options
    const route = routes.get(url) ?? routeOf(url)
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
    sorted = undefined
    if (!url.includes('/:')) return
    // Runs after the shared hooks, so that the caller is authenticated before it learns which paths exist.
    route.guard ??= guardOf(route)
    const hooks = [options.onRequest ?? []].flat()
    if (!hooks.includes(route.guard)) options.onRequest = [...hooks, route.guard]
  })
  return { refusal }
}

function overlap(one: Route, other: Route): boolean {
  if (one.segments.length !== other.segments.length) return false
  return one.segments.every((segment, index) => {
    const opposite = other.segments[index] as string
    return segment === opposite || isParam(segment) || isParam(opposite)
  })
}
