import { expect } from 'vitest'
import type { TenantId } from '../../src/kernel/ids.ts'
import type { Database } from '../../src/platform/database.ts'
import { type PurchaseDeps, settleCharge } from '../../src/resources/purchases/index.ts'
import type { Client } from './client.ts'

/** The test cards, and what each does. */
export const CARDS = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  unsettled: '4000000000000341',
  unrefundable: '4000000000005126',
} as const

export const expiry = { expiration_month: 12, expiration_year: 2040 }

/** A buyer with a card; answers the id. */
export async function buyerWith(client: Client, card: keyof typeof CARDS = 'visa', more: object = {}): Promise<string> {
  const made = await client.post('/buyer', more)
  expect(made.status, made.text).toBe(201)
  const saved = await client.post('/sandbox/card', { buyer: made.body.id, number: CARDS[card], ...expiry })
  expect(saved.status, saved.text).toBe(200)
  return made.body.id
}

export const item = (amount: number, more: object = {}) => ({ name: 'Ticket', amount_in_cents: amount, ...more })

/** A purchase that is created; answers it. */
export async function ordered(client: Client, buyer: string, amount = 10_000, more: object = {}) {
  const made = await client.post('/purchase', { buyer, items: [item(amount)], ...more })
  expect(made.status, made.text).toBe(201)
  return made.body
}

/** A purchase that is committed; answers it. */
export async function bought(client: Client, buyer: string, amount = 10_000, more: object = {}) {
  const { id } = await ordered(client, buyer, amount, more)
  const paid = await client.post(`/purchase/${id}/commit`)
  expect(paid.status, paid.text).toBe(200)
  return paid.body
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function readPurchase(client: Client, id: string): Promise<any> {
  return (await client.get(`/purchase/${id}`)).body
}

/** Past the full hour on which everything pending now has settled. */
export const SETTLED_SECONDS = 2 * 3_600

/** Settles a charge of production as the books of the processor do once its money is available. */
export async function settleAtProcessor(database: Database, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx<{ tenant: TenantId }[]>`select tenant_id as tenant from purchases where id = ${id}`
    // Nothing of the charge is asked for: its outcome is recorded.
    expect(await settleCharge(tx, row?.tenant as TenantId, id, {} as PurchaseDeps)).toBe(true)
  })
}
