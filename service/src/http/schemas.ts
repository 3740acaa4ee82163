import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../contracts/formats.ts'
import { CATALOGUE, type ProblemCode } from '../kernel/errors.ts'
import {
  encodeCursor,
  PAGE_DEFAULT,
  PAGE_MAX,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  type Page,
  type PageRequest,
} from '../kernel/pages.ts'
import { FORMATS } from './formats.ts'
import { LimitFigures } from './limit-figures.ts'

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

/** Why money did not arrive: a code of ours with `error`, the bank's with `returned`. */
export const FailureCode = (title: string, reasons: Readonly<Record<string, string>>) =>
  Type.Optional(
    Type.String({
      title,
      description: `With \`error\`, why: ${Object.entries(reasons)
        .map(([code, reason]) => `\`${code}\` (${reason})`)
        .join(', ')}. With \`returned\`, the bank's return code. More may be added.`,
      examples: ['R03'],
    }),
  )

/** A named set of values, with the meaning of each in the document: the states of a resource, above all. */
export const Values = <const V extends string>(title: string, about: string, meanings: Readonly<Record<V, string>>) =>
  Type.Unsafe<V>({
    title,
    type: 'string',
    enum: Object.keys(meanings),
    description: [about, '', ...Object.entries(meanings).map(([value, means]) => `- \`${value}\`: ${means}`)].join(
      '\n',
    ),
    'x-enumDescriptions': meanings,
  })

/** A schema with another description where it is used; one with a name keeps its own at its name. */
export const Described = <T extends TSchema>(schema: T, description: string): T =>
  'title' in schema ? { ...schema, 'x-here': description } : { ...schema, description }

/** The id of a resource, in an answer. */
export const ResourceId = (prefix: string, description: string) =>
  Type.String({ description: `${description} Opaque, with the prefix \`${prefix}_\`.`, examples: [exampleId(prefix)] })

export const exampleId = (prefix: string, last = 'a'): string => `${prefix}_01kk3v9x2qf8m6t4w0c5n7d1h${last}`

/** Text that people read: not only white space. */
export const Text = (max: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength: max, pattern: '\\S', 'x-form': 'more than white space', ...options })

/** Its strength is judged where the person is known: see platform/password-strength.ts. */
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })

/** An absolute http or https URL without credentials. The pattern says of the format what tools can use. */
export const HttpUrl = (options: object = {}) =>
  Type.String({
    format: 'uri',
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\\\s]',
    'x-form': FORMATS.uri?.form,
    maxLength: 2_048,
    ...options,
  })

/** The id of another resource, in a body. The schema does not check whether the resource exists. */
export const Reference = (options: object = {}) => Type.String({ minLength: 1, maxLength: 255, ...options })

/** A list whose entries the route validates one by one, so that the error can list every invalid entry. */
export const Entries = <T extends TSchema>(entry: T, options: object = {}) =>
  Type.Unsafe<unknown[]>({ type: 'array', items: { ...entry, 'x-validated-apart': true }, ...options })

export const Timestamp = (options: object = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-11-15T01:12:00.000Z'], ...options })

/** When a resource was made and last changed. */
export const Times = {
  created_at: Timestamp({ description: 'When it was created.' }),
  updated_at: Timestamp({ description: 'When it last changed; `created_at` if it never did.' }),
}

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
 * An optional parameter that also takes `null`: in an update it clears the field. Types are listed rather than joined by
 * `anyOf`, so that a fault is still that of the one parameter.
 */
export const Clearable = <T extends TSchema>(schema: T, whenNull = 'Null clears it.') =>
  orNull('Clearable', schema, whenNull)

/** The same in the body of a creation, where there is nothing to clear. */
export const Nullable = <T extends TSchema>(schema: T) => orNull('Nullable', schema, 'Null is the same as absent.')

function orNull<T extends TSchema>(kind: string, schema: T, whenNull: string) {
  const { title, ...plain } = schema as T & { title?: string; type: string; description?: string }
  const description = [plain.description, whenNull].filter(Boolean).join(' ')
  const name = title === undefined ? {} : { title: `${kind}${title}` }
  return Type.Optional(Type.Unsafe<Static<T> | null>({ ...plain, ...name, type: [plain.type, 'null'], description }))
}

export const IdParam = Closed({ id: Type.String({ description: 'The id of the resource, as the API returned it.' }) })

export const PageQuery = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_MAX,
      default: PAGE_DEFAULT,
      description: 'Page number, counted from what comes first.',
    }),
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
    entry: Type.String({ description: 'What happened, for people.', examples: ['Returned by the bank: no account'] }),
    date: Timestamp({ description: 'When it happened.' }),
    type: Values('ActivityType', 'The kind of entry.', {
      status_change: 'the resource reached a status',
      transfer: 'money moved between your accounts; `entry` names amount and account',
      error: 'something failed; `code` says what',
    }),
    status: Type.String({ description: 'The status of the resource after the entry.', examples: ['returned'] }),
    code: Type.Optional(
      Type.String({
        description:
          'The reason, for programs: a bank’s return code, a decline code, a rejection, `refund`, `chargeback`, `dispute`. Where there is one.',
        examples: ['R03'],
      }),
    ),
  }),
  { description: 'What happened: status changes, internal transfers and errors, oldest first.' },
)

/** The page and period parameters that every list accepts. */
export const periodQuery = {
  ...PageQuery,
  created_after: Type.Optional(Timestamp({ description: 'Only those created after this time.' })),
  created_before: Type.Optional(Timestamp({ description: 'Only those created before this time.' })),
}

export const viewPage = <Row, View>(found: Page<Row>, request: PageRequest, view: (row: Row) => View) => ({
  data: found.data.map(view),
  pagination: {
    page: request.walk?.from?.page ?? request.page,
    page_size: request.pageSize,
    total: found.total,
    ...viewWalked(found, request),
  },
})

/** Only a request that asks for it is told of cursors: every other gets the three fields of version 0.1. */
function viewWalked({ walked }: Page<unknown>, { walk }: PageRequest) {
  if (!walked || !walk) return {}
  const { next, isTotalExact } = walked
  return {
    has_more: next !== undefined,
    ...(next ? { next_cursor: encodeCursor(next, walk.binding) } : {}),
    ...(isTotalExact ? {} : { total_is_minimum: true }),
  }
}

const Pagination = Shape(
  'Pagination',
  {
    page: Type.Integer({
      description: 'The page that was asked for; with `cursor`, counted from where the walk began.',
      examples: [1],
    }),
    page_size: Type.Integer({ description: 'The most entries that a page has.', examples: [10] }),
    total: Type.Integer({
      description: 'How many entries there are on all pages, by the filters given; see `total_is_minimum`.',
      examples: [42],
    }),
    has_more: Type.Optional(
      Type.Boolean({
        description:
          'Whether there may be more: go on with `next_cursor`. A page can be short, or empty, and still have more. Present where the request names `order`, `cursor`, several values or a filter that says so.',
      }),
    ),
    next_cursor: Type.Optional(
      Type.String({
        description:
          'Send it as `cursor`, with the same filters and `order`, for the next page. Absent on the last page.',
      }),
    ),
    total_is_minimum: Type.Optional(
      Type.Boolean({
        description: '`true` where the list was not read to its end: there are at least `total` entries.',
      }),
    ),
  },
  { description: 'Where in the list the page is. A page past the end has no entries and the true `total`.' },
)

/** A page of a list, named after the schema of its items. */
export const ListOf = <T extends TSchema>(item: T, of = (item as { title?: string }).title) =>
  Shape(`${of}Page`, {
    data: Type.Array(item, {
      description: 'The entries of the page: newest first, unless the operation or `order` says otherwise.',
    }),
    pagination: Pagination,
  })

const FaultSchema = Shape('Fault', {
  param: Type.String({
    description: 'The parameter: its path in the body, or its name in the path, query or header.',
    examples: ['items.0.amount_in_cents'],
  }),
  code: Type.String({ description: 'The kind of fault. More may be added.', examples: ['invalid_type'] }),
  message: Type.String({
    description: 'What the value must be; continues a sentence that begins with the parameter.',
    examples: ['must be a whole number'],
  }),
})

const BatchFault = Shape('BatchFault', {
  index: Type.Integer({ description: 'The place of the entry in the batch, from 0.', examples: [3] }),
  code: Type.String({
    description: 'The code that the entry would be answered with by itself.',
    examples: ['permission_not_granted'],
  }),
  message: Type.String({ description: 'One sentence a person can act on.' }),
  request: Type.Unknown({ description: 'The entry as it came.' }),
})

const Message = Type.String({ description: 'One sentence a person can act on.' })
const RequestId = Type.String({
  pattern: '^req_',
  description: 'Names this request in our logs; the same as the header `Request-Id`.',
  examples: [exampleId('req')],
})
const errors = Type.Optional(
  Type.Array(FaultSchema, {
    description: 'With `validation_failed`: every fault of the request, the first of each parameter, at most 100.',
  }),
)
const details = Type.Optional(
  Type.Array(BatchFault, { description: 'With `batch_invalid`: every failing entry, in the order of the batch.' }),
)
const existing_id = Type.Optional(
  Type.String({
    description: 'With a code that ends in `_taken` or `_exists`: the id of the resource that is there already.',
    examples: [exampleId('acon')],
  }),
)
const attempts = {
  failed_commits: Type.Optional(
    Type.Integer({ description: 'With `incorrect_code`: wrong codes so far, this one included.', examples: [1] }),
  ),
  attempts_left: Type.Optional(
    Type.Integer({ description: 'With `incorrect_code`: how many more codes may be tried.', examples: [2] }),
  ),
}

const scope = Type.Optional(
  Type.String({ description: 'With `scope_missing`: the scope that the API key needs.', examples: ['payouts'] }),
)
const limit = Type.Optional(
  Described(LimitFigures, 'With `limit_exceeded`: the limit, what is used and left of it, and when it is free again.'),
)
const decline_code = Type.Optional(
  Type.String({
    description:
      'With `card_declined`: why, as the card network says it; in sandbox `card_declined`, `insufficient_funds` or `expired_card`. The same stands in the purchase’s `activity`.',
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
  limit,
})

const inPascalCase = (name: string): string => `_${name}`.replace(/_(.)/g, (_all, letter) => letter.toUpperCase())

/**
 * Names of the sets of codes that many routes share under one status, in alphabetical order of their codes. A set with a
 * name stands in the document once.
 */
const ERROR_SETS: Record<string, string> = {
  'malformed_request validation_failed': 'InvalidRequestError',
  'malformed_json malformed_request validation_failed': 'InvalidBodyError',
  'key_expired unauthorized': 'UnauthorizedError',
  'network_not_allowed scope_missing': 'KeyNotAllowedError',
  'network_not_allowed permission_not_granted scope_missing': 'PermissionOrKeyError',
  'approval_not_allowed network_not_allowed scope_missing': 'ApprovalOrKeyError',
  'enterprise_suspended limit_exceeded network_not_allowed permission_not_granted scope_missing': 'PayoutRefusedError',
  'enterprise_suspended limit_exceeded network_not_allowed scope_missing': 'PayoutsRefusedError',
  'enterprise_suspended network_not_allowed permission_not_granted scope_missing': 'P2pRefusedError',
  'enterprise_suspended network_not_allowed scope_missing': 'CommitRefusedError',
  'idempotency_key_reused invalid_state': 'StateOrKeyReuseError',
  'external_id_taken invalid_state': 'StateOrExternalIdError',
  'external_id_taken idempotency_key_reused': 'ExternalIdOrKeyReuseError',
}

/** The schema of a single code is named after it, that of a recurring set by the table. Others have no name. */
function errorName(codes: readonly ProblemCode[]): { title?: string } {
  const name = codes.length === 1 ? inPascalCase(String(codes[0])).replace(/Error$/, '') : undefined
  const title = name ? `${name}Error` : ERROR_SETS[codes.toSorted().join(' ')]
  return title === undefined ? {} : { title }
}

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
      ...(codes.includes('limit_exceeded') ? { limit } : {}),
    },
    {
      ...errorName(codes),
      description: codes.map((code) => `\`${code}\`: ${CATALOGUE[code].means}`).join('\n\n'),
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
