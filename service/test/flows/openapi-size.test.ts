import { beforeAll, describe, expect, it } from 'vitest'
import { inlined } from '../support/api-document.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let written: any

/** The same with its references followed. */
// biome-ignore lint/suspicious/noExplicitAny: as above
let document: any

beforeAll(async () => {
  running = await startService()
  written = await (await fetch(`${running.roots.sandbox}/enterprise/v1/openapi.json`)).json()
  document = inlined(written)
})

/** Every part of the document that is an object, with the key it stands under. */
function* partsOf(value: unknown, under = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [under, value as Record<string, unknown>]
  for (const [key, part] of Object.entries(value)) yield* partsOf(part, key)
}

const TEXTS = new Set(['description', 'summary', 'x-enumDescriptions', 'example', 'examples'])

/** The size without what people read: descriptions and examples may grow, while what stands around them is said once. */
const structureOf = (whole: object): number =>
  JSON.stringify(whole, (key, value) => (TEXTS.has(key) ? undefined : value)).length

/** One of these keywords stands in every schema, response and parameter. */
const KINDS = ['type', 'allOf', 'anyOf', 'oneOf', 'content', 'in']

const TWICE_MAX = 300

/** Bytes of structure for each operation: routes add to the document, repetition must not. */
const STRUCTURE_MAX = 2_650

/** The size of a part without what it refers to. */
const weightOf = (part: object): number =>
  JSON.stringify(part, (key, value) => (typeof value?.$ref === 'string' || key === 'links' ? 0 : value)).length

describe('the OpenAPI document', () => {
  it('says each of them once, in the same order every time', async () => {
    const { schemas } = written.components
    expect(Object.keys(schemas)).toEqual(Object.keys(schemas).sort())
    const titled = [...partsOf(written.paths), ...partsOf(schemas)].filter(
      ([under, { title }]) => under !== 'examples' && typeof title === 'string',
    )
    expect(titled.map(([under, { title }]) => [under, title])).toEqual(Object.keys(schemas).map((name) => [name, name]))
    const again = await (await fetch(`${(await startService()).roots.sandbox}/enterprise/v1/openapi.json`)).json()
    expect(again).toEqual(written)
  })

  it('refers only to what is there, and to everything that is', () => {
    const refs = new Set([...partsOf(written)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])))
    const named = ['schemas', 'responses', 'parameters', 'headers', 'examples', 'links'].flatMap((kind) =>
      Object.keys(written.components[kind]).map((name) => `#/components/${kind}/${name}`),
    )
    expect([...refs].sort()).toEqual(named.sort())
  })

  it('is no larger than it must be', () => {
    const operations = Object.values(written.paths).flatMap((methods) => Object.keys(methods as object)).length
    expect(structureOf(written) / operations).toBeLessThan(STRUCTURE_MAX)
    expect(structureOf(written)).toBeLessThan(structureOf(document) / 3)
  })

  it('writes no schema, response or parameter of any size out twice', () => {
    const withoutExamples = JSON.parse(
      JSON.stringify(written, (key, value) => (key === 'example' || key === 'examples' ? undefined : value)),
    )
    const texts = [...partsOf(withoutExamples)]
      .filter(([, part]) => KINDS.some((keyword) => keyword in part) && weightOf(part) > TWICE_MAX)
      .map(([, part]) => JSON.stringify(part))
    expect(texts.filter((text, nth) => texts.indexOf(text) !== nth)).toEqual([])
  })
})
