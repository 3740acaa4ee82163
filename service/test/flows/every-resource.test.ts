import { beforeAll, describe, expect, it } from 'vitest'
import { inlined } from '../support/api-document.ts'
import type { Client } from '../support/client.ts'
import { terms } from '../support/contracts.ts'
import { pair } from '../support/p2p.ts'
import { person } from '../support/payouts.ts'
import { buyerWith, item } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

let api: Client
let source: string
let destination: string
let buyer: string

beforeAll(async () => {
  const running = await startService()
  api = running.sandbox
  ;({ source, destination } = await pair(api))
  buyer = await buyerWith(api)
})

/** What creating each resource with `user_data` needs. */
const creations = (): Record<string, object> => ({
  '/account-connection': person(),
  '/buyer': {},
  '/payout': { account_connection: source, amount_in_cents: 100 },
  '/p2p': { source, destination, amount_in_cents: 100 },
  '/purchase': { buyer, items: [item(1_000)] },
  '/contract': terms(source),
  '/webhook': { url: 'https://example.com/hook', event: 'payout.update' },
})

const UPDATED = ['/account-connection', '/buyer', '/payout', '/p2p', '/purchase']

describe('on every resource', () => {
  it('user_data is taken and returned up to 1,023 bytes, on creation and by update', async () => {
    const of = (bytes: number) => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) })
    const refused = { status: 400, body: { errors: [{ param: 'user_data', code: 'too_large' }] } }
    for (const [path, body] of Object.entries(creations())) {
      expect(await api.post(path, { ...body, user_data: of(1_024) }), path).toMatchObject(refused)
      const made = await api.post(path, { ...body, user_data: of(1_023) })
      expect([path, made.status, made.body.user_data]).toEqual([path, 201, of(1_023)])
      if (path === '/webhook') await api.delete(`/webhook/${made.body.id}`)
      if (!UPDATED.includes(path)) continue
      const one = `${path}/${made.body.id}`
      expect(await api.put(one, { user_data: of(1_024) }), one).toMatchObject(refused)
      expect((await api.put(one, { user_data: { b: 1 } })).body.user_data).toEqual({ b: 1 })
    }
  })
})

/** Fields that refuse null on creation; see docs/decisions.md. */
const NO_NULL = ['legacy_payout_method', 'auto_refund_on_fraud', 'format']

interface BodySchema {
  readonly properties?: Record<string, BodySchema>
  readonly required?: readonly string[]
  readonly items?: BodySchema
}

describe('every optional field of a creation', () => {
  it('takes null, which is the same as leaving it out', async () => {
    const { paths } = inlined((await api.get('/openapi.json')).body)
    const optional = ({ properties = {}, required = [] }: BodySchema): string[] =>
      Object.keys(properties).filter((name) => !required.includes(name) && !NO_NULL.includes(name))
    const nulls = (schema: BodySchema) => Object.fromEntries(optional(schema).map((name) => [name, null]))
    let fields = 0
    for (const [path, body] of Object.entries(creations())) {
      const schema: BodySchema = paths[path].post.requestBody.content['application/json'].schema
      const { items } = body as { items?: object[] }
      const inItems = schema.properties?.items?.items
      const given = {
        ...nulls(schema),
        ...body,
        ...(items && inItems ? { items: [{ ...items[0], ...nulls(inItems) }] } : {}),
      }
      fields += optional(schema).length
      const made = await api.post(path, given)
      expect(made.status, `${path} ${made.text}`).toBe(201)
      if (path === '/webhook') await api.delete(`/webhook/${made.body.id}`)
      const without = await api.post(path, body)
      expect(Object.keys(made.body).sort(), path).toEqual(Object.keys(without.body).sort())
      if (items) expect(made.body.items).toEqual(without.body.items)
      if (path === '/webhook') await api.delete(`/webhook/${without.body.id}`)
    }
    expect(fields).toBeGreaterThan(20)
  })
})

describe('every list', () => {
  it('begins on page 1, with ten entries to a page', async () => {
    const lists = [
      ...Object.keys(creations()),
      ...['payout', 'contract', 'p2p', `p2p/${destination}`].map((of) => `/account-connection/${source}/${of}`),
      `/buyer/${buyer}/purchase`,
    ]
    for (const path of lists) {
      const { status, body } = await api.get(path)
      expect([path, status, body.pagination]).toEqual([path, 200, { page: 1, page_size: 10, total: body.data.length }])
    }
  })
})
