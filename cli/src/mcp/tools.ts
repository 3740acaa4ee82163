import { OPERATIONS, type Operations, RESOURCES, type Tributary } from '../../../sdk/typescript/src/index.ts'
import { DESCRIBED, type Described, type Field } from '../generated/operations.ts'

export type Arguments = Readonly<Record<string, unknown>>

/** An operation of the API as a tool. */
export interface ApiTool {
  readonly name: string
  readonly operation: string
  readonly isRead: boolean
  /** Whether it belongs to the sandbox's simulations, which move no money of anybody. */
  readonly isSimulation: boolean
  readonly canBeTried: boolean
  readonly described: Described
  call(client: Tributary, args: Arguments, options: { idempotencyKey?: string; signal?: AbortSignal }): Promise<object>
}

/** Answers of these are secrets, which no model needs to see. */
const WITHHELD: readonly string[] = ['getWebhookSecret', 'rotateWebhookSecret']

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const TYPES: Readonly<Record<Field['type'], object>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string' } },
  json: {},
}

function fieldSchema({ type, does, values, schema }: Field): object {
  const own = schema ?? TYPES[type]
  const allowed = values ? (type === 'list' ? { items: { type: 'string', enum: values } } : { enum: values }) : {}
  return { ...own, ...allowed, ...(does ? { description: does } : {}) }
}

/** The token of a call that was described and is now confirmed. */
export const CONFIRMATION = 'confirmation'

const CONFIRMATION_SCHEMA = {
  type: 'string',
  description:
    'The token of the answer that described this call. Send it with the same arguments once the person has agreed.',
}

/** JSON Schema of a tool's arguments: the parameters of the path and the fields of body and query. */
export function inputSchemaOf({ described: { params, fields }, isRead }: ApiTool): {
  type: 'object'
  properties: Record<string, object>
  required: string[]
  additionalProperties: false
} {
  const required = [...params, ...fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)]
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(params.map((name) => [name, { type: 'string', description: `The ${name} in the path.` }])),
      ...Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
      ...(isRead ? {} : { [CONFIRMATION]: CONFIRMATION_SCHEMA }),
    },
    required,
    additionalProperties: false,
  }
}

const pick = (args: Arguments, fields: readonly Field[], place: Field['in']): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .filter((field) => field.in === place && args[field.name] !== undefined)
      .map(({ name }) => [name, args[name]]),
  )

type AnyMethod = (...words: unknown[]) => PromiseLike<object>

function toTool(resource: string, verb: string, operation: string): ApiTool {
  const described = DESCRIBED[operation]
  if (!described) throw new Error(`${operation} is not described: run npm run sdk`)
  const { params, fields } = described
  const { method, takes } = OPERATIONS[operation as keyof Operations]
  return {
    name: `${snake(resource)}_${snake(verb)}`,
    operation,
    isRead: method === 'GET',
    isSimulation: resource === 'sandbox',
    canBeTried: fields.some(({ name }) => name === 'dry_run'),
    described,
    async call(client, args, options) {
      const own = (client as unknown as Record<string, Record<string, AnyMethod>>)[resource]?.[verb] as AnyMethod
      const [body, query] = [pick(args, fields, 'body'), pick(args, fields, 'query')]
      const input = { body: [body, { ...options, query }], query: [query, options], nothing: [options] }[takes]
      return own(...params.map((name) => String(args[name] ?? '')), ...input)
    },
  }
}

/** A tool for every operation of the API but those that answer secrets. */
export const TOOLS: readonly ApiTool[] = Object.entries(RESOURCES).flatMap(([resource, verbs]) =>
  Object.entries(verbs)
    .filter(([, operation]) => !WITHHELD.includes(operation))
    .map(([verb, operation]) => toTool(resource, verb, operation)),
)
