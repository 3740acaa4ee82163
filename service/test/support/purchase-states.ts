import type { Client } from './client.ts'
import { advance } from './payouts.ts'
import { bought, buyerWith, ordered, SETTLED_SECONDS } from './purchases.ts'

export const change = (client: Client, id: string, body: object) => client.put(`/purchase/${id}`, body)

/** A purchase in each state. */
export const REACH: Record<string, (client: Client) => Promise<string>> = {
  created: async (client) => (await ordered(client, await buyerWith(client))).id,
  pending: async (client) => (await bought(client, await buyerWith(client))).id,
  settling: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await advance(client, 60)
    return id
  },
  completed: async (client) => {
    const { id } = await bought(client, await buyerWith(client))
    await advance(client, SETTLED_SECONDS)
    return id
  },
  error: async (client) => {
    const { id } = await bought(client, await buyerWith(client, 'unsettled'))
    await advance(client, SETTLED_SECONDS)
    return id
  },
  canceled: async (client) => {
    const id = await (REACH.pending as (typeof REACH)[string])(client)
    await change(client, id, { status: 'canceled' })
    return id
  },
  refunded: async (client) => {
    const id = await (REACH.completed as (typeof REACH)[string])(client)
    await change(client, id, { status: 'refunded' })
    return id
  },
  reversed: async (client) => {
    const id = await (REACH.completed as (typeof REACH)[string])(client)
    await client.post('/sandbox/chargeback', { purchase: id })
    return id
  },
}
