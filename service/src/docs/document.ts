/** The parts of the API document that the reference shows. */
export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface DocumentOperation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

export interface ApiDocument {
  readonly info: { readonly description?: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Answer>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

/** An operation as the reference shows it. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string | undefined
  readonly scope: string | undefined
  /** The parameters of its path and of its query. */
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  readonly example: unknown
  readonly answers: readonly {
    readonly status: string
    readonly schema: Schema | undefined
    readonly example: unknown
  }[]
  readonly errors: readonly string[]
}

const JSON_TYPE = 'application/json'

export const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ''

export const resolveSchema = ({ components }: ApiDocument, schema: Schema): Schema =>
  schema.$ref ? (components.schemas[nameOf(schema.$ref)] ?? {}) : schema

const namedParameter = ({ components }: ApiDocument, parameter: Parameter & { readonly $ref?: string }): Parameter =>
  parameter.$ref ? (components.parameters?.[nameOf(parameter.$ref)] ?? parameter) : parameter

const namedAnswer = ({ components }: ApiDocument, answer: Answer): Answer =>
  answer.$ref ? (components.responses?.[nameOf(answer.$ref)] ?? answer) : answer

/** The codes that a schema of an error allows. */
function codesIn(document: ApiDocument, schema: Schema): string[] {
  const { properties, allOf = [] } = resolveSchema(document, schema)
  const own = (properties?.code?.enum ?? []) as string[]
  return [...own, ...allOf.flatMap((part) => codesIn(document, part))]
}

function toOperation(document: ApiDocument, method: string, path: string, found: DocumentOperation): Operation {
  const entries = Object.entries(found.responses).map(([status, answer]) => ({
    status,
    media: namedAnswer(document, answer).content?.[JSON_TYPE],
  }))
  const isError = ({ status }: { readonly status: string }): boolean => Number(status) >= 400
  const codes = entries.filter(isError).flatMap(({ media }) => (media ? codesIn(document, media.schema) : []))
  const sent = found.requestBody?.content?.[JSON_TYPE]
  return {
    id: found.operationId,
    method: method.toUpperCase(),
    path,
    tag: found.tags?.[0] ?? '',
    summary: found.summary ?? found.operationId,
    description: found.description,
    scope: found.security?.[0]?.api_key?.[0],
    parameters: (found.parameters ?? []).map((one) => namedParameter(document, one)),
    body: sent?.schema,
    example: sent?.example,
    answers: entries
      .filter((entry) => !isError(entry))
      .map(({ status, media }) => ({ status, schema: media?.schema, example: media?.example })),
    errors: [...new Set(codes)],
  }
}

const operationsIn = (document: ApiDocument, paths: ApiDocument['paths']): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toOperation(document, method, path, operation)),
  )

/** Every operation, and the call that a webhook's receiver gets. */
export const operationsOf = (document: ApiDocument): Operation[] => [
  ...operationsIn(document, document.paths),
  ...operationsIn(document, document.webhooks ?? {}),
]
