import {
  type ApiDocument,
  errorCodes,
  namedSchemas,
  nameOf,
  type Operation,
  operationsOf,
  type Schema,
} from './schema.ts'

const HEAD = '// Generated from the API document by `npm run sdk`. Do not edit.\n'

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const union = (parts: readonly string[]): string => [...new Set(parts)].join(' | ')

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** The TypeScript type of a schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return union(variants.map(typeOf))
  const types = [schema.type ?? []].flat()
  if (schema.enum) return union([...schema.enum.map(literal), ...(types.includes('null') ? ['null'] : [])])
  return types.length === 0 ? 'unknown' : union(types.map((type) => SIMPLE[type] ?? structureOf(schema, type)))
}

function structureOf(schema: Schema, type: string): string {
  if (type === 'array') {
    const item = typeOf(schema.items ?? {})
    return /[ |&]/.test(item) ? `Array<${item}>` : `${item}[]`
  }
  return schema.properties ? `{\n${membersOf(schema)}}` : 'Record<string, unknown>'
}

function membersOf({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => member(name, typeOf(schema), required.includes(name), schema.description))
    .join('')
}

const comment = (text: string | undefined): string =>
  text
    ? `/** ${text
        .replaceAll('*/', '*\\/')
        .replace(/\s*\n\s*/g, ' ')
        .trim()} */\n`
    : ''

const member = (name: string, type: string, isRequired: boolean, description?: string): string =>
  `${comment(description)}${/^\w+$/.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}\n`

function schemaText([name, schema]: [string, Schema]): string {
  const isObject = schema.properties !== undefined && schema.type === 'object'
  return isObject
    ? `${comment(schema.description)}export interface ${name} {\n${membersOf(schema)}}\n`
    : `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`
}

/** A query takes one value for a list of one. */
const queryType = (schema: Schema): string =>
  schema.type === 'array'
    ? `${typeOf(schema.items ?? {})} | ReadonlyArray<${typeOf(schema.items ?? {})}>`
    : typeOf(schema)

function operationText({ id, summary, params, query, body, answer, tried, item }: Operation): string {
  const parts = [
    `params: [${params.map((name) => `${name}: string`).join(', ')}]`,
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(query.length > 0
      ? [
          `query: {\n${query.map(({ name, schema, required, description }) => member(name, queryType(schema), required === true, description ?? schema.description)).join('')}}`,
        ]
      : []),
    `answer: ${typeOf(answer)}`,
    ...(tried ? [`tried: ${typeOf(tried)}`] : []),
    ...(item ? [`item: ${typeOf(item)}`] : []),
  ]
  return `${comment(summary)}${id}: {\n${parts.join('\n')}\n}\n`
}

const takes = ({ body, query }: Operation): string => (body ? 'body' : query.length > 0 ? 'query' : 'nothing')

const entryText = (operation: Operation): string =>
  `${operation.id}: { method: '${operation.method}', path: '${operation.path}', takes: '${takes(operation)}', answers: '${operation.answers}' },\n`

/** Two spaces for each brace that is open. */
function indented(text: string): string {
  let depth = 0
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth--
      const shown = line === '' ? '' : '  '.repeat(depth) + line
      if (line.endsWith('{')) depth++
      return shown
    })
    .join('\n')
}

const ENTRY = `interface OperationEntry {
readonly method: string
readonly path: string
readonly takes: 'body' | 'query' | 'nothing'
readonly answers: 'one' | 'pages' | 'positions'
}
`

/** The types of the TypeScript library, and the table of its operations. */
export function typescriptText(document: ApiDocument): string {
  const operations = operationsOf(document)
  const parts = [
    HEAD,
    `/** The codes of errors. */\nexport type ErrorCode = ${union(errorCodes(document).map(literal))}\n`,
    ...namedSchemas(document).map(schemaText),
    `/** Every operation of the API: the parameters of its path, its body or query, and its answer. */\nexport interface Operations {\n${operations.map(operationText).join('')}}\n`,
    ENTRY,
    `export const OPERATIONS: { readonly [Name in keyof Operations]: OperationEntry } = {\n${operations.map(entryText).join('')}}\n`,
  ]
  return indented(parts.join('\n')).replaceAll('\n\n\n', '\n\n')
}
