import { describe, expect, it } from 'vitest'
import { nameParts } from './openapi-names.ts'

const documentOf = (...schemas: object[]) => ({
  paths: Object.fromEntries(schemas.map((schema, nth) => [nth, schema])),
})
const item = { title: 'Item', type: 'object', properties: { name: { type: 'string' } } }

describe('nameParts', () => {
  it('says a schema with a title once, at whatever depth it stands', () => {
    const order = { title: 'Order', type: 'object', properties: { items: { type: 'array', items: item } } }
    const { paths, components } = nameParts(documentOf({ schema: order }, { schema: item }))
    expect(paths).toEqual({
      0: { schema: { $ref: '#/components/schemas/Order' } },
      1: { schema: { $ref: '#/components/schemas/Item' } },
    })
    expect(components.schemas).toEqual({
      Item: item,
      Order: {
        ...order,
        properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Item' } } },
      },
    })
  })

  it('takes no title of a value, nor a property that is called so, for a name', () => {
    const schema = { properties: { title: { type: 'string' } }, examples: [{ title: 'Item' }] }
    const { paths, components } = nameParts(documentOf({ schema }))
    expect([paths[0], components.schemas]).toEqual([{ schema }, {}])
  })

  it('refuses two shapes under one name', () => {
    expect(() => nameParts(documentOf(item, { ...item, type: 'array' }))).toThrow('called Item')
  })

  it('says an error that has a name once, with its description and headers', () => {
    const response = { description: 'Gone.', content: { 'application/json': { schema: item } } }
    const { paths, components } = nameParts(documentOf({ responses: { 404: response, 200: response } }))
    expect(paths[0]).toMatchObject({
      responses: { 404: { $ref: '#/components/responses/Item' }, 200: { description: 'Gone.' } },
    })
    expect(components.responses).toMatchObject({ Item: { description: 'Gone.' } })
  })

  it('says a parameter that several operations take once, named after itself or after its schema', () => {
    const page = { in: 'query', name: 'page_size', schema: { type: 'integer' } }
    const state = { in: 'query', name: 'status', schema: { title: 'OrderStatus', type: 'string' } }
    const own = { in: 'query', name: 'since', schema: { type: 'string' } }
    const { paths, components } = nameParts({
      paths: { '/a': { get: { parameters: [page, state, own] } }, '/b': { get: { parameters: [page, state] } } },
    })
    const refs = [{ $ref: '#/components/parameters/PageSize' }, { $ref: '#/components/parameters/OrderStatus' }]
    expect(paths).toEqual({ '/a': { get: { parameters: [...refs, own] } }, '/b': { get: { parameters: refs } } })
    expect(components.parameters).toEqual({
      OrderStatus: { ...state, schema: { $ref: '#/components/schemas/OrderStatus' } },
      PageSize: page,
    })
  })

  it('names a second form of a parameter by the tag of its operation, too', () => {
    const [one, other] = ['integer', 'string'].map((type) => [{ in: 'query', name: 'after', schema: { type } }])
    const uses = [one, other, one, other].map((parameters) => ({ tags: ['Audit log'], parameters }))
    const { paths } = nameParts({ paths: Object.fromEntries(uses.map((get, nth) => [nth, { get }])) })
    const refs = ['After', 'AuditlogAfter'].map((name) => [{ $ref: `#/components/parameters/${name}` }])
    expect(Object.values(paths).map(({ get }) => (get as { parameters: object[] }).parameters)).toEqual([
      ...refs,
      ...refs,
    ])
  })
})
