import type { FastifyInstance, RouteOptions } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { ProblemCode } from '../kernel/errors.ts'
import type { EntriesIn } from '../kernel/json.ts'
import { Closed, errorResponses } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The errors that this route can answer, besides those of every route. */
    problems?: readonly ProblemCode[]
    /** The answer holds a token or another secret, so its idempotency answer is stored sealed. */
    secretAnswer?: boolean
    /** The route reports faults within these entries itself, one by one. */
    entriesIn?: EntriesIn
  }
}

const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'The same key with the same body returns the original answer, and the request is processed once; with any other body, also an invalid one, it is 409 `idempotency_key_reused`. Kept 7 days. Read on POST only: a PUT sets values, so sending it again changes nothing, and its header is ignored.',
      examples: ['0f6c1f7e-4b0e-4a52-9a5e-3f1f0c9f7b11'],
    }),
  ),
})

const NoQuery = Closed({})

/** The body of a POST or PUT without parameters: absent, or an empty object. */
const NoBody = { title: 'NoBody', type: ['object', 'null'], properties: {}, additionalProperties: false }

/** Adds to each route's schema what all routes share: errors, the idempotency header of a POST, a closed query and body. */
export function describeRoutes(app: FastifyInstance, basePath: string): void {
  app.addHook('onRoute', (route) => {
    const method = String([route.method].flat()[0])
    // Fastify adds a HEAD route to each GET, with the same schema object.
    if (!route.url.startsWith(basePath) || !route.schema || route.schema.hide || method === 'HEAD') return
    complete(route, method)
  })
}

function complete(route: RouteOptions, method: string): void {
  const schema = route.schema as Record<string, unknown> & { response?: Record<number, TSchema> }
  if (method === 'POST') schema.headers = IdempotencyHeaders
  schema.querystring ??= NoQuery
  if (method === 'POST' || method === 'PUT') schema.body ??= NoBody
  schema.response = { ...schema.response, ...errorResponses(method, route.url, route.config?.problems) }
}
