/** The parts of an OpenAPI document that the generators read. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface DocumentOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>
}

export interface ApiDocument {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Content>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

/** An operation as the libraries need it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string | undefined
  /** The parameters of the path, in its order. */
  readonly params: readonly string[]
  readonly query: readonly Parameter[]
  readonly body: Schema | undefined
  readonly answer: Schema
  /** The answer to a dry run, where there is one. */
  readonly tried: Schema | undefined
  /** How a list is read on: by page numbers, or by positions. */
  readonly answers: 'one' | 'pages' | 'positions'
  readonly item: Schema | undefined
}

const JSON_TYPE = 'application/json'

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

export const resolve = (document: ApiDocument, schema: Schema): Schema =>
  schema.$ref ? resolve(document, document.components.schemas[nameOf(schema.$ref)] ?? {}) : schema

/**
 * `PUT /account-connection/{id}` takes a buyer's id, too, because the specification lists it so. The libraries have a
 * method of its own for that, so the first variant is meant here.
 */
const firstVariant = (schema: Schema): Schema => schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema

/** An empty body is none. */
const isNothing = (document: ApiDocument, schema: Schema): boolean => {
  const { type, properties } = resolve(document, schema)
  return Array.isArray(type) && type.includes('null') && Object.keys(properties ?? {}).length === 0
}

function parameterOf(document: ApiDocument, found: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in found)) return found
  const named = document.components.parameters?.[nameOf(found.$ref)]
  if (!named) throw new Error(`${found.$ref} leads nowhere`)
  return named
}

function toOperation(document: ApiDocument, method: string, path: string, found: DocumentOperation): Operation {
  const answered = (status: string): Schema | undefined => found.responses[status]?.content?.[JSON_TYPE]?.schema
  const answer = firstVariant(answered('201') ?? answered('200') ?? {})
  const sent = found.requestBody?.content?.[JSON_TYPE]?.schema
  const body = sent && !isNothing(document, sent) ? firstVariant(sent) : undefined
  const { data, pagination } = resolve(document, answer).properties ?? {}
  const paged = pagination && Object.keys(resolve(document, pagination).properties ?? {})
  return {
    id: found.operationId,
    method: method.toUpperCase(),
    path,
    summary: found.summary ?? found.operationId,
    description: found.description,
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: (found.parameters ?? []).map((one) => parameterOf(document, one)).filter((one) => one.in === 'query'),
    body,
    answer,
    tried: answered('201') && answered('200'),
    answers: paged === undefined ? 'one' : paged.includes('total') ? 'pages' : 'positions',
    item: paged === undefined ? undefined : data?.items,
  }
}

export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(document, method, path, operation)),
  )
}

/** Schemas that the libraries name: all but those of single errors, which are one type with many codes. */
export function namedSchemas(document: ApiDocument): [string, Schema][] {
  return Object.entries(document.components.schemas).filter(
    ([name, schema]) => !(schema.allOf || name === 'Error' || name === 'NoBody'),
  )
}

/** Every error code that an operation of the document can answer, sorted. */
export function errorCodes(document: ApiDocument): string[] {
  const codes = new Set<string>()
  const collect = (schema: Schema): void => {
    const { properties, allOf } = resolve(document, schema)
    for (const code of properties?.code?.enum ?? []) codes.add(String(code))
    for (const part of allOf ?? []) collect(part)
  }
  for (const methods of Object.values(document.paths)) {
    for (const { responses } of Object.values(methods)) {
      for (const [status, { $ref, content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue
        const named = $ref ? document.components.responses[nameOf($ref)]?.content : content
        for (const { schema } of Object.values(named ?? {})) collect(schema)
      }
    }
  }
  // The description of the document names these: they belong to no operation.
  for (const code of ['method_not_allowed', 'headers_too_large', 'idempotency_in_progress']) codes.add(code)
  return [...codes].sort()
}
