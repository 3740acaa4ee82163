import { expect } from 'vitest'
import type { Answer, Client } from './client.ts'
import { connected } from './payouts.ts'

export const CODE = '000000'
export const WRONG = '999999'
/** What a sandbox creator's account starts with. */
export const PURSE = 500_000

const PERMISSIONS = { requested_permissions: ['payment.credit', 'payment.debit'] }

/** An active `direct` connection with both permissions. */
export const creator = (client: Client, overrides: object = {}): Promise<string> =>
  connected(client, 'direct', { ...PERMISSIONS, ...overrides })

export interface Pair {
  readonly source: string
  readonly destination: string
}

export async function pair(client: Client): Promise<Pair> {
  const [source, destination] = await Promise.all([
    creator(client, { first_name: 'Sara', last_name: 'Source' }),
    creator(client, { first_name: 'Dora', last_name: 'Destination' }),
  ])
  return { source, destination }
}

/** A payment that was asked for; answers it. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function asked(client: Client, between: Pair, amount = 1_000, more: object = {}): Promise<any> {
  const made = await client.post('/p2p', { ...between, amount_in_cents: amount, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}

export const commit = (client: Client, id: string, code = CODE, idempotencyKey?: string): Promise<Answer> =>
  client.post(`/p2p/${id}/commit`, { code }, idempotencyKey ? { idempotencyKey } : {})

// biome-ignore lint/suspicious/noExplicitAny: as above
export async function readP2p(client: Client, id: string): Promise<any> {
  const answer = await client.get(`/p2p/${id}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
