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
import { authenticate, refusePlain } from './authentication.ts'
import { BASE_PATH } from './base-path.ts'
import { acceptJsonOnly, ignoreTypeOfNothing } from './body.ts'
import { type Caller, declareCaller, type FindCaller } from './caller.ts'
import { answerClientError } from './client-error.ts'
import { type Observer, observe } from './observe.ts'
import { docsPage, openApi } from './openapi.ts'
import { takePlainHttp } from './plain-http.ts'
import { sendProblem } from './problems.ts'
import { createRateLimit } from './rate-limit.ts'
import { routedPath } from './request-head.ts'
import { type RequestSink, watchAnswers } from './request-sink.ts'
import { describeRoutes } from './route-schemas.ts'
import { type KnownRoutes, watchRoutes } from './routes-known.ts'
import { serializerCompiler } from './serialization.ts'
import { closesOnSender, dropBody } from './unread-body.ts'
import { createValidatorCompiler } from './validation.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** For guards outside this folder, which does not let the framework's own types out. */
export type Request = FastifyRequest
export type Response = FastifyReply

export interface ServerOptions {
  readonly environment: Environment
  readonly log: Logger
  readonly metrics: Metrics
  readonly findCaller: FindCaller
  readonly rateLimitPerSecond: number
  readonly requestTimeoutMs: number
  /** Database reachable and migrated. */
  readonly isReady: () => Promise<boolean>
  readonly isDraining: () => boolean
  /** Mounts the resources below the base address. */
  readonly mount: (api: Api) => void
  /** Mounts the hosted pages and what they ask for, which need no key. */
  readonly mountPages: (pages: Api) => void
  /** Addresses of proxies whose word on the caller's own address is taken. */
  readonly trustedProxies: readonly string[]
  /** Serves TLS itself with these, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  /** Keys are taken over HTTPS only; one that came in plain text is told here. */
  readonly onPlainKey?: ((caller: Caller) => void) | undefined
  /** What the service sends by itself, for the document. */
  readonly webhooks?: Record<string, object> | undefined
  /** Keeps what keys asked for, for their owner to look at. */
  readonly requestLog?: RequestSink | undefined
}

/** Requests a second from one address to the hosted pages, per process. */
const PAGES_PER_SECOND = 1_000

const BODY_MAX = 1024 * 1024

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    // Our own log line per request, below: the framework's would make a child logger for each.
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
      // A request without one we refuse ourselves, with a body that says why.
      requireHostHeader: false,
      // How often Node looks for requests past their time; its own default of 30 s would double ours.
      connectionsCheckingInterval: Math.min(2_000, options.requestTimeoutMs),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_024, ignoreTrailingSlash: false },
    ...(options.tls ? { https: options.tls } : {}),
    clientErrorHandler: answerClientError(options.environment),
    frameworkErrors: (error, request, reply) => void answerUnrouted(error, request, reply),
  })
  if (options.tls) takePlainHttp(app.server)
  // An expectation we do not know we refuse ourselves, with a body that says why.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // What comes with these is not looked at: DELETE needs no body, and QUERY leads nowhere.
  for (const method of ['DELETE', 'QUERY']) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
  app.setValidatorCompiler(createValidatorCompiler())
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(async (error, request, reply) => {
    if (closesOnSender(request, reply)) await dropBody(request.raw)
    return sendProblem(error, request, reply, options.log)
  })
  acceptJsonOnly(app)
  declareCaller(app)
  const answerUnrouted = createAnswerUnrouted(options, observe(app, options))
  const known = watchRoutes(app)
  describeRoutes(app, BASE_PATH)
  await openApi(app, { environment: options.environment, basePath: BASE_PATH, webhooks: options.webhooks })
  mountHealth(app, options)
  await docsPage(app, BASE_PATH)
  await app.register(async (api) => mountApi(api.withTypeProvider<TypeBoxTypeProvider>(), options, known), {
    prefix: BASE_PATH,
  })
  await app.register(async (pages) => mountPages(pages.withTypeProvider<TypeBoxTypeProvider>(), options))
  app.setNotFoundHandler((request) => {
    throw known.refusal(request.method, request.url)
  })
  return app
}

function mountPages(pages: Api, options: ServerOptions): void {
  const limit = createRateLimit(PAGES_PER_SECOND, undefined, 'from this address')
  pages.addHook('onRequest', async ({ ip }) => limit({ keyId: ip, rateLimitPerSecond: undefined }))
  options.mountPages(pages)
}

/** Everything below the base address needs a key, unknown paths included. */
function mountApi(api: Api, options: ServerOptions, known: KnownRoutes): void {
  const limit = createRateLimit(options.rateLimitPerSecond)
  api.addHook('onRequest', (request, _reply, done) => {
    try {
      if (options.onPlainKey && request.protocol !== 'https') return refusePlain(request, options).then(done, done)
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
  ignoreTypeOfNothing(api)
  watchAnswers(api, options.requestLog)
  api.setNotFoundHandler((request) => {
    throw known.refusal(request.method, request.url)
  })
  options.mount(api)
}

/** A path that cannot be decoded, or is longer than any, reaches no hook: its caller is checked and counted here. */
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
