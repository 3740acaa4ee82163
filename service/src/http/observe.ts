import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../kernel/environment.ts'
import { unavailable } from '../kernel/errors.ts'
import type { Logger } from '../platform/logs.ts'
import type { Metrics } from '../platform/metrics.ts'
import { RequestTally } from '../platform/request-tally.ts'
import { callerIfAny } from './caller.ts'

export interface ObserveOptions {
  readonly environment: Environment
  readonly log: Logger
  readonly metrics: Metrics
  readonly isDraining: () => boolean
}

/** An API answer is read by a program: it is never cached, framed, sniffed or allowed to load anything. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
const PRODUCTION_HEADERS = { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=63072000; includeSubDomains' }

/** Request ids, headers, the drain, the log line and the metrics of every request. */
export function observe(app: FastifyInstance, { environment, log, metrics, isDraining }: ObserveOptions): void {
  const headers = environment === 'production' ? PRODUCTION_HEADERS : SECURITY_HEADERS
  const inFlight = metrics.inFlight.labels({ environment })
  const count = counterByRoute(metrics, environment)

  app.addHook('onRequest', (request, reply, done) => {
    inFlight.inc()
    reply.header('request-id', request.id)
    reply.headers(headers)
    if (!isDraining()) return done()
    reply.header('connection', 'close')
    done(unavailable('The service is shutting down; retry in a moment.'))
  })

  app.addHook('onResponse', (request, reply, done) => {
    inFlight.dec()
    count(request, reply)
    const level = levelOf(reply.statusCode)
    if (log.isLevelEnabled(level)) log[level](line(request, reply, environment), 'request')
    done()
  })
}

/** A line for each good request costs a third of all requests a second, so those are written only at `debug`. */
function levelOf(status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn'
  return status >= 400 ? 'info' : 'debug'
}

/** The route's pattern, not the path: a path may hold somebody's external id or token. */
function line(request: FastifyRequest, reply: FastifyReply, environment: Environment): object {
  const caller = callerIfAny(request)
  return {
    request_id: request.id,
    environment,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    tenant: caller?.tenant,
    api_key: caller?.keyId,
  }
}

/** Each route keeps its tallies by status, found by the one object that the framework keeps per route. */
function counterByRoute(
  metrics: Metrics,
  environment: Environment,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const byRoute = new Map<object, RequestTally[]>()
  return (request, reply) => {
    const { config, url = 'unknown' } = request.routeOptions
    const byStatus = byRoute.get(config) ?? []
    if (byStatus.length === 0) byRoute.set(config, byStatus)
    let tally = byStatus[reply.statusCode]
    if (!tally) {
      tally = new RequestTally({ environment, method: request.method, route: url, status: reply.statusCode })
      byStatus[reply.statusCode] = tally
      metrics.requests.push(tally)
    }
    tally.add(reply.elapsedTime / 1_000)
  }
}
