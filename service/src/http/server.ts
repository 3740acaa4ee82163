import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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
import type { TakeToken } from '../platform/token-buckets.ts'
import { createAddressLimit, createAdmission } from './admission.ts'
import { BASE_PATH } from './base-path.ts'
import { acceptJsonOnly, ignoreContentTypeOfEmptyBody } from './body.ts'
import { declareCaller, type FindCaller } from './caller.ts'
import { answerClientError } from './client-error.ts'
import { declareDocument, documentRoute } from './document-route.ts'
import { closesDuringUpload, drainBody } from './drain-body.ts'
import { createHttpsCheck, type IsHttps } from './https-check.ts'
import {
  flagPlainKey,
  type HttpsOnly,
  type PlainKeys,
  type RequireHttpsOptions,
  refusePlainUnrouted,
  requireHttps,
} from './https-only.ts'
import { type IsKeyReused, keyReused } from './idempotency.ts'
import { sliceLargePages } from './large-pages.ts'
import { type MetricsAccess, metricsRoute } from './metrics-route.ts'
import { type MountedRoutes, trackRoutes } from './mounted-routes.ts'
import { type Observer, observe } from './observe.ts'
import { openApi } from './openapi.ts'
import type { RecordedExamples } from './openapi-document.ts'
import { acceptPlainHttp } from './plain-http.ts'
import { sendProblem, toProblem } from './problems.ts'
import { routedPath } from './request-headers.ts'
import { type RequestLog, recordAnswers } from './request-log.ts'
import { describeRoutes } from './route-schemas.ts'
import { assignScopes, type ScopeOf } from './scopes.ts'
import { type SecurityTxtOptions, securityTxtRoute } from './security-txt.ts'
import { serializerCompiler } from './serialization.ts'
import { refuseWrites, type Shortage, withShortage } from './shortage.ts'
import { asksForFailure, simulateFailure } from './simulated-failure.ts'
import { createValidatorCompiler, withEveryFault } from './validation.ts'
import { wantsPage } from './wants-page.ts'

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
  readonly metricsAccess: MetricsAccess
  readonly findCaller: FindCaller
  /** The scope that an API key needs for each route. */
  readonly scopeOf: ScopeOf
  readonly rateLimitPerSecond: number
  /** Where rate limits take their tokens, when they are shared with other processes. */
  readonly tokensOf?: ((scope: string) => TakeToken) | undefined
  readonly requestTimeoutMs: number
  /** Whether the database is reachable and migrated, and a worker runs beside, where there should be one. */
  readonly isReady: () => Promise<boolean>
  readonly shortage: Shortage
  readonly isDraining: () => boolean
  /** Asked about each body that is refused; see `createIsKeyReused`. */
  readonly isKeyReused: IsKeyReused
  /** Mounts the resources below the base address. */
  readonly mount: (api: Api) => void
  /** Mounts the hosted pages and their own endpoints, which need no API key. */
  readonly mountPages: (pages: Api) => void
  /** Answers a person's browser that asks for a path that does not exist. */
  readonly sendNotFound: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Addresses of proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  /** Certificate and key in PEM, when the process serves TLS itself. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** When set, everything but health is served over HTTPS only. */
  readonly httpsOnly?: HttpsOnly | undefined
  /** Keys of the environment that is served over HTTPS only, which come here by mistake. */
  readonly foreignKeys?: PlainKeys | undefined
  /** The API document's description of the webhooks that the service sends. */
  readonly webhooks?: Record<string, object> | undefined
  /** The API document's examples. */
  readonly examples: RecordedExamples
  /** The API document's table of failures that the sandbox simulates, in Markdown. */
  readonly failures?: string | undefined
  /** Stores answered requests, for the dashboard's request log. */
  readonly requestLog?: RequestLog | undefined
  readonly securityTxt: SecurityTxtOptions
}

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
    http: httpOptions(options),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_024, ignoreTrailingSlash: false },
    ...(options.tls ? { https: { ...httpOptions(options), ...options.tls } } : {}),
    clientErrorHandler: answerClientError(options.environment),
    frameworkErrors: (error, request, reply) => void answerUnrouted(error, request, reply),
  })
  if (options.tls) acceptPlainHttp(app.server)
  // The body of a DELETE is ignored. No route has the method QUERY.
  for (const method of ['DELETE', 'QUERY']) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.setValidatorCompiler(createValidatorCompiler())
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(async (error, request, reply) => {
    if (closesDuringUpload(request, reply)) await drainBody(request.raw)
    const refused = await keyFirst(withEveryFault(error, request), request, options)
    return sendProblem(withShortage(refused, options.shortage), request, reply, options.log)
  })
  refuseWrites(app, options.shortage)
  acceptJsonOnly(app)
  declareCaller(app)
  const isHttps = createHttpsCheck(options.trustedProxies)
  const { httpsOnly, findCaller, foreignKeys } = options
  const flagForeignKey = (request: FastifyRequest) =>
    foreignKeys && !isHttps(request) ? flagPlainKey(request, foreignKeys) : undefined
  const admit = createAdmission({ ...options, onRefused: flagForeignKey })
  const limit = createAddressLimit(options)
  const plain = httpsOnly && { httpsOnly, isHttps, findCaller, limit }
  const observer = observe(app, { ...options, isHttps })
  const answerUnrouted = createAnswerUnrouted(options, plain, observer, { admit, limit })
  answerExpectations(app.server, plain && isHttps)
  readAddressesEarly(app.server)
  if (plain) requireHttps(app, plain)
  const routes = trackRoutes(app)
  describeRoutes(app, BASE_PATH)
  sliceLargePages(app)
  const { environment, webhooks, failures } = options
  await openApi(app, { environment, basePath: BASE_PATH, webhooks, failures })
  declareDocument(app, options.examples)
  mountHealth(app, options)
  await app.register(async (docs) => {
    limitByAddress(docs, options)
    securityTxtRoute(docs, options.securityTxt)
    documentRoute(docs, BASE_PATH)
  })
  await app.register(async (api) => mountApi(api.withTypeProvider<TypeBoxTypeProvider>(), options, routes, admit), {
    prefix: BASE_PATH,
  })
  await app.register(async (pages) => mountPages(pages.withTypeProvider<TypeBoxTypeProvider>(), options))
  app.setNotFoundHandler(async (request, reply) => {
    await limit(request, reply)
    const refusal = routes.refusal(request.method, request.url)
    if (refusal.code === 'not_found' && wantsPage(request)) return options.sendNotFound(request, reply)
    throw refusal
  })
  return app
}

function answerExpectations(server: FastifyInstance['server'], isHttps: IsHttps | undefined): void {
  // `checkRequestHeaders` refuses an unknown Expect header, with an error body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  if (!isHttps) return
  // A body that came without HTTPS is refused, so it is not asked for.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (isHttps({ raw: request })) response.writeContinue()
    server.emit('request', request, response)
  })
}

/**
 * Node keeps the address of a connection at its first reading, which gives the socket another shape. Where some sockets have
 * it and others do not yet, V8 throws the compiled functions of the HTTP server away again and again.
 */
function readAddressesEarly(server: FastifyInstance['server']): void {
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => void socket.remoteAddress)
}

const httpOptions = ({ requestTimeoutMs }: ServerOptions) => ({
  headersTimeout: Math.min(15_000, requestTimeoutMs),
  maxHeaderSize: 16_384,
  // `checkRequestHeaders` refuses a request without a host, with an error body.
  requireHostHeader: false,
  // Node checks for timed-out requests at this interval. Its default of 30 s would double our time limit.
  connectionsCheckingInterval: Math.min(2_000, requestTimeoutMs),
  // A request that announces no body gets a stream that has ended already: some 5 % of the CPU of a `GET`.
  optimizeEmptyRequests: true,
})

function limitByAddress(routes: Pick<FastifyInstance, 'addHook'>, options: ServerOptions): void {
  const limit = createAddressLimit(options)
  routes.addHook('onRequest', async (request, reply) => limit(request, reply))
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
  limitByAddress(pages, options)
  options.mountPages(pages)
}

type Admission = ReturnType<typeof createAdmission>

/** Everything below the base path needs an API key, unknown paths included. */
function mountApi(api: Api, options: ServerOptions, routes: MountedRoutes, admit: Admission): void {
  assignScopes(api, BASE_PATH, options.scopeOf)
  const isSandbox = options.environment === 'sandbox'
  api.addHook('onRequest', (request, reply, done) => {
    try {
      const admitted = admit(request, reply)
      if (isSandbox && asksForFailure(request)) {
        Promise.resolve(admitted)
          .then(() => simulateFailure(request, reply))
          .then(() => done(), done)
      } else if (admitted) admitted.then(done, done)
      else done()
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

/** Fastify runs no hook for a path that it cannot decode, so the caller is admitted and the request observed here. */
function createAnswerUnrouted(
  { log }: ServerOptions,
  plain: RequireHttpsOptions | undefined,
  observer: Observer,
  { admit, limit }: { readonly admit: Admission; readonly limit: ReturnType<typeof createAddressLimit> },
) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const startedAt = performance.now()
    observer.arrived(request, reply)
    try {
      if (plain) await refusePlainUnrouted(request, reply, plain)
      if (`${routedPath(request.url)}/`.startsWith(`${BASE_PATH}/`)) await admit(request, reply)
      else await limit(request, reply)
      sendProblem(error, request, reply, log)
    } catch (refused) {
      sendProblem(refused, request, reply, log)
    }
    observer.answered(request, reply, performance.now() - startedAt)
  }
}

const NOT_READY = 'The database cannot be reached, takes no writes or is not migrated, or no worker is running.'

function mountHealth(app: FastifyInstance, { metrics, metricsAccess, isReady, shortage }: ServerOptions): void {
  const hidden = { schema: { hide: true } }
  app.get('/healthz', hidden, async () => ({ status: 'up' }))
  app.get('/readyz', hidden, async () => {
    const isUp = await isReady().catch(() => false)
    const why = shortage() ?? (isUp ? undefined : NOT_READY)
    if (why !== undefined) throw unavailable(why)
    return { status: 'ready' }
  })
  metricsRoute(app, metrics, metricsAccess)
}
