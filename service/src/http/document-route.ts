import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { type Document, makeDocument, type RecordedExamples } from './openapi-document.ts'
import type { NamedDocument } from './openapi-names.ts'
import { JSON_TYPE } from './serialization.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The API document, complete; made at the first call, when every route is mounted. */
    apiDocument(): Promise<NamedDocument>
  }
}

/** Makes the document known to all that is mounted later. */
export function declareDocument(app: FastifyInstance, examples: RecordedExamples): void {
  let document: Promise<NamedDocument> | undefined
  app.decorate('apiDocument', () => {
    document ??= makeDocument(() => app.swagger() as unknown as Document, examples)
    return document
  })
}

/** Serves the document, without an API key. */
export function documentRoute(app: FastifyInstance, basePath: string): void {
  let text: string | undefined
  const options = { schema: { hide: true, response: { 200: Type.Any() } } }
  app.get(`${basePath}/openapi.json`, options, async (_request, reply) => {
    text ??= JSON.stringify(await app.apiDocument())
    return reply.header('content-type', JSON_TYPE).send(text)
  })
}
