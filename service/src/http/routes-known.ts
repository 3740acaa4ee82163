import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { type Problem, problem } from '../kernel/errors.ts'
import { routedPath } from './request-head.ts'

/** Answers which methods a path knows, for 405 and its `Allow`. */
export interface KnownRoutes {
  /** Why no route has taken this request. */
  refusal(method: string, url: string): Problem
}

interface Route {
  readonly segments: readonly string[]
  readonly rank: string
  readonly pattern: RegExp
  readonly methods: Set<string>
}

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')}$`)

const isName = (segment: string): boolean => segment.startsWith(':')

/** Sorts words before names, segment by segment, as the router prefers them. */
const rankOf = (segments: readonly string[]): string => segments.map((one) => (isName(one) ? '1' : '0')).join('')

function routeOf(url: string): Route {
  const segments = url.split('/')
  return { segments, rank: rankOf(segments), pattern: toPattern(url), methods: new Set() }
}

/**
 * Watches routes as they are mounted. The router has a tree for each method, so to it `GET /payout/batch` is a payout
 * called `batch`: whatever is a path of its own is kept from its neighbour's names here.
 */
export function watchRoutes(app: FastifyInstance): KnownRoutes {
  const routes = new Map<string, Route>()
  let sorted: readonly Route[] | undefined

  /** The one route that a path belongs to, whatever the method. */
  const ownerOf = (path: string): Route | undefined => {
    sorted ??= [...routes.values()].sort((one, other) => (one.rank < other.rank ? -1 : 1))
    return sorted.find(({ pattern }) => pattern.test(path))
  }
  const refusal = (method: string, url: string): Problem => {
    const owner = ownerOf(routedPath(url))
    if (!owner) return problem('not_found', 'The path does not exist; see the API document at /docs.')
    const allow = [...owner.methods].join(', ')
    return problem('method_not_allowed', {
      message: `${method} is not possible here; use ${allow}.`,
      headers: { allow },
    })
  }
  const rivals = new Map<string, readonly Route[]>()

  /** Routes whose path this one would take for a name, with a method they do not have. */
  const rivalsOf = (url: string, method: string): readonly Route[] => {
    const key = `${method} ${url}`
    const known = rivals.get(key)
    if (known) return known
    const own = routes.get(url) as Route
    const found = [...routes.values()].filter(
      (other) => !other.methods.has(method) && other.rank < own.rank && overlap(other, own),
    )
    rivals.set(key, found)
    return found
  }
  const keepOff: onRequestHookHandler = (request, _reply, done) => {
    const { method, url } = request
    const near = rivalsOf(request.routeOptions.url as string, method)
    if (near.length === 0) return done()
    const path = routedPath(url)
    done(near.some(({ pattern }) => pattern.test(path)) ? refusal(method, url) : undefined)
  }

  app.addHook('onRoute', (options) => {
    const { url, method } = options
    const route = routes.get(url) ?? routeOf(url)
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
    sorted = undefined
    if (!url.includes('/:')) return
    // After the hooks that everybody shares: a caller is known before anything is said of paths.
    const hooks = [options.onRequest ?? []].flat()
    if (!hooks.includes(keepOff)) options.onRequest = [...hooks, keepOff]
  })
  return { refusal }
}

function overlap(one: Route, other: Route): boolean {
  if (one.segments.length !== other.segments.length) return false
  return one.segments.every((segment, index) => {
    const opposite = other.segments[index] as string
    return segment === opposite || isName(segment) || isName(opposite)
  })
}
