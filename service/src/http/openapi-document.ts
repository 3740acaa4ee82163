import { CATALOGUE, type ProblemCode } from '../kernel/errors.ts'
import { nextTurn } from '../platform/slices.ts'
import { addLinks } from './openapi-links.ts'
import { HERE, type NamedDocument, nameParts } from './openapi-names.ts'
import { ErrorSchema } from './schemas.ts'

interface Schema {
  readonly title?: string
  readonly description?: string | undefined
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Record<string, Schema>
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: Record<string, object>
}

interface Response {
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

interface Parameter {
  in: string
  name: string
  description?: string
  schema: { title?: string; description?: string; [HERE]?: string }
}

interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  webhooks?: Record<string, Record<string, Operation>>
  components: { headers?: Record<string, object>; examples?: Record<string, object> }
}

interface RecordedExchange {
  readonly request?: unknown
  /** By status. */
  readonly responses?: Readonly<Record<string, unknown>>
}

/** Requests and answers as a real sandbox exchanged them: one of each operation, one answer of each error code. */
export interface RecordedExamples {
  readonly operations: Readonly<Record<string, RecordedExchange>>
  readonly errors: Readonly<Record<string, unknown>>
}

const text = (description: string, example: string): object => ({
  description,
  schema: { type: 'string', examples: [example] },
})

const HEADERS: Record<string, object> = {
  'Request-Id': text('Names this request in our logs; `request_id` of an error.', 'req_01kk3v9x2qf8m6t4w0c5n7d1ha'),
  'RateLimit-Policy': text(
    'Requests that may be made within a window of so many seconds, with this key or, without a valid one, from this address.',
    '"key";q=10000;w=1',
  ),
  RateLimit: text('Requests that are left, and after how many seconds there are more.', '"key";r=9999;t=1'),
  'Retry-After': text('Seconds after which a retry makes sense.', '1'),
  'WWW-Authenticate': text('How to authenticate.', 'Basic realm="enterprise"'),
  'Idempotent-Replayed': text('`true` when this is the answer to an earlier request with the same key.', 'true'),
}

/** The headers that an answer can carry. */
function headersOf(method: string, status: string): string[] {
  const names = ['Request-Id', 'RateLimit-Policy', 'RateLimit']
  if (status === '429' || status === '503') names.push('Retry-After')
  if (status === '401') names.push('WWW-Authenticate')
  if (method === 'post' && status.startsWith('2')) names.push('Idempotent-Replayed')
  return names
}

const SUCCESSES: Record<string, string> = { 200: 'Success.', 201: 'Created.' }

/** Adds what the validating schemas do not hold: response headers, descriptions of successes, recorded examples. */
function describeOperations(generated: Document, examples: RecordedExamples): Document {
  // A copy, because the generated document shares its schemas with the validator.
  const document = structuredClone(generated)
  document.components.headers = HEADERS
  document.components.examples = errorExamples(examples)
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) completeOperation(method, operation, examples)
  }
  for (const methods of Object.values(document.webhooks ?? {})) {
    for (const operation of Object.values(methods)) completeBody(operation, examples)
  }
  return document
}

/**
 * The document with what the validating schemas do not hold, repeated parts moved to the components, and links from each
 * answer to the operations that go on from it.
 */
export const completeDocument = (generated: Document, examples: RecordedExamples): NamedDocument =>
  addLinks(nameParts(describeOperations(generated, examples)))

/** The same in steps, because it takes half a second in all, in which nobody else would be answered. */
export async function makeDocument(generate: () => Document, examples: RecordedExamples): Promise<NamedDocument> {
  const generated = generate()
  await nextTurn()
  const described = describeOperations(generated, examples)
  await nextTurn()
  const named = nameParts(described)
  await nextTurn()
  return addLinks(named)
}

const errorExamples = ({ errors }: RecordedExamples): Record<string, object> =>
  Object.fromEntries(
    Object.entries(errors).map(([code, value]) => [code, { summary: CATALOGUE[code as ProblemCode].means, value }]),
  )

function completeOperation(method: string, operation: Operation, examples: RecordedExamples): void {
  for (const parameter of operation.parameters ?? []) completeParameter(parameter)
  completeBody(operation, examples)
  const recorded = examples.operations[operation.operationId ?? '']
  for (const [status, response] of Object.entries(operation.responses)) {
    const success = SUCCESSES[status]
    if (success && response.description === 'Default Response') response.description = success
    for (const media of Object.values(response.content ?? {})) {
      if (!success) completeError(media, examples)
      else if (recorded?.responses?.[status] !== undefined) media.example = recorded.responses[status]
    }
    response.headers = Object.fromEntries(
      headersOf(method, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    )
  }
}

/** The generator moves a schema's description to the parameter, where a schema with a name needs it too. */
function completeParameter(parameter: Parameter): void {
  if (parameter.in === 'header') parameter.name = inTitleCase(parameter.name)
  const { schema, description } = parameter
  if (schema.title === undefined) return
  if (description !== undefined) schema.description = description
  if (schema[HERE] !== undefined) parameter.description = schema[HERE]
  delete schema[HERE]
}

/** `Request-Id` for `request-id`: Fastify keeps header names in lower case. */
const inTitleCase = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The error schema of a response: the common `Error` schema, narrowed to the response's codes. */
function asError({ title, description, properties }: Schema = {}): Schema {
  const code = properties?.code
  return {
    ...(title === undefined ? {} : { title, description }),
    allOf: [ErrorSchema as Schema, { type: 'object', properties: code ? { code } : {} }],
  }
}

function completeError(media: Media, { errors }: RecordedExamples): void {
  const codes = (media.schema?.properties?.code?.enum ?? []) as string[]
  const known = codes.filter((code) => Object.hasOwn(errors, code))
  media.schema = asError(media.schema)
  if (known.length > 0)
    media.examples = Object.fromEntries(known.map((code) => [code, { $ref: `#/components/examples/${code}` }]))
}

function completeBody({ operationId, requestBody }: Operation, examples: RecordedExamples): void {
  if (!requestBody) return
  const media = Object.values(requestBody.content)
  // The generator marks every body as required. A body that may be null may be absent.
  requestBody.required = !media.some(({ schema }) => schema?.type?.includes('null'))
  const example = examples.operations[operationId ?? '']?.request
  for (const one of media) if (example !== undefined) one.example = example
}
