import { describe, expect, it } from 'vitest'
import { completeDocument, type Document, makeDocument } from './openapi-document.ts'
import { Described, Values } from './schemas.ts'

const NONE = { operations: {}, errors: {} }
const body = (schema: object) => ({ content: { 'application/json': { schema } } })

it('a body that may be null may be absent, every other is required', () => {
  const post = { requestBody: body({ type: ['object', 'null'] }), responses: {} }
  const put = { requestBody: body({ type: 'object' }), responses: {} }
  const { paths } = completeDocument({ components: {}, paths: { '/a': { post, put } } }, NONE)
  expect(paths['/a']).toMatchObject({
    post: { requestBody: { required: false } },
    put: { requestBody: { required: true } },
  })
})

describe('recorded examples', () => {
  const generated = (): Document => ({
    components: {},
    paths: {
      '/a': {
        post: {
          operationId: 'createA',
          requestBody: body({ type: 'object' }),
          responses: {
            201: { description: 'Default Response', ...body({ type: 'object' }) },
            409: {
              description: 'Conflict',
              ...body({ properties: { code: { enum: ['invalid_state', 'p2p_expired'] } } }),
            },
          },
        },
      },
    },
  })
  const recorded = {
    operations: { createA: { request: { a: 1 }, responses: { 201: { id: 'a_1' } } } },
    errors: { invalid_state: { code: 'invalid_state' } },
  }

  it('stand with the body and the success of their operation, and each error at the component of its code', () => {
    const { paths, components } = completeDocument(generated(), recorded)
    expect(paths['/a']).toMatchObject({
      post: {
        requestBody: { content: { 'application/json': { example: { a: 1 } } } },
        responses: {
          201: { content: { 'application/json': { example: { id: 'a_1' } } } },
          409: {
            content: {
              'application/json': { examples: { invalid_state: { $ref: '#/components/examples/invalid_state' } } },
            },
          },
        },
      },
    })
    expect(components).toMatchObject({ examples: { invalid_state: { value: { code: 'invalid_state' } } } })
  })

  it('of codes that nobody recorded do not stand there', () => {
    const { paths } = completeDocument(generated(), NONE)
    expect(JSON.stringify(paths)).not.toContain('example')
  })
})

it('a named schema keeps its description, and is described anew where a parameter uses it', () => {
  const color = Values('Color', 'A color.', { red: 'like blood' })
  const { description: _moved, ...lifted } = Described(color, 'Only those of this color.') as unknown as Record<
    string,
    string
  >
  const get = {
    parameters: [{ in: 'query', name: 'color', description: 'A color.\n\n- `red`: like blood', schema: lifted }],
    responses: {},
  }
  const { paths, components } = completeDocument({ components: {}, paths: { '/a': { get } } }, NONE)
  expect(paths['/a']).toMatchObject({
    get: {
      parameters: [
        { name: 'color', description: 'Only those of this color.', schema: { $ref: '#/components/schemas/Color' } },
      ],
    },
  })
  expect(components.schemas.Color).toEqual(color)
})

it('the text of the document is made in steps, between which others have their turn', async () => {
  let turns = 0
  let over = false
  const count = (): void => {
    turns++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const generated = (): Document => ({ components: {}, paths: { '/a': { get: { responses: {} } } } })
  const made = await makeDocument(generated, NONE)
  over = true
  expect(made).toEqual(completeDocument(generated(), NONE))
  expect(turns).toBeGreaterThanOrEqual(3)
})
