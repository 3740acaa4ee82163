import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../kernel/errors.ts'
import { readKeyIfAny } from './authentication.ts'
import { BASE_PATH } from './base-path.ts'
import { type Caller, type FindCaller, isRejection } from './caller.ts'
import type { IsHttps } from './https-check.ts'
import { routedPath } from './request-headers.ts'

export interface HttpsOnly {
  /** The public HTTPS address, without a slash at its end. */
  readonly root: () => string
  /** Called with the owner of an API key that came over plain HTTP: others may have read it on the way. */
  readonly onPlainKey: (caller: Caller) => Promise<void>
}

/** Load balancers ask for these over plain HTTP, from within the operator's own network. */
const HEALTH = new Set(['/healthz', '/readyz'])

const isHealth = (request: FastifyRequest): boolean => HEALTH.has(request.routeOptions.url ?? '')

export interface RequireHttpsOptions {
  readonly httpsOnly: HttpsOnly
  readonly isHttps: IsHttps
  readonly findCaller: FindCaller
  /** Counts a request for its address: a key that comes over plain HTTP is looked up, too. */
  readonly limit: (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>
}

/**
 * Refuses everything but health over plain HTTP, before a cookie, a token or a body is looked at. A browser that opens a
 * page is sent to the HTTPS address; a program is told its mistake, because a redirect would hide it.
 */
export function requireHttps(app: FastifyInstance, options: RequireHttpsOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (options.isHttps(request) || isHealth(request)) return done()
    countAndFlag(request, reply, options)
      .then(() => {
        if (!isNavigation(request)) throw httpsRequired()
        reply.redirect(options.httpsOnly.root() + request.url, 308)
      })
      .catch(done)
  })
}

/** For a request that Fastify answers before any hook. */
export async function refusePlainUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  options: RequireHttpsOptions,
): Promise<void> {
  if (options.isHttps(request)) return
  await countAndFlag(request, reply, options)
  throw httpsRequired()
}

async function countAndFlag(request: FastifyRequest, reply: FastifyReply, options: RequireHttpsOptions): Promise<void> {
  await options.limit(request, reply)
  await flagPlainKey(request, { ...options.httpsOnly, findCaller: options.findCaller })
}

const httpsRequired = () =>
  problem(
    'https_required',
    'This address is served over HTTPS only. A key that was sent in plain text may have been read by others: replace it.',
  )

export interface PlainKeys extends Pick<HttpsOnly, 'onPlainKey'> {
  readonly findCaller: FindCaller
}

/** Never fails: the request is refused for its missing HTTPS, whatever becomes of the look-up of its key. */
export async function flagPlainKey(request: FastifyRequest, { onPlainKey, findCaller }: PlainKeys): Promise<void> {
  const key = readKeyIfAny(request.headers.authorization)
  if (key === undefined) return
  const found = await Promise.resolve(key)
    .then((text) => findCaller(text, request))
    .catch(() => undefined)
  const caller = found && (isRejection(found) ? found.caller : found)
  if (caller) await onPlainKey(caller)
}

/** A browser that follows a link or an address that was typed. */
function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  // The absolute form of a request names a host of its own, and must not decide where the browser goes.
  if (!url.startsWith('/') || `${routedPath(url)}/`.startsWith(`${BASE_PATH}/`)) return false
  return (headers.accept ?? '').includes('text/html')
}
