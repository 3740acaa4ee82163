import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { Receiver } from './receiver.ts'

/** Makes an event of a connection. */
export const change = (client: Client, connection: string, user_data: object) =>
  client.put(`/account-connection/${connection}`, { user_data })

/** The id of a webhook that calls the receiver. */
export async function subscribed(
  client: Client,
  receiver: Receiver,
  event = 'account_connection.update',
  more: object = {},
) {
  const made = await client.post('/webhook', { url: receiver.url, event, ...more })
  expect(made.status, made.text).toBe(201)
  return made.body.id as string
}

/** Waits until the receiver was called so often. */
export const arrived = (receiver: Receiver, count: number) =>
  expect.poll(() => receiver.calls.length, { interval: 10 }).toBe(count)

export const deliveries = async (client: Client, webhook: string, query = '') =>
  (await client.get(`/webhook/${webhook}/delivery?page_size=100${query}`)).body.data
