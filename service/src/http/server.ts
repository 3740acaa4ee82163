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
import { problem, unavailable } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { Logger } from '../platform/logs.ts'
import type { Metrics } from '../platform/metrics.ts'
import { authenticate } from './authentication.ts'
import { acceptJsonOnly, refuseEncodedBody } from './body.ts'
import { type Caller, declareCaller, type FindCaller } from './caller.ts'
import { answerClientError } from './client-error.ts'
import { observe } from './observe.ts'
import { docsPage, openApi } from './openapi.ts'
import { sendProblem } from './problems.ts'
import { createRateLimit } from './rate-limit.ts'
import { describeRoutes } from './route-schemas.ts'
import { type KnownRoutes, watchRoutes } from './routes-known.ts'
import { createValidatorCompiler } from './validation.ts'

export const BASE_PATH = '/enterprise/v1'

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface ServerOptions {
  readonly environment: Environment
  readonly baseUrl: string
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
}

const BODY_MAX = 1024 * 1024

export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    // Our own log line per request, below: the framework's would make a child logger for each.
    logger: false,
    genReqId: () => newId('request'),
    bodyLimit: BODY_MAX,
    requestTimeout: options.requestTimeoutMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: Math.min(15_000, options.requestTimeoutMs),
      maxHeaderSize: 16_384,
      // How often Node looks for requests past their time; its own default of 30 s would double ours.
      connectionsCheckingInterval: Math.min(2_000, options.requestTimeoutMs),
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_024, ignoreTrailingSlash: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void answerBadUrl(options, error, request, reply),
  })
  app.setValidatorCompiler(createValidatorCompiler())
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, options.log))
  acceptJsonOnly(app)
  declareCaller(app)
  observe(app, options)
  const known = watchRoutes(app)
  describeRoutes(app, BASE_PATH)
  await openApi(app, options)
  mountHealth(app, options)
  await docsPage(app, BASE_PATH)
  await app.register(async (api) => mountApi(api.withTypeProvider<TypeBoxTypeProvider>(), options, known), {
    prefix: BASE_PATH,
  })
  app.setNotFoundHandler((request) => {
    throw notFoundOr405(request, known)
  })
  return app
}

/** Everything below the base address needs a key, unknown paths included. */
function mountApi(api: Api, options: ServerOptions, known: KnownRoutes): void {
  const limit = createRateLimit(options.rateLimitPerSecond)
  const admit = (request: FastifyRequest, caller: Caller): void => {
    limit(caller)
    refuseEncodedBody(request)
  }
  api.addHook('onRequest', (request, _reply, done) => {
    try {
      const caller = authenticate(request, options.findCaller)
      if (!(caller instanceof Promise)) {
        admit(request, caller)
        return done()
      }
      caller.then((later) => admit(request, later)).then(() => done(), done)
    } catch (error) {
      done(error as Error)
    }
  })
  api.setNotFoundHandler((request) => {
    throw notFoundOr405(request, known)
  })
  options.mount(api)
}

function notFoundOr405(request: FastifyRequest, known: KnownRoutes): Error {
  const path = request.url.split('?', 1)[0] as string
  const methods = known.methodsOf(path)
  if (methods.length === 0) return problem('not_found', 'The path does not exist; see the API document at /docs.')
  const allow = methods.join(', ')
  return problem('method_not_allowed', {
    message: `${request.method} is not possible here; use ${allow}.`,
    headers: { allow },
  })
}

/** A path that cannot be decoded never reaches a hook, so its caller is checked here. */
async function answerBadUrl(
  options: ServerOptions,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  reply.header('request-id', request.id)
  try {
    if (request.url.startsWith(BASE_PATH)) await authenticate(request, options.findCaller)
    sendProblem(error, request, reply, options.log)
  } catch (refused) {
    sendProblem(refused, request, reply, options.log)
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
