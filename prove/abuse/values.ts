import fc from 'fast-check'
import type { Schema } from './document.ts'

/** Ids by the prefix of their kind: the caller's own, another tenant's, and ones that nobody has. */
export type KnownIds = Readonly<Record<string, readonly string[]>>

/** Which kinds of ids a parameter of this name takes. */
const PREFIXES: Record<string, readonly string[]> = {
  account_connection: ['acon'],
  source: ['acon'],
  destination: ['acon'],
  peer_id: ['acon'],
  buyer: ['buy'],
  purchase: ['pch'],
  refund: ['rfd'],
  payout: ['pay'],
  withdrawal: ['wdr'],
  contract: ['con'],
  delivery_id: ['dlv'],
  after: ['evt'],
  resource: ['pay', 'acon', 'pch'],
  external_id: ['external'],
  path: ['keyed_path'],
  idempotency_key: ['key'],
}

const BY_PATH: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/account-connection/, ['acon', 'buy']],
  [/^\/buyer/, ['buy']],
  [/^\/payout/, ['pay']],
  [/^\/withdrawal/, ['wdr']],
  [/^\/approval/, ['apr']],
  [/^\/purchase/, ['pch']],
  [/^\/refund/, ['rfd']],
  [/^\/p2p/, ['p2p']],
  [/^\/contract/, ['con']],
  [/^\/webhook/, ['wh']],
  [/^\/embed-origin/, ['emb']],
  [/^\/alert/, ['alr']],
]

export const prefixesOf = (name: string, path: string): readonly string[] | undefined =>
  name === 'id' ? BY_PATH.find(([pattern]) => pattern.test(path))?.[1] : PREFIXES[name]

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  email: fc.nat(1e6).map((nth) => `creator.${nth}@example.com`),
  uri: fc.constantFrom('https://example.com/hook', 'https://example.com/a?b=c', 'http://localhost:1/'),
  'date-time': fc
    .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  date: fc.constantFrom('1990-01-31', '2001-02-28', '1970-12-01'),
  'us-routing-number': fc.constantFrom('021000021', '011401533'),
  'us-state': fc.constantFrom('IL', 'NY', 'CA'),
}

const TEXT = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })

const fits = ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema, text: string): boolean =>
  [...text].length >= minLength && [...text].length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))

function textOf(schema: Schema): fc.Arbitrary<string> {
  const format = schema.format && FORMATS[schema.format]
  if (format) return format
  const shown = (schema.examples ?? []).filter((one): one is string => typeof one === 'string' && fits(schema, one))
  const { minLength = 0, maxLength = 40, pattern } = schema
  if (pattern && pattern !== '\\S') {
    const plain = pattern.replaceAll(/\(\?=[^)]*\)/g, '')
    return pick(
      shown,
      fc.stringMatching(new RegExp(plain)).filter((text) => fits(schema, text)),
    )
  }
  const size = { minLength, maxLength: Math.min(maxLength, minLength + 40) }
  const plain = fc.string({ ...size, unit: 'grapheme' }).filter((text) => fits(schema, text))
  return pick(shown, plain)
}

const pick = <T>(shown: readonly T[], other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  shown.length > 0 ? fc.oneof(fc.constantFrom(...shown), other) : other

function numberOf({ minimum = -1e9, maximum = 1e9, type, examples = [] }: Schema): fc.Arbitrary<number> {
  const shown = examples.filter((one): one is number => typeof one === 'number')
  if (type === 'integer') {
    const [min, max] = [Math.ceil(minimum), Math.floor(maximum)]
    return pick(
      shown,
      fc.oneof(
        fc.integer({ min, max: Math.min(max, min + 5_000) }),
        fc.maxSafeInteger().map((n) => clamp(n, min, max)),
      ),
    )
  }
  return pick(shown, fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }))
}

const clamp = (value: number, min: number, max: number): number => min + (Math.abs(value) % (max - min + 1))

const ARRAY_MAX = 4

/** Values that the schema allows, as far as a schema can say. Names that mean an id get one. */
export function valuesFor(schema: Schema, name: string, path: string, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesFor(one, name, path, ids)))
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return fc.oneof(...types.map((type) => valuesFor({ ...schema, type }, name, path, ids)))
  switch (types[0]) {
    case 'string': {
      const known = prefixesOf(name, path)?.flatMap((prefix) => ids[prefix] ?? []) ?? []
      return known.length > 0 ? fc.constantFrom(...known) : textOf(schema)
    }
    case 'integer':
    case 'number':
      return numberOf({ ...schema, type: types[0] })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const minLength = schema.minItems ?? 0
      const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? ARRAY_MAX, ARRAY_MAX))
      return fc.array(valuesFor(schema.items ?? {}, name, path, ids), { minLength, maxLength })
    }
    case 'object':
      return objectOf(schema, path, ids)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf(schema: Schema, path: string, ids: KnownIds): fc.Arbitrary<unknown> {
  const { properties, required = [] } = schema
  if (!properties) return fc.dictionary(TEXT, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 })
  const members = Object.entries(properties).map(([key, member]) => [key, valuesFor(member, key, path, ids)] as const)
  const requiredKeys = required.filter((key) => Object.hasOwn(properties, key))
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true })
}
