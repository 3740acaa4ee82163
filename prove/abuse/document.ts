import { Ajv, type ValidateFunction } from 'ajv'
import { FORMATS } from '../../service/src/http/formats.ts'
import { inlined } from '../../service/test/support/api-document.ts'

export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly examples?: readonly unknown[]
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

interface Described {
  readonly security: readonly [{ readonly api_key: readonly string[] }]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Record<string, { readonly content: Record<string, { readonly schema: Schema }> }>
}

/** One operation of the API document, with the means to hold an answer against it. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  /** The scope that a key needs. */
  readonly scope: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** By status: what an answer must look like. */
  readonly answers: ReadonlyMap<number, ValidateFunction>
}

const ANY_ERROR = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string', pattern: '^req_' },
  },
}

const createAjv = (): Ajv =>
  new Ajv({
    strict: false,
    formats: Object.fromEntries(Object.entries(FORMATS).map(([name, { test }]) => [name, test])),
  })

const ajv = createAjv()
/** What the introduction of the document says of any request: 404, 405, 431 and what is no HTTP have this shape. */
export const anyError: ValidateFunction = ajv.compile(ANY_ERROR)

export async function readOperations(base: string): Promise<Operation[]> {
  const response = await fetch(`${base}/openapi.json`)
  const { paths } = inlined(await response.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      scope: described.security[0].api_key[0],
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema,
      answers: new Map(
        Object.entries(described.responses).map(([status, { content }]) => [
          Number(status),
          ajv.compile(content['application/json']?.schema ?? false),
        ]),
      ),
    })),
  )
}
