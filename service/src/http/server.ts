import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import type { Environment } from '../kernel/environment.ts'
import { unavailable } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Logger } from '../platform/logs.ts'
import type { Metrics } from '../platform/metrics.ts'
import { authenticate, refusePlainHttp } from './authentication.ts'
import { BASE_PATH } from './base-path.ts'
import { acceptJsonOnly, ignoreContentTypeOfEmptyBody } from './body.ts'
import { type Caller, declareCaller, type FindCaller } from './caller.ts'
import { answerClientError } from './client-error.ts'
import { closesDuringUpload, drainBody } from './drain-body.ts'
import { type IsKeyReused, keyReused } from './idempotency.ts'
import { type MountedRoutes, trackRoutes } from './mounted-routes.ts'
import { type Observer, observe } from './observe.ts'
import { docsPage, openApi } from './openapi.ts'
import { acceptPlainHttp } from './plain-http.ts'
import { sendProblem, toProblem } from './problems.ts'
import { createRateLimit } from './rate-limit.ts'
import { routedPath } from './request-headers.ts'
import { type RequestLog, recordAnswers } from './request-log.ts'
import { describeRoutes } from './route-schemas.ts'
import { serializerCompiler } from './serialization.ts'
import { createValidatorCompiler } from './validation.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Fastify's types under names of our own, for rooms that may not import Fastify. */
export type Request = FastifyRequest
export type Response = FastifyReply

export interface ServerOptions {
  readonly environment: Environment
  readonly log: Logger
  readonly metrics: Metrics
  readonly findCaller: FindCaller
  readonly rateLimitPerSecond: number
  readonly requestTimeoutMs: number
  /** Whether the database is reachable and migrated. */
  readonly isReady: () => Promise<boolean>
  readonly isDraining: () => boolean
  /** Asked about each body that is refused; see `createIsKeyReused`. */
  readonly isKeyReused: IsKeyReused
  /** Mounts the resources below the base address. */
  readonly mount: (api: Api) => void
  /** Mounts the hosted pages and their own endpoints, which need no API key. */
  readonly mountPages: (pages: Api) => void
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Certificate and key in PEM, when the process serves TLS itself. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** When set, API keys are accepted over HTTPS only; called with the caller of a key that came over plain HTTP. */
  readonly onPlainKey?: ((caller: Caller) => void) | undefined
  /** The API document's description of the webhooks that the service sends. */
  readonly webhooks?: Record<string, object> | undefined
  /** Stores answered requests, for the dashboard's request log. */
  readonly requestLog?: RequestLog | undefined
}

/** Requests a second from one address to the hosted pages, per process. */
const PAGES_PER_SECOND = 1_000

const BODY_MAX = 1024 * 1024

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    // `observe` writes the log line. Fastify's logger would make a child logger for each request.
    logger: false,
    genReqId: () => newId('request'),
    bodyLimit: BODY_MAX,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: Math.min(15_000, options.requestTimeoutMs),
      maxHeaderSize: 16_384,
      // `checkRequestHeaders` refuses a request without a host, with an error body.
      requireHostHeader: false,
      // Node checks for timed-out requests at this interval. Its default of 30 s would double our time limit.
      connectionsCheckingInterval: Math.min(2_000, options.requestTimeoutMs),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_024, ignoreTrailingSlash: false },
    ...(options.tls ? { https: options.tls } : {}),
    clientErrorHandler: answerClientError(options.environment),
    frameworkErrors: (error, request, reply) => void answerUnrouted(error, request, reply),
  })
  if (options.tls) acceptPlainHttp(app.server)
  // `checkRequestHeaders` refuses an unknown Expect header, with an error body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // The body of a DELETE is ignored. No route has the method QUERY.
  for (const method of ['DELETE', 'QUERY']) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.setValidatorCompiler(createValidatorCompiler())
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(async (error, request, reply) => {
    if (closesDuringUpload(request, reply)) await drainBody(request.raw)
    return sendProblem(await keyFirst(error, request, options), request, reply, options.log)
  })
  acceptJsonOnly(app)
  declareCaller(app)
  const answerUnrouted = createAnswerUnrouted(options, observe(app, options))
  const routes = trackRoutes(app)
  describeRoutes(app, BASE_PATH)
  await openApi(app, { environment: options.environment, basePath: BASE_PATH, webhooks: options.webhooks })
  mountHealth(app, options)
  await docsPage(app, BASE_PATH)
  await app.register(async (api) => mountApi(api.withTypeProvider<TypeBoxTypeProvider>(), options, routes), {
    prefix: BASE_PATH,
  })
  await app.register(async (pages) => mountPages(pages.withTypeProvider<TypeBoxTypeProvider>(), options))
  app.setNotFoundHandler((request) => {
    throw routes.refusal(request.method, request.url)
  })
  return app
}

/** The conflict of a reused idempotency key, where there is one, else the error as it is. */
async function keyFirst(error: unknown, request: FastifyRequest, { isKeyReused }: ServerOptions): Promise<unknown> {
  const refused = toProblem(error, request.routeOptions.bodyLimit)
  return isKeyReused(request, refused).then(
    (reused) => (reused ? keyReused() : error),
    (failed) => failed,
  )
}

function mountPages(pages: Api, options: ServerOptions): void {
  const limit = createRateLimit(PAGES_PER_SECOND, undefined, 'from this address')
  pages.addHook('onRequest', async ({ ip }) => limit({ keyId: ip, rateLimitPerSecond: undefined }))
  options.mountPages(pages)
}

/** Everything below the base path needs an API key, unknown paths included. */
function mountApi(api: Api, options: ServerOptions, routes: MountedRoutes): void {
  const limit = createRateLimit(options.rateLimitPerSecond)
  api.addHook('onRequest', (request, _reply, done) => {
    try {
      if (options.onPlainKey && request.protocol !== 'https') return refusePlainHttp(request, options).then(done, done)
      const caller = authenticate(request, options.findCaller)
      if (!(caller instanceof Promise)) {
        limit(caller)
        return done()
      }
      caller.then(limit).then(() => done(), done)
    } catch (error) {
      done(error as Error)
    }
  })
  ignoreContentTypeOfEmptyBody(api)
  recordAnswers(api, options.requestLog)
  api.setNotFoundHandler((request) => {
    throw routes.refusal(request.method, request.url)
  })
  options.mount(api)
}

/** Fastify runs no hook for a path that it cannot decode, so the caller is authenticated and the request counted here. */
function createAnswerUnrouted({ findCaller, log }: ServerOptions, observer: Observer) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const startedAt = performance.now()
    observer.arrived(request, reply)
    try {
      if (`${routedPath(request.url)}/`.startsWith(`${BASE_PATH}/`)) await authenticate(request, findCaller)
      sendProblem(error, request, reply, log)
    } catch (refused) {
      sendProblem(refused, request, reply, log)
    }
    observer.answered(request, reply, performance.now() - startedAt)
  }
}

function mountHealth(app: FastifyInstance, { metrics, isReady }: ServerOptions): void {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, async () => ({ status: 'up' }))
  app.get('/readyz', hidden, async () => {
    if (await isReady().catch(() => false)) return { status: 'ready' }
    throw unavailable('The database cannot be reached or is not migrated.')
  })
  app.get('/metrics', hidden, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}
