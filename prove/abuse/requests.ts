import fc from 'fast-check'
import type { Operation, Schema } from './document.ts'
import { type KnownIds, valuesFor } from './values.ts'

/** What is wrong with a request, if anything; the number is how often it comes. */
const BREAKS = {
  nothing: 20,
  'a field missing': 2,
  'a field of another type': 4,
  'an unknown field': 2,
  'a field beyond bounds': 4,
  'another body': 1,
  'no JSON': 1,
  'another content type': 1,
  'an odd path': 2,
  'an odd query': 2,
  'an odd idempotency key': 1,
  'an odd credential': 3,
  'another method': 1,
} as const

type Break = keyof typeof BREAKS

export interface Request {
  readonly operation: Operation
  readonly broken: Break
  /** Path or method are not the operation's any more: the document says of those only how errors look. */
  readonly unrouted: boolean
  /** Its credential does not allow the operation: no answer may be a success. */
  readonly forbidden: boolean
  readonly bytes: Buffer
}

const OTHER_VALUES: readonly unknown[] = [null, true, 0, -1, 1.5, 'text', '', [], {}, [[]], [null], { a: { b: 1 } }]
const LONG = 'x'.repeat(20_000)
const BEYOND: readonly unknown[] = [
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  1e300,
  10_000_000_000,
  LONG,
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\ufeff',
  "'; drop table payouts; --",
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  Array(1_000).fill({}),
  nested(80),
]
const UNKNOWN_FIELDS = ['unknown', '__proto__', 'constructor', 'toString', 'id', 'tenant_id', 'x'.repeat(500), 'ñ', '']
const OTHER_BODIES = ['[]', '"text"', '1', 'null', 'true', '[{}]', '{}']
const NO_JSON = ['{', '', 'nul', '{"a":1}}', "{'a':1}", '{"a":1,"a":2}', '\ufeff{}', '{"a":01}', '{"a":NaN}', '[[[[']
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'multipart/form-data',
  '',
  'x',
]
const ODD_IDS = [
  '%00',
  '..%2f..%2fadmin',
  'a'.repeat(2_000),
  '%',
  '%zz',
  '%F0%9F%92%B8',
  "'%20or%201=1--",
  '%ff%fe',
  '.',
  '*',
]
const ODD_QUERIES = [
  'page=0',
  'page=-1',
  'page=1e9',
  'page=999999999999',
  'page_size=1001',
  'page_size=x',
  'page=1&page=2',
]
const MORE_QUERIES = [
  'x=1',
  'status=nothing',
  'status[]=sent',
  'created_after=yesterday',
  '__proto__=1',
  '%00=%00',
  '&&&',
  '=',
]
const ODD_KEYS = ['', 'k'.repeat(256), '\u0001', 'ключ', ' ']
const METHODS = ['PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'QUERY', 'PROPFIND']

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

interface Drawn {
  readonly path: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly key: string | undefined
  readonly broken: Break
  /** Which of several, whatever there is to choose. */
  readonly dice: readonly [number, number, number]
}

const recordOf = (operation: Operation, where: 'path' | 'query', ids: KnownIds) => {
  const parameters = operation.parameters.filter((one) => one.in === where)
  const members = parameters.map(({ name, schema }) => [name, valuesFor(schema, name, operation.path, ids)] as const)
  const requiredKeys = where === 'path' ? parameters.map(({ name }) => name) : []
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true })
}

/** Requests of one operation, valid and broken, always the same for the same seed. */
export function requestsOf(
  operation: Operation,
  ids: KnownIds,
  keys: Credentials,
  { count, seed }: { readonly count: number; readonly seed: number },
): Request[] {
  const weighted = Object.entries(BREAKS).map(([broken, weight]) => ({
    weight,
    arbitrary: fc.constant(broken as Break),
  }))
  const drawing = fc.record({
    path: recordOf(operation, 'path', ids),
    query: recordOf(operation, 'query', ids),
    body: operation.body ? valuesFor(operation.body, '', operation.path, ids) : fc.constant(undefined),
    key: fc.option(fc.uuid(), { nil: undefined, freq: 3 }),
    broken: fc.oneof(...weighted),
    dice: fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6)),
  })
  return fc.sample(drawing, { numRuns: count, seed }).map((drawn) => build(operation, drawn as Drawn, keys))
}

const one = <T>(choices: readonly T[], dice: number): T => choices[dice % choices.length] as T

export interface Credentials {
  readonly own: string
  /** Of the same enterprise, at the other environment. */
  readonly other: string
  /** With the scope `read` alone. */
  readonly reader: string
  readonly expired: string
  /** Allowed from a network that these requests do not come from. */
  readonly elsewhere: string
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

function build(operation: Operation, drawn: Drawn, keys: Credentials): Request {
  const { broken, dice } = drawn
  const method = broken === 'another method' ? one(METHODS, dice[0]) : operation.method
  const headers = ['Host: x', ...credential(broken, dice[0], keys), ...idempotency(operation, drawn)]
  const body = bodyOf(operation, drawn)
  if (body !== undefined) {
    const type = broken === 'another content type' ? one(CONTENT_TYPES, dice[0]) : 'application/json'
    headers.push(`Content-Type: ${type}`, `Content-Length: ${body.length}`)
  }
  const head = `${method} /enterprise/v1${target(operation, drawn)} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
  const unrouted = broken === 'an odd path' || broken === 'another method'
  const forbidden =
    broken === 'an odd credential' && !(operation.scope === 'read' && head.includes(basic(`${keys.reader}:`)))
  const bytes = Buffer.concat([Buffer.from(head), body ?? Buffer.alloc(0)])
  return { operation, broken, unrouted, forbidden, bytes }
}

function target({ path }: Operation, { path: params, query, broken, dice }: Drawn): string {
  const odd = broken === 'an odd path' ? one(ODD_IDS, dice[0]) : undefined
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => odd ?? encode(String(params[name])))
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(String(value))}`)
  if (broken === 'an odd query') pairs.push(one([...ODD_QUERIES, ...MORE_QUERIES], dice[0]))
  const whole = odd !== undefined && filled === path ? `${path}/${odd}` : filled
  return pairs.length > 0 ? `${whole}?${pairs.join('&')}` : whole
}

/** Half a surrogate pair cannot be written in a URL. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

function credential(broken: Break, dice: number, keys: Credentials): string[] {
  const { own, other, reader, expired, elsewhere } = keys
  if (broken !== 'an odd credential') return [`Authorization: ${basic(`${own}:`)}`]
  const odd = [
    [],
    ...[other, reader, expired, elsewhere].map((key) => [`Authorization: ${basic(`${key}:`)}`]),
    [`Authorization: ${basic('sk_sandbox_nobody:')}`],
    [`Authorization: ${basic(`${own}:password`)}`],
    [`Authorization: Bearer ${own}`],
    ['Authorization: Basic ???'],
    ['Authorization: '],
    [`Authorization: ${basic(`${LONG}:`)}`.slice(0, 9_000)],
  ]
  return one(odd, dice)
}

function idempotency({ method }: Operation, { broken, key, dice }: Drawn): string[] {
  if (broken === 'an odd idempotency key') return [`Idempotency-Key: ${one(ODD_KEYS, dice[0])}`]
  return key !== undefined && method === 'POST' ? [`Idempotency-Key: ${key}`] : []
}

function bodyOf({ body: schema }: Operation, drawn: Drawn): Buffer | undefined {
  const { body, broken, dice } = drawn
  if (schema === undefined) return undefined
  if (broken === 'another body') return Buffer.from(one(OTHER_BODIES, dice[0]))
  if (broken === 'no JSON') {
    return dice[1] % 5 === 0 ? Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) : Buffer.from(one(NO_JSON, dice[0]))
  }
  return Buffer.from(JSON.stringify(mistaken(body, schema, broken, dice)))
}

/** The body with one thing wrong, somewhere in it. */
function mistaken(body: unknown, schema: Schema, broken: Break, dice: Drawn['dice']): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const names = Object.keys(schema.properties ?? body)
  const name = one(names.length > 0 ? names : ['x'], dice[0])
  switch (broken) {
    case 'a field missing': {
      const { [one(schema.required ?? names, dice[0])]: _gone, ...rest } = body as Record<string, unknown>
      return rest
    }
    case 'a field of another type':
      return { ...body, [name]: one(OTHER_VALUES, dice[1]) }
    case 'a field beyond bounds':
      return { ...body, [name]: one(BEYOND, dice[1]) }
    case 'an unknown field':
      return JSON.parse(
        `${JSON.stringify(body).slice(0, -1)}${Object.keys(body).length ? ',' : ''}${JSON.stringify(one(UNKNOWN_FIELDS, dice[1]))}:1}`,
      )
    default:
      return body
  }
}
