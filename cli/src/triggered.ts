import { ApiError, type ErrorCode, type Tributary } from '../../sdk/typescript/src/index.ts'

/** Resources that a trigger has made or changed, newest last. */
export interface Made {
  readonly id: string
  readonly status: string
}

export interface Trigger {
  readonly name: string
  readonly does: string
  run(client: Tributary, options: { readonly code?: string | undefined }): Promise<Made>
}

export const HOUR = 3_600
export const DAY = 24 * HOUR
export const AMOUNT = { amount_in_cents: 12_500 }

export async function connection(client: Tributary, type?: 'direct' | 'ach' | 'wallet'): Promise<string> {
  const { id } = await client.accountConnections.create({
    first_name: 'Alice',
    last_name: 'Alison',
    email: `alice.${crypto.randomUUID()}@example.com`,
    requested_permissions: type === 'ach' ? ['payment.credit'] : ['payment.credit', 'payment.debit'],
    verification_prompt: 'Your student number?',
    verification_answer: '4711',
  })
  if (type) await client.sandbox.connect({ account_connection: id, type })
  return id
}

export async function payout(
  client: Tributary,
  type?: 'direct' | 'ach',
  more: { date?: string } = {},
): Promise<string> {
  const { id } = await client.payouts.create({ account_connection: await connection(client, type), ...AMOUNT, ...more })
  return id
}

export const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  unsettled: '4000000000000341',
  unrefundable: '4000000000005126',
} as const

export async function purchase(
  client: Tributary,
  card: keyof typeof CARDS,
  expiration = { expiration_month: 12, expiration_year: 2040 },
): Promise<string> {
  const { id: buyer } = await client.buyers.create({ first_name: 'Ben' })
  await client.sandbox.card({ buyer, number: CARDS[card], ...expiration })
  const items = [{ name: 'Concert ticket', amount_in_cents: 4_500, quantity: 2 }]
  const { id } = await client.purchases.create({ buyer, items, auto_refund_on_fraud: true })
  return id
}

export async function paidPurchase(client: Tributary, card: keyof typeof CARDS = 'approved'): Promise<string> {
  const id = await purchase(client, card)
  await client.purchases.commit(id)
  return id
}

export async function settledPurchase(client: Tributary): Promise<string> {
  const id = await paidPurchase(client)
  await later(client, 2 * HOUR)
  return id
}

/** A dispute of a settled purchase, from the chargeback to its end. */
export async function disputed(client: Tributary, end: 'won' | 'lost'): Promise<Made> {
  const purchase = await settledPurchase(client)
  for (const status of ['needs_response', 'under_review'] as const) await client.sandbox.dispute({ purchase, status })
  return client.sandbox.dispute({ purchase, status: end })
}

export async function p2p(client: Tributary): Promise<string> {
  const [source, destination] = [await connection(client, 'direct'), await connection(client, 'direct')]
  return (await client.p2p.create({ source, destination, ...AMOUNT })).id
}

export async function contract(client: Tributary): Promise<{ id: string; account_connection: string }> {
  const account_connection = await connection(client, 'direct')
  const terms = { type: 'deposit_split', deposit_source: 'video_ads', split_percent_amount: 10 } as const
  const { id } = await client.contracts.create({ account_connection, ...terms })
  return { id, account_connection }
}

/** A refusal that is wanted: its code is the status of what it was refused for. */
export async function refused(code: ErrorCode, id: string, call: () => Promise<unknown>): Promise<Made> {
  try {
    await call()
  } catch (error) {
    if (error instanceof ApiError && error.code === code) return { id, status: code }
    throw error
  }
  throw new Error(`The service did not answer ${code}.`)
}

export const later = (client: Tributary, seconds: number) => client.sandbox.advanceClock({ seconds })

export async function simulateConnect(client: Tributary, outcome: 'review' | 'rejected'): Promise<Made> {
  return client.sandbox.connect({ account_connection: await connection(client), type: 'direct', outcome })
}
