import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { connected } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService()
})

interface Case {
  /** Makes one and says where it is. */
  make(client: Client): Promise<string>
  /** Updates that say what is so already. */
  readonly same: readonly object[]
  /** One that does change it. */
  readonly other: object
}

const post = async (client: Client, path: string, body: object): Promise<string> => {
  const { body: made } = await client.post(path, body)
  return `${path}/${made.id}`
}

const CASES: Record<string, Case> = {
  connection: {
    make: async (client) => `/account-connection/${await connected(client, 'direct')}`,
    same: [{}],
    other: { display_name: 'Ada' },
  },
  payout: {
    make: async (client) =>
      post(client, '/payout', {
        account_connection: await connected(client, 'direct'),
        amount_in_cents: 100,
        description: 'Prize',
        user_data: { a: 1 },
        date: '2099-01-01T00:00:00Z',
      }),
    same: [{}, { description: 'Prize' }, { user_data: { a: 1 } }],
    other: { description: 'Another' },
  },
  buyer: {
    make: (client) => post(client, '/buyer', { first_name: 'Bob', user_data: { a: 1, b: 2 } }),
    same: [{}, { first_name: 'Bob' }, { first_name: 'Bob', user_data: { b: 2, a: 1 } }],
    other: { first_name: 'Rob' },
  },
  purchase: {
    make: async (client) => {
      const { body: buyer } = await client.post('/buyer', {})
      const items = [{ name: 'Ticket', amount_in_cents: 500 }]
      return post(client, '/purchase', { buyer: buyer.id, items, user_data: { a: 1 } })
    },
    same: [{}, { auto_refund_on_fraud: false }, { user_data: { a: 1 } }],
    other: { user_data: {} },
  },
}

describe('an update that says what is so already', () => {
  it.each(Object.entries(CASES))('of a %s is neither written nor told', async (_name, { make, same, other }) => {
    const { sandbox } = await running.enterprise()
    const path = await make(sandbox)
    const before = (await sandbox.get(path)).body
    const events = async () => (await sandbox.get('/event')).body.data.length
    const told = await events()
    for (const body of same) {
      expect((await sandbox.put(path, body)).status).toBe(200)
      expect((await sandbox.get(path)).body.updated_at, JSON.stringify(body)).toBe(before.updated_at)
      expect(await events(), JSON.stringify(body)).toBe(told)
    }
    expect((await sandbox.put(path, other)).status).toBe(200)
    expect(await events()).toBe(told + 1)
  })
})
