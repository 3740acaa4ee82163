import { type NamedDocument, nameParts } from './openapi-names.ts'
import { ErrorSchema } from './schemas.ts'

interface Schema {
  readonly title?: string
  readonly description?: string | undefined
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly examples?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly items?: Schema
}

interface Media {
  schema?: Schema
  example?: unknown
  examples?: unknown
}

interface Response {
  description: string
  headers?: Record<string, object>
  content?: Record<string, Media>
}

interface Operation {
  parameters?: { in: string; name: string }[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}

export interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { headers?: Record<string, object> }
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

/**
 * Adds what the validating schemas do not hold: response headers, descriptions of successes, whole examples. Then
 * moves repeated schemas to the components.
 */
export function completeDocument(generated: Document): NamedDocument {
  // A copy, because the generated document shares its schemas with the validator.
  const document = structuredClone(generated)
  document.components.headers = HEADERS
  for (const methods of Object.values(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) completeOperation(method, operation)
  }
  return nameParts(document)
}

function completeOperation(method: string, { parameters = [], requestBody, responses }: Operation): void {
  for (const parameter of parameters) if (parameter.in === 'header') parameter.name = inTitleCase(parameter.name)
  if (requestBody) completeBody(requestBody)
  for (const [status, response] of Object.entries(responses)) {
    const success = SUCCESSES[status]
    if (success && response.description === 'Default Response') response.description = success
    for (const media of success ? [] : Object.values(response.content ?? {})) media.schema = asError(media.schema)
    response.headers = Object.fromEntries(
      headersOf(method, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    )
  }
}

/** `Request-Id` for `request-id`: Fastify keeps header names in lower case. */
const inTitleCase = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

/** The error schema of a response: the common `Error` schema, narrowed to the response's codes. */
function asError({ title, description, examples, properties }: Schema = {}): Schema {
  const code = properties?.code
  return {
    ...(title === undefined ? {} : { title, description }),
    allOf: [ErrorSchema as Schema, { type: 'object', properties: code ? { code } : {} }],
    ...(examples ? { examples } : {}),
  }
}

function completeBody(body: NonNullable<Operation['requestBody']>): void {
  const media = Object.values(body.content)
  // The generator marks every body as required. A body that may be null may be absent.
  body.required = !media.some(({ schema }) => schema?.type?.includes('null'))
  for (const one of media) addExample(one)
}

function addExample(media: Media): void {
  if (!media.schema || media.example !== undefined || media.examples !== undefined) return
  const example = exampleOf(media.schema)
  if (example !== undefined) media.example = example
}

/** An example built from the examples of the schema's parts; `undefined` when a required part has none. */
export function exampleOf(schema: Schema): unknown {
  const own = schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (own !== undefined) return own
  if (schema.anyOf) return schema.anyOf.map(exampleOf).find((example) => example !== undefined)
  if (schema.properties) return exampleOfObject(schema.properties, schema.required ?? [])
  const item = schema.items && exampleOf(schema.items)
  return item === undefined ? undefined : [item]
}

function exampleOfObject(properties: Record<string, Schema>, required: readonly string[]): object | undefined {
  const members = Object.entries(properties)
    .filter(([name, schema]) => required.includes(name) || schema.examples)
    .map(([name, schema]) => [name, exampleOf(schema)] as const)
  if (members.length === 0 || members.some(([, example]) => example === undefined)) return undefined
  return Object.fromEntries(members)
}
