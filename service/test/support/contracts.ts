import { expect } from 'vitest'
import type { Database } from '../../src/platform/database.ts'
import type { Answer, Client } from './client.ts'

export const terms = (connection: string, overrides: object = {}) => ({
  account_connection: connection,
  type: 'deposit_split',
  deposit_source: 'video_ads',
  split_percent_amount: 10,
  ...overrides,
})

/** A contract the creator has not answered yet. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function offered(client: Client, connection: string, overrides: object = {}): Promise<any> {
  const made = await client.post('/contract', terms(connection, overrides))
  expect(made.status, made.text).toBe(201)
  return made.body
}

export const answer = (client: Client, contract: string, decision: 'accept' | 'decline'): Promise<Answer> =>
  client.post('/sandbox/contract', { contract, decision })

/** A contract the creator has accepted. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export async function agreed(client: Client, connection: string, overrides: object = {}): Promise<any> {
  const { id } = await offered(client, connection, overrides)
  const accepted = await answer(client, id, 'accept')
  expect(accepted, accepted.text).toMatchObject({ status: 200, body: { status: 'active' } })
  return accepted.body
}

export const deposit = (
  client: Client,
  connection: string,
  amount: number,
  source = 'video_ads',
  idempotencyKey?: string,
): Promise<Answer> =>
  client.post(
    '/sandbox/deposit',
    { account_connection: connection, deposit_source: source, amount_in_cents: amount },
    idempotencyKey ? { idempotencyKey } : {},
  )

// biome-ignore lint/suspicious/noExplicitAny: as above
export async function readContract(client: Client, id: string): Promise<any> {
  const found = await client.get(`/contract/${id}`)
  expect(found.status, found.text).toBe(200)
  return found.body
}

/** The changes of contracts that the enterprise was to hear of, oldest first. */
export async function contractEvents(database: Database, contract: string): Promise<string[]> {
  const rows = await database.sql<{ at: Date }[]>`
    select at from events where type = 'contract.update' and resource = ${contract} order by position`
  return rows.map(({ at }) => at.toISOString())
}
