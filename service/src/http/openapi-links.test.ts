import { expect, it } from 'vitest'
import { addLinks } from './openapi-links.ts'

const shows = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const operation = (operationId: string, status: number, name: string) => ({
  operationId,
  summary: operationId,
  responses: { [status]: shows(name), 404: shows('Error') },
})

it('an answer leads to the operations of the resource that it shows, and to the resources it refers to', () => {
  const { paths, components } = addLinks({
    paths: {
      '/b2b': { post: operation('createB2b', 201, 'B2b') },
      '/b2b/{id}': { get: operation('getB2b', 200, 'B2b') },
      '/money-order': { post: operation('createOrder', 201, 'Order') },
      '/money-order/{id}': { get: operation('getOrder', 200, 'Order') },
      '/money-order/{id}/note/{note_id}': { get: operation('getNote', 200, 'Note') },
      '/note': { get: operation('listNotes', 200, 'NotePage') },
    },
    components: {
      schemas: {
        B2b: { properties: { id: {} } },
        Order: { properties: { id: {} } },
        Note: { properties: { id: {}, money_order: {} } },
        NotePage: { properties: { data: {} } },
      },
      responses: {},
      parameters: {},
    },
  })
  expect(paths).toMatchObject({
    '/money-order': { post: { responses: { 201: { links: { getOrder: { $ref: '#/components/links/getOrder' } } } } } },
    '/money-order/{id}/note/{note_id}': {
      get: { responses: { 200: { links: { getOrderOfNote: { $ref: '#/components/links/getOrderOfNote' } } } } },
    },
  })
  expect(components).toMatchObject({
    links: {
      getB2b: { operationId: 'getB2b', parameters: { id: '$response.body#/id' } },
      getOrder: { operationId: 'getOrder', parameters: { id: '$response.body#/id' } },
      getOrderOfNote: { operationId: 'getOrder', parameters: { id: '$response.body#/money_order' } },
    },
  })
  expect(JSON.stringify(paths['/note'])).not.toContain('links')
  expect(JSON.stringify(paths['/money-order/{id}'])).not.toContain('links')
})
