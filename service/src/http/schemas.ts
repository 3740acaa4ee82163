import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contracts/formats.ts'
import { CATALOGUE, type ProblemCode } from '../kernel/errors.ts'
import {
  PAGE_DEFAULT,
  PAGE_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  type Page,
  type PageRequest,
} from '../kernel/pages.ts'

/** A request object that refuses unknown fields by name. */
export const Closed = <T extends TProperties>(properties: T, options: object = {}): TObject<T> =>
  Type.Object(properties, { additionalProperties: false, ...options })

/** An object with its own name in the API document. */
export const Shape = <T extends TProperties>(title: string, properties: T, options: object = {}): TObject<T> =>
  Type.Object(properties, { title, ...options })

/** A request object with its own name in the API document. */
export const Body = <T extends TProperties>(title: string, properties: T, options: object = {}): TObject<T> =>
  Closed(properties, { title, ...options })

export const OneOf = <const V extends string>(values: readonly V[], options: object = {}) =>
  Type.Unsafe<V>({ type: 'string', enum: values, ...options })

/** Text that people read: not only white space. */
export const Text = (max: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength: max, pattern: '\\S', 'x-form': 'more than white space', ...options })

/** Its strength is judged where the person is known: see platform/password-strength.ts. */
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })

/** The id of another resource, in a body. The schema does not check whether the resource exists. */
export const Reference = (options: object = {}) => Type.String({ minLength: 1, maxLength: 255, ...options })

/** A list whose entries the route validates one by one, so that the error can list every invalid entry. */
export const Entries = <T extends TSchema>(entry: T, options: object = {}) =>
  Type.Unsafe<unknown[]>({ type: 'array', items: { ...entry, 'x-validated-apart': true }, ...options })

export const Timestamp = (options: object = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-11-15T01:12:00.000Z'], ...options })

/** The spec's "serialized under 1 KB". */
export const UserData = Type.Unsafe<Record<string, unknown>>({
  title: 'UserData',
  type: 'object',
  additionalProperties: true,
  'x-max-bytes': 1_023,
  description: 'Any JSON object under 1 KB when serialized. Not used by the service, never shown to end users.',
  examples: [{ order: 'A-1001' }],
})

/**
 * An optional parameter that also takes `null`: on creation the same as absent, in an update it clears the field. Types are
 * listed rather than joined by `anyOf`, so that a fault is still that of the one parameter.
 */
export function Clearable<T extends TSchema>(schema: T, whenNull = 'Null clears it.') {
  const { title: _named, ...plain } = schema as T & { title?: string; type: string; description?: string }
  const description = [plain.description, whenNull].filter(Boolean).join(' ')
  return Type.Optional(Type.Unsafe<Static<T> | null>({ ...plain, type: [plain.type, 'null'], description }))
}

/** The same in the body of a creation, where there is nothing to clear. */
export const Nullable = <T extends TSchema>(schema: T) => Clearable(schema, 'Null is the same as absent.')

export const IdParam = Closed({ id: Type.String({ description: 'The id of the resource.' }) })

export const PageQuery = {
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: PAGE_DEFAULT, description: 'Page number, newest first.' }),
  ),
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT, description: 'Entries per page.' }),
  ),
}

/** Splits a list's query into the page and the filter. */
export function listRequest<Query extends { page?: number; page_size?: number }>({
  page,
  page_size,
  ...filter
}: Query) {
  return { page: { page: page ?? PAGE_DEFAULT, pageSize: page_size ?? PAGE_SIZE_DEFAULT }, filter }
}

export const Activity = Type.Array(
  Shape('ActivityEntry', {
    entry: Type.String({ examples: ['Returned by the bank: no account'] }),
    date: Timestamp(),
    type: OneOf(['status_change', 'transfer', 'error']),
    status: Type.String({ examples: ['returned'] }),
    code: Type.Optional(Type.String({ examples: ['R03'] })),
  }),
  { description: 'What happened: status changes, internal transfers and errors, oldest first.' },
)

/** The page and period parameters that every list accepts. */
export const periodQuery = {
  ...PageQuery,
  created_after: Type.Optional(Timestamp()),
  created_before: Type.Optional(Timestamp()),
}

export const listQuery = <Status extends string>(statuses: readonly Status[]) => ({
  ...periodQuery,
  status: Type.Optional(OneOf(statuses)),
})

export const viewPage = <Row, View>(
  { data, total }: Page<Row>,
  { page, pageSize }: PageRequest,
  view: (row: Row) => View,
) => ({
  data: data.map(view),
  pagination: { page, page_size: pageSize, total },
})

const Pagination = Shape('Pagination', { page: Type.Integer(), page_size: Type.Integer(), total: Type.Integer() })

/** A page of a list, named after the schema of its items. */
export const ListOf = <T extends TSchema>(item: T, of = (item as { title?: string }).title) =>
  Shape(`${of}Page`, { data: Type.Array(item), pagination: Pagination })

const FaultSchema = Shape('Fault', {
  param: Type.String({ examples: ['items.0.amount_in_cents'] }),
  code: Type.String({ examples: ['invalid_type'] }),
  message: Type.String({ examples: ['must be a whole number'] }),
})

const BatchFault = Shape('BatchFault', {
  index: Type.Integer(),
  code: Type.String(),
  message: Type.String(),
  request: Type.Unknown({ description: 'The entry as it came.' }),
})

const Message = Type.String({ description: 'One sentence a person can act on.' })
const RequestId = Type.String({ pattern: '^req_', examples: ['req_01kk3v9x2qf8m6t4w0c5n7d1ha'] })
const errors = Type.Optional(Type.Array(FaultSchema))
const details = Type.Optional(Type.Array(BatchFault))
const existing_id = Type.Optional(Type.String())
const attempts = { failed_commits: Type.Optional(Type.Integer()), attempts_left: Type.Optional(Type.Integer()) }

const scope = Type.Optional(Type.String({ description: 'The scope that the API key needs.', examples: ['payouts'] }))
const decline_code = Type.Optional(
  Type.String({
    description:
      'Why the card was declined, as the card network says it; in sandbox `card_declined`, `insufficient_funds` or `expired_card`. The same stands in the purchase’s `activity`.',
    examples: ['insufficient_funds'],
  }),
)

/** The fields of all errors, for the API document. */
export const ErrorSchema = Shape('Error', {
  message: Message,
  code: Type.String({ description: 'For programs. More may be added.', examples: ['not_found'] }),
  request_id: RequestId,
  errors,
  details,
  existing_id,
  decline_code,
  ...attempts,
  scope,
})

const inPascalCase = (name: string): string => `_${name}`.replace(/_(.)/g, (_all, letter) => letter.toUpperCase())

/**
 * The schema of a single code has a name, and so has that of 401, whose codes are the same everywhere. Where several codes
 * share another status, the schema has none.
 */
const errorName = (codes: readonly ProblemCode[]): { title?: string } =>
  codes.length === 1 || codes[0] === 'unauthorized'
    ? { title: `${inPascalCase(String(codes[0]).replace(/_error$/, ''))}Error` }
    : {}

const errorSchema = (codes: readonly ProblemCode[]): TSchema =>
  Type.Object(
    {
      message: Message,
      code: OneOf(codes),
      request_id: RequestId,
      ...(codes.includes('validation_failed') ? { errors } : {}),
      ...(codes.includes('batch_invalid') ? { details } : {}),
      ...(codes.some((code) => code.endsWith('_taken') || code.endsWith('_exists')) ? { existing_id } : {}),
      ...(codes.includes('card_declined') ? { decline_code } : {}),
      ...(codes.includes('incorrect_code') ? attempts : {}),
      ...(codes.includes('scope_missing') ? { scope } : {}),
    },
    {
      ...errorName(codes),
      description: codes.map((code) => `\`${code}\`: ${CATALOGUE[code].means}`).join('\n\n'),
      examples: codes.slice(0, 1).map((code) => ({
        message: CATALOGUE[code].means.replaceAll('`', ''),
        code,
        request_id: 'req_01kk3v9x2qf8m6t4w0c5n7d1ha',
      })),
    },
  )

/** The error body with any code. */
export const AnyError = errorSchema(Object.keys(CATALOGUE) as ProblemCode[])

const EVERYWHERE: readonly ProblemCode[] = [
  'validation_failed',
  'malformed_request',
  'unauthorized',
  'key_expired',
  'scope_missing',
  'network_not_allowed',
  'rate_limited',
  'internal_error',
  'unavailable',
  'request_timeout',
]
const WITH_BODY: readonly ProblemCode[] = ['malformed_json', 'body_too_large', 'unsupported_media_type']

/** The errors that a route can answer, by status: those of every route, of its method and path, and its own. */
export function errorResponses(method: string, url: string, own: readonly ProblemCode[] = []): Record<number, TSchema> {
  const codes = new Set<ProblemCode>([...EVERYWHERE, ...own])
  if (method !== 'GET' && method !== 'DELETE') for (const code of WITH_BODY) codes.add(code)
  if (method === 'POST') codes.add('idempotency_key_reused')
  if (url.includes('/:')) codes.add('not_found')
  const byStatus = Map.groupBy(codes, (code) => CATALOGUE[code].status)
  return Object.fromEntries(
    [...byStatus].sort(([a], [b]) => a - b).map(([status, group]) => [status, errorSchema(group)]),
  )
}
