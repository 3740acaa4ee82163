import { type ApiDocument, type Operation, operationsOf, resolve, type Schema } from './schema.ts'

const HEAD = `// Generated from the API document by \`npm run sdk\`. Do not edit.

export interface Field {
  readonly name: string
  readonly type: 'text' | 'number' | 'boolean' | 'list' | 'json'
  readonly does: string
  readonly in: 'body' | 'query'
  readonly isRequired?: true
  readonly values?: readonly string[]
  /** JSON Schema of a value that is an object, or a list of objects. */
  readonly schema?: object
}

export interface Described {
  readonly summary: string
  readonly params: readonly string[]
  readonly answers: 'one' | 'pages' | 'positions'
  readonly fields: readonly Field[]
}
`

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'json'

const KINDS: Readonly<Record<string, Kind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
}

/** How the value of an option is read. */
function kindOf(document: ApiDocument, schema: Schema): Kind {
  const { type, items } = resolve(document, schema)
  const [first = 'object'] = [type ?? []].flat()
  if (first === 'array') return resolve(document, items ?? {}).type === 'string' ? 'list' : 'json'
  return KINDS[first] ?? 'json'
}

const firstSentence = (text = ''): string => (/^.*?\.(?=\s|$)/.exec(text.replace(/\s+/g, ' '))?.[0] ?? text).trim()

function fieldOf(document: ApiDocument, name: string, schema: Schema, place: 'body' | 'query', isRequired: boolean) {
  const found = resolve(document, schema)
  const allowed = found.enum ?? resolve(document, found.items ?? {}).enum
  const values = allowed?.filter((value) => typeof value === 'string')
  return {
    name,
    type: kindOf(document, schema),
    does: firstSentence(schema.description ?? found.description),
    in: place,
    ...(isRequired ? { isRequired: true } : {}),
    ...(values ? { values } : {}),
    ...(kindOf(document, schema) === 'json' ? { schema: wholeSchema(document, schema) } : {}),
  }
}

const DEPTH_MAX = 6

/** A schema with its references resolved, and without what a reader of it does not need. */
function wholeSchema(document: ApiDocument, schema: Schema, depth = 0): object {
  const { type, properties, required, items, enum: values, description, anyOf, oneOf } = resolve(document, schema)
  const inner = (one: Schema): object => (depth < DEPTH_MAX ? wholeSchema(document, one, depth + 1) : {})
  const variants = anyOf ?? oneOf
  return {
    ...(type === undefined ? {} : { type }),
    ...(description === undefined || depth === 0 ? {} : { description: firstSentence(description) }),
    ...(values ? { enum: values } : {}),
    ...(required ? { required } : {}),
    ...(properties
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])) }
      : {}),
    ...(items ? { items: inner(items) } : {}),
    ...(variants ? { anyOf: variants.map(inner) } : {}),
  }
}

function described(document: ApiDocument, { summary, params, answers, query, body }: Operation): object {
  const { properties = {}, required = [] } = body ? resolve(document, body) : {}
  return {
    summary,
    params,
    answers,
    fields: [
      ...Object.entries(properties).map(([name, schema]) =>
        fieldOf(document, name, schema, 'body', required.includes(name)),
      ),
      ...query.map(({ name, schema, required: isRequired, description }) =>
        fieldOf(document, name, description ? { ...schema, description } : schema, 'query', isRequired === true),
      ),
    ],
  }
}

/** The operations as the command describes them and reads their options. */
export function cliText(document: ApiDocument): string {
  const entries = operationsOf(document).map((operation) => [operation.id, described(document, operation)])
  return `${HEAD}
export const DESCRIBED: Readonly<Record<string, Described>> = ${JSON.stringify(Object.fromEntries(entries), null, 2)}
`
}
