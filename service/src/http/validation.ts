import { _, Ajv, type ErrorObject } from 'ajv'
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { type Fault, Problem, problem, validationFailed } from '../kernel/errors.ts'
import { findUnstorable } from '../kernel/json.ts'
import { firstFaultOfEachParam, paramName, unstorableFault } from './faults.ts'
import { FORMATS } from './formats.ts'
import { shareByText } from './shared-compile.ts'

interface SchemaShape {
  readonly type?: string
  readonly properties?: Record<string, SchemaShape>
}

function createAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, coerceTypes: false, useDefaults: false })
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format.test)
  countCharacters(ajv)
  ajv.addKeyword({
    keyword: 'x-max-bytes',
    type: ['object', 'array'],
    schemaType: 'number',
    errors: false,
    validate: (max: number, data: unknown) => Buffer.byteLength(JSON.stringify(data)) <= max,
  })
  ajv.addKeyword({
    keyword: 'x-before-year',
    type: 'string',
    schemaType: 'number',
    errors: false,
    // A text that is not a time is the `format` keyword's fault, not this one's.
    validate: (year: number, text: string) => !(Date.parse(text) >= Date.UTC(year, 0, 1)),
  })
  return ajv
}

/** How many characters a text has, as people and JSON Schema count them: a surrogate pair is one. */
function charactersIn(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** Whether a text has more characters than that. A megabyte is not counted to find it longer than a name. */
const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || charactersIn(text) > max)

const isShorter = (text: string, min: number): boolean =>
  text.length < 2 * min && (text.length < min || charactersIn(text) < min)

/** Ajv's own keywords count every character of every text, and twice where there are both bounds. */
function countCharacters(ajv: Ajv): void {
  for (const [keyword, isFault] of Object.entries({ maxLength: isLonger, minLength: isShorter })) {
    ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword,
      type: 'string',
      schemaType: 'number',
      // The first fault of a parameter is told: an empty text is too short before it is of another form.
      before: 'pattern',
      code(context) {
        const judge = context.gen.scopeValue('func', { ref: isFault })
        context.fail(_`${judge}(${context.data}, ${context.schemaCode})`)
      },
      error: { message: 'has another length', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    })
  }
}

const article = (type: string): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`
const typeInWords = (type: string): string => (type === 'boolean' ? '`true` or `false`' : article(type))
const list = (values: readonly unknown[]): string => values.map((value) => `\`${value}\``).join(', ')

/** The fault of each schema keyword. The message follows the parameter's name. */
const KEYWORDS: Record<string, (error: ErrorObject) => { code: string; message: string; child?: string }> = {
  required: ({ params }) => ({ code: 'required', message: 'is required', child: params.missingProperty }),
  additionalProperties: ({ params }) => ({
    code: 'unknown_field',
    message: 'is not a known parameter',
    child: params.additionalProperty,
  }),
  // Where several types are allowed, `null` is the second: the message names the first.
  type: ({ params }) => ({ code: 'invalid_type', message: `must be ${typeInWords([params.type].flat()[0])}` }),
  enum: ({ params: { allowedValues: all } }) => ({
    code: 'invalid_value',
    message: all.length === 1 ? `must be ${list(all)}` : `must be one of ${list(all)}`,
  }),
  const: ({ params }) => ({ code: 'invalid_value', message: `must be \`${params.allowedValue}\`` }),
  minLength: ({ params }) => ({
    code: 'too_short',
    message: params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`,
  }),
  maxLength: ({ params }) => ({ code: 'too_long', message: `must have at most ${params.limit} characters` }),
  minimum: ({ params }) => ({ code: 'out_of_range', message: `must be at least ${params.limit}` }),
  maximum: ({ params }) => ({ code: 'out_of_range', message: `must be at most ${params.limit}` }),
  minItems: ({ params }) => ({
    code: 'too_few',
    message: `must have at least ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`,
  }),
  maxItems: ({ params }) => ({ code: 'too_many', message: `must have at most ${params.limit} entries` }),
  uniqueItems: () => ({ code: 'duplicate', message: 'must not hold the same value twice' }),
  minProperties: ({ params }) => ({ code: 'too_few', message: `must name at least ${params.limit} parameter` }),
  pattern: ({ parentSchema }) => ({
    code: 'invalid_format',
    message: `must be ${parentSchema?.['x-form'] ?? 'well-formed'}`,
  }),
  format: ({ params }) => ({
    code: 'invalid_format',
    message: `must be ${FORMATS[params.format]?.form ?? 'well-formed'}`,
  }),
  'x-before-year': ({ schema }) => ({ code: 'out_of_range', message: `must be before the year ${schema}` }),
  'x-max-bytes': ({ schema }) => ({
    code: 'too_large',
    message: `must be under ${Number(schema) + 1} bytes when serialized as JSON`,
  }),
}

const segment = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~')

function toFault(error: ErrorObject): Fault {
  const described = KEYWORDS[error.keyword]?.(error) ?? { code: 'invalid', message: error.message ?? 'is not valid' }
  const path = error.instancePath.split('/').slice(1).map(segment)
  if (described.child !== undefined) path.push(described.child)
  const integer = error.keyword === 'type' && [error.params.type].flat()[0] === 'integer'
  return {
    param: paramName(path),
    code: described.code,
    message: integer ? 'must be a whole number' : described.message,
  }
}

/** Stops at the limit of `firstFaultOfEachParam`: a body may hold a million faults. */
function toFaults(errors: readonly ErrorObject[] | null | undefined, root: string): Fault[] {
  return firstFaultOfEachParam(Iterator.from(errors ?? []).map(toFault), root)
}

/** How a value of a query string is read where the schema wants a type other than text. Other values stay as they are. */
const DECODERS: Record<string, (value: string) => unknown> = {
  integer: (value) => (/^(0|-?[1-9]\d*)$/.test(value) ? Number(value) : value),
  boolean: (value) => (value === 'true' || value === 'false' ? value === 'true' : value),
}

/** Converts values of a query string, which holds only text, to the types that the schema wants. */
function decodeQuery(schema: SchemaShape, query: Record<string, unknown>): void {
  for (const name in query) {
    const type = schema.properties?.[name]?.type ?? ''
    const value = query[name]
    const decode = DECODERS[type]
    if (decode && typeof value === 'string') query[name] = decode(value)
    if (type === 'array' && value !== undefined) query[name] = [...new Set([value].flat().flatMap(valuesOf))]
  }
}

/** Several values come as several parameters, or with commas. */
const valuesOf = (value: unknown): unknown[] => (typeof value === 'string' ? value.split(',') : [value])

/** Validates a part of a body, for commands that report the faults of each part by itself. */
export function createValidate<T extends TSchema>(schema: T): (value: unknown) => Fault[] {
  const validate = createAjv().compile(schema)
  return (value) => (validate(value) ? [] : toFaults(validate.errors, ''))
}

/** A JSON replacer that removes the schemas of `Entries`, which the route validates itself. */
const withoutEntrySchemas = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'x-validated-apart' in value ? {} : value

const ROOTS: Record<string, string> = { body: 'body', querystring: 'query', headers: 'headers', params: 'path' }

/** How a fault names its parameter, by the part of the request. */
const FAULTS: Record<string, (fault: Fault) => Fault> = {
  // The fault of one of several values is that of the parameter.
  querystring: (fault) =>
    fault.code === 'unknown_field' ? fault : { ...fault, param: fault.param.replace(/\.\d+$/, '') },
  headers: (fault) => (fault.param === 'idempotency-key' ? { ...fault, param: 'Idempotency-Key' } : fault),
}

const ajv = createAjv()

/** Compiling is most of a server's start, and the environments have the same routes: equal schemas share a validator. */
const compileShared = shareByText((text) => ajv.compile(JSON.parse(text)))

/** Validation without coercion, defaults or removal: a request is taken as it is, or refused. */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  return ({ schema, httpPart = 'body' }) => {
    const validate = compileShared(JSON.stringify(schema, withoutEntrySchemas))
    return (data: unknown) => {
      if (httpPart === 'querystring') decodeQuery(schema as SchemaShape, data as Record<string, unknown>)
      // Bodies were checked when they were parsed. Node refuses a header with a NUL, and reads every other byte as one
      // character, so that none holds half of a surrogate pair.
      const unstorable = httpPart === 'body' || httpPart === 'headers' ? [] : findUnstorable(data)
      // No stored id holds such a character, so in a path it is a 404. In a query or header it is a fault.
      if (httpPart === 'params' && unstorable.length > 0)
        return { error: problem('not_found', 'There is no resource with this id.') }
      if (validate(data) && unstorable.length === 0) return { value: data }
      const found = [...unstorable.map(unstorableFault), ...toFaults(validate.errors, '')]
      const named = found.map(FAULTS[httpPart] ?? ((fault) => fault))
      return { error: validationFailed(firstFaultOfEachParam(named, ROOTS[httpPart] ?? 'body')) }
    }
  }
}

/** The parts behind each in the order of validation. */
const BEHIND: Readonly<Record<string, readonly ('querystring' | 'headers')[]>> = {
  body: ['querystring', 'headers'],
  querystring: ['headers'],
}

/** Fastify stops at the first part of a request that has a fault: adds those of the parts behind it. */
export function withEveryFault(error: unknown, request: FastifyRequest): unknown {
  const { validationContext = '' } = error as { readonly validationContext?: string }
  const data = { querystring: request.query, headers: request.headers }
  const more = (BEHIND[validationContext] ?? []).flatMap((part) => {
    // Typed as a boolean; ours answers as `createValidatorCompiler` has it.
    const result = request.getValidationFunction(part)?.(data[part]) as { error?: unknown } | undefined
    return faultsOf(result?.error)
  })
  return more.length === 0 ? error : validationFailed(firstFaultOfEachParam([...faultsOf(error), ...more], ''))
}

const faultsOf = (error: unknown): readonly Fault[] => (error instanceof Problem ? (error.details.errors ?? []) : [])
