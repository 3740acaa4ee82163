import { describe, expect, it } from 'vitest'
import { completeDocument, exampleOf } from './openapi-document.ts'

describe('exampleOf', () => {
  it('an object is made of the examples of its parts: those it must have, and those that show one', () => {
    const example = exampleOf({
      properties: {
        name: { examples: ['Alice', 'Bob'] },
        kind: { enum: ['gift', 'sale'] },
        items: { items: { properties: { price: { examples: [100] } }, required: ['price'] } },
        note: { examples: ['Thanks'] },
        page: { default: 1 },
      },
      required: ['name', 'kind', 'items'],
    })
    expect(example).toEqual({ name: 'Alice', kind: 'gift', items: [{ price: 100 }], note: 'Thanks' })
  })

  it('an example of the whole comes first', () => {
    expect(exampleOf({ examples: [{ a: 1 }], properties: { a: { examples: [2] } } })).toEqual({ a: 1 })
  })

  it('a choice takes the first that has one', () => {
    expect(exampleOf({ anyOf: [{}, { const: false }] })).toBe(false)
  })

  it('there is none when a part that must be there has none, or there is nothing to show', () => {
    expect(exampleOf({ properties: { a: { examples: [1] }, b: {} }, required: ['b'] })).toBeUndefined()
    expect(exampleOf({ properties: { a: {} } })).toBeUndefined()
    expect(exampleOf({})).toBeUndefined()
  })
})

it('an example that a route gives itself is kept', () => {
  const content = { 'application/json': { schema: { examples: [1] }, example: 2 } }
  const { paths } = completeDocument({
    components: {},
    paths: { '/a': { post: { requestBody: { content }, responses: {} } } },
  })
  expect(paths['/a']?.post).toMatchObject({ requestBody: { content: { 'application/json': { example: 2 } } } })
})

it('a body that may be null may be absent, every other is required', () => {
  const bodyOf = (type: string | string[]) => ({ content: { 'application/json': { schema: { type } } } })
  const post = { requestBody: bodyOf(['object', 'null']), responses: {} }
  const put = { requestBody: bodyOf('object'), responses: {} }
  const { paths } = completeDocument({ components: {}, paths: { '/a': { post, put } } })
  expect(paths['/a']).toMatchObject({
    post: { requestBody: { required: false } },
    put: { requestBody: { required: true } },
  })
})
