import { beforeAll, describe, expect, it } from 'vitest'
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
      if (!UPDATED.includes(path)) continue
      const one = `${path}/${made.body.id}`
      expect(await api.put(one, { user_data: of(1_024) }), one).toMatchObject(refused)
      expect((await api.put(one, { user_data: { b: 1 } })).body.user_data).toEqual({ b: 1 })
    }
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
