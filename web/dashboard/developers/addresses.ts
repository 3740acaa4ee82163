import type { Webhook } from '../../../contracts/webhooks.ts'

/** An address, and the webhooks that call it: the API has one per event. */
export interface Address {
  readonly url: string
  readonly webhooks: readonly Webhook[]
}

/** In the order in which the addresses come first. */
export function addressesOf(webhooks: readonly Webhook[]): readonly Address[] {
  const byUrl = Map.groupBy(webhooks, ({ url }) => url)
  return [...byUrl].map(([url, all]) => ({ url, webhooks: all }))
}
