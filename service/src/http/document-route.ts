import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { completeDocument, type Document, type RecordedExamples } from './openapi-document.ts'
import type { NamedDocument } from './openapi-names.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The API document, complete; made at the first call, when every route is mounted. */
    apiDocument(): NamedDocument
  }
}

/** Makes the document known to all that is mounted later. */
export function declareDocument(app: FastifyInstance, examples: RecordedExamples): void {
  let document: NamedDocument | undefined
  app.decorate('apiDocument', () => {
    document ??= completeDocument(app.swagger() as unknown as Document, examples)
    return document
  })
}

/** Serves the document, without an API key. */
export function documentRoute(app: FastifyInstance, basePath: string): void {
  let text: string | undefined
  app.get(`${basePath}/openapi.json`, { schema: { hide: true, response: { 200: Type.Any() } } }, (_request, reply) => {
    text ??= JSON.stringify(app.apiDocument())
    return reply.header('content-type', 'application/json; charset=utf-8').send(text)
  })
}
