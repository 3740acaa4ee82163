import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../kernel/environment.ts'
import { unavailable } from '../kernel/errors.ts'
import { isAnyId } from '../kernel/ids.ts'
import type { Logger } from '../platform/logs.ts'
import type { Metrics } from '../platform/metrics.ts'
import { RequestTally } from '../platform/request-tally.ts'
import { isKept, type Span, startSpan, within } from '../platform/traces.ts'
import { callerIfAny } from './caller.ts'
import { countArrival } from './give-way.ts'
import type { IsHttps } from './https-check.ts'
import { isReplayed } from './idempotency.ts'
import { problemOf } from './problems.ts'
import { checkRequestHeaders } from './request-headers.ts'
import { securityHeaders } from './security-headers.ts'

export interface ObserveOptions {
  readonly environment: Environment
  readonly log: Logger
  readonly metrics: Metrics
  readonly isDraining: () => boolean
  readonly isHttps: IsHttps
}

/** Called for every request. The server calls it directly for requests that Fastify answers before any hook. */
export interface Observer {
  arrived(request: FastifyRequest, reply: FastifyReply): void
  answered(request: FastifyRequest, reply: FastifyReply, ms: number): void
}

/** Adds to every request: request id, security headers, refusal while draining, log line, metrics. */
export function observe(app: FastifyInstance, options: ObserveOptions): Observer {
  const observer = createObserver(options)

  app.addHook('onRequest', (request, reply, done) => {
    observer.arrived(request, reply)
    if (options.isDraining()) {
      reply.header('connection', 'close')
      return done(unavailable('The service is shutting down; retry in a moment.'))
    }
    try {
      checkRequestHeaders(request)
    } catch (error) {
      return done(error as Error)
    }
    within(spanOf(request), () => done())
  })

  app.addHook('onResponse', (request, reply, done) => {
    observer.answered(request, reply, reply.elapsedTime)
    endSpan(request, reply)
    done()
  })
  return observer
}

const spans = new WeakMap<FastifyRequest, Span>()

/** The span of the whole request, a part of the caller's trace if it names one; none where the trace is not kept. */
function spanOf(request: FastifyRequest): Span | undefined {
  const { traceparent } = request.headers
  const parent = typeof traceparent === 'string' ? traceparent : undefined
  if (!isKept(parent)) return undefined
  const name = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  const span = startSpan(name, { kind: 'server', parent, attributes: { 'tributary.request': request.id } })
  if (span) spans.set(request, span)
  return span
}

function endSpan(request: FastifyRequest, reply: FastifyReply): void {
  spans.get(request)?.end({
    'http.response.status_code': reply.statusCode,
    'tributary.tenant': callerIfAny(request)?.tenant,
    'tributary.resource': resourceOf(request),
    'error.type': problemOf(request),
  })
}

function createObserver({ environment, log, metrics, isHttps }: ObserveOptions): Observer {
  const inFlight = { environment, count: 0 }
  metrics.inFlight.push(inFlight)
  const leave = (): void => void inFlight.count--
  const count = counterByRoute(metrics, environment)
  return {
    arrived(request, reply) {
      inFlight.count++
      // Fastify calls no hook for a request whose client has gone.
      reply.raw.on('close', leave)
      countArrival()
      reply.header('request-id', request.id)
      reply.headers(securityHeaders(environment, isHttps(request)))
    },
    answered(request, reply, ms) {
      count(request, reply, ms)
      const problem = problemOf(request)
      if (problem !== undefined) metrics.problems.inc({ environment, code: problem })
      else if (request.method === 'POST' && isReplayed(reply)) metrics.replays.inc({ environment })
      const level = levelOf(reply.statusCode)
      if (log.isLevelEnabled(level)) log[level]({ ...logLine(request, reply, ms), environment }, 'request')
    },
  }
}

/** A log line per successful request costs a third of throughput, so those are written only at `debug`. */
function levelOf(status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn'
  return status >= 400 ? 'info' : 'debug'
}

/** Logs the route's pattern, not the path, which may hold an external id or a token. */
function logLine(request: FastifyRequest, reply: FastifyReply, ms: number): object {
  const caller = callerIfAny(request)
  return {
    request_id: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unknown',
    status: reply.statusCode,
    code: problemOf(request),
    ms: Math.round(ms * 10) / 10,
    tenant: caller?.tenant,
    api_key: caller?.keyId,
    resource: resourceOf(request),
  }
}

/** An id of ours in the path. What else may stand there, such as an external id or a token, is not logged. */
function resourceOf({ params }: FastifyRequest): string | undefined {
  const { id } = (params ?? {}) as { readonly id?: unknown }
  return typeof id === 'string' && isAnyId(id) ? id : undefined
}

/** Counts by route, method and status. Each combination has one tally: a scraper rejects a page with duplicate labels. */
function counterByRoute(
  metrics: Metrics,
  environment: Environment,
): (request: FastifyRequest, reply: FastifyReply, ms: number) => void {
  const byRoute = new Map<string, Map<string, RequestTally[]>>()
  const tallyOf = (request: FastifyRequest, status: number): RequestTally => {
    const route = request.routeOptions.url ?? 'unknown'
    const byMethod = getOrAdd(byRoute, route, () => new Map<string, RequestTally[]>())
    const byStatus = getOrAdd(byMethod, request.method, () => [])
    let tally = byStatus[status]
    if (!tally) {
      tally = new RequestTally({ environment, method: request.method, route, status })
      byStatus[status] = tally
      metrics.requests.push(tally)
    }
    return tally
  }
  return (request, reply, ms) => tallyOf(request, reply.statusCode).add(ms / 1_000)
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
