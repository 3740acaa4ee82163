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

const HOUR = 3_600
const DAY = 24 * HOUR
const AMOUNT = { amount_in_cents: 12_500 }

async function connection(client: Tributary, type?: 'direct' | 'ach' | 'wallet'): Promise<string> {
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

async function payout(client: Tributary, type?: 'direct' | 'ach', more: { date?: string } = {}): Promise<string> {
  const { id } = await client.payouts.create({ account_connection: await connection(client, type), ...AMOUNT, ...more })
  return id
}

const CARDS = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  unsettled: '4000000000000341',
  unrefundable: '4000000000005126',
} as const

async function purchase(client: Tributary, card: keyof typeof CARDS): Promise<string> {
  const { id: buyer } = await client.buyers.create({ first_name: 'Ben' })
  await client.sandbox.card({ buyer, number: CARDS[card], expiration_month: 12, expiration_year: 2040 })
  const items = [{ name: 'Concert ticket', amount_in_cents: 4_500, quantity: 2 }]
  const { id } = await client.purchases.create({ buyer, items, auto_refund_on_fraud: true })
  return id
}

async function paidPurchase(client: Tributary, card: keyof typeof CARDS = 'approved'): Promise<string> {
  const id = await purchase(client, card)
  await client.purchases.commit(id)
  return id
}

/** A dispute of a settled purchase, from the chargeback to its end. */
async function disputed(client: Tributary, end: 'won' | 'lost'): Promise<Made> {
  const purchase = await paidPurchase(client)
  await later(client, 2 * HOUR)
  for (const status of ['needs_response', 'under_review'] as const) await client.sandbox.dispute({ purchase, status })
  return client.sandbox.dispute({ purchase, status: end })
}

async function p2p(client: Tributary): Promise<string> {
  const [source, destination] = [await connection(client, 'direct'), await connection(client, 'direct')]
  return (await client.p2p.create({ source, destination, ...AMOUNT })).id
}

async function contract(client: Tributary): Promise<{ id: string; account_connection: string }> {
  const account_connection = await connection(client, 'direct')
  const terms = { type: 'deposit_split', deposit_source: 'video_ads', split_percent_amount: 10 } as const
  const { id } = await client.contracts.create({ account_connection, ...terms })
  return { id, account_connection }
}

/** A refusal that is wanted: its code is the status of what it was refused for. */
async function refused(code: ErrorCode, id: string, call: () => Promise<unknown>): Promise<Made> {
  try {
    await call()
  } catch (error) {
    if (error instanceof ApiError && error.code === code) return { id, status: code }
    throw error
  }
  throw new Error(`The service did not answer ${code}.`)
}

const later = (client: Tributary, seconds: number) => client.sandbox.advanceClock({ seconds })

/** Every outcome that the sandbox can be asked for; each makes what it needs. */
export const TRIGGERS: readonly Trigger[] = [
  {
    name: 'account_connection.active',
    does: 'A creator goes through Connect',
    run: async (client) => client.accountConnections.get(await connection(client, 'direct')),
  },
  {
    name: 'account_connection.review',
    does: 'The identity check of a creator stays open',
    run: async (client) => simulateConnect(client, 'review'),
  },
  {
    name: 'account_connection.rejected',
    does: 'The identity check of a creator fails',
    run: async (client) => simulateConnect(client, 'rejected'),
  },
  {
    name: 'account_connection.deleted',
    does: 'A connection is deactivated',
    run: async (client) => client.accountConnections.update(await connection(client, 'direct'), { status: 'deleted' }),
  },
  {
    name: 'payout.sent',
    does: 'A payout arrives',
    run: async (client) => {
      const id = await payout(client, 'direct')
      await later(client, 3)
      return client.payouts.get(id)
    },
  },
  {
    name: 'payout.returned',
    does: 'The bank returns an ACH payout; --code says why, R03 when absent',
    run: async (client, { code = 'R03' }) => {
      const id = await payout(client, 'ach')
      await later(client, HOUR)
      return client.sandbox.returnPayout({ payout: id, code: code as 'R03' })
    },
  },
  {
    name: 'payout.error',
    does: 'A payout fails; amount and fee come back',
    run: async (client) => client.sandbox.failPayout({ payout: await payout(client, 'ach') }),
  },
  {
    name: 'payout.canceled',
    does: 'A payout of the future is canceled',
    run: async (client) =>
      client.payouts.update(await payout(client, 'direct', { date: '2090-01-01T00:00:00Z' }), { status: 'canceled' }),
  },
  {
    name: 'payout.unclaimed',
    does: 'Nobody claims a payout for 30 days; moves the clock',
    run: async (client) => {
      const id = await payout(client)
      await later(client, 31 * DAY)
      return client.payouts.get(id)
    },
  },
  {
    name: 'payout.insufficient_funds',
    does: 'A payout is refused because the operating account is short',
    run: async (client) => {
      const { operating_account } = await client.enterprise.get()
      const account_connection = await connection(client, 'direct')
      const amount_in_cents = operating_account.balance_in_cents + 1
      return refused('insufficient_funds', account_connection, () =>
        client.payouts.create({ account_connection, amount_in_cents }),
      )
    },
  },
  {
    name: 'payout.permission_not_granted',
    does: 'A payout is refused because the creator was not asked for the permission',
    run: async (client) => {
      const id = await connection(client)
      await client.accountConnections.update(id, { requested_permissions: ['payment.debit'] })
      return refused('permission_not_granted', id, () => client.payouts.create({ account_connection: id, ...AMOUNT }))
    },
  },
  {
    name: 'purchase.completed',
    does: 'A buyer pays, and the money arrives; moves the clock',
    run: async (client) => {
      const id = await paidPurchase(client)
      await later(client, 2 * HOUR)
      return client.purchases.get(id)
    },
  },
  {
    name: 'purchase.card_declined',
    does: 'The card is declined',
    run: async (client) => {
      const id = await purchase(client, 'declined')
      return refused('card_declined', id, () => client.purchases.commit(id))
    },
  },
  {
    name: 'purchase.card_without_funds',
    does: 'The card is declined for insufficient funds',
    run: async (client) => {
      const id = await purchase(client, 'noFunds')
      return refused('card_declined', id, () => client.purchases.commit(id))
    },
  },
  {
    name: 'purchase.error',
    does: 'The card is approved, then the payment fails to settle; moves the clock',
    run: async (client) => {
      const id = await paidPurchase(client, 'unsettled')
      await later(client, 2 * HOUR)
      return client.purchases.get(id)
    },
  },
  {
    name: 'purchase.refunded',
    does: 'A purchase is refunded; moves the clock',
    run: async (client) => {
      const id = await paidPurchase(client)
      await later(client, 2 * HOUR)
      await client.purchases.update(id, { status: 'refunded' })
      await later(client, 60)
      return client.purchases.get(id)
    },
  },
  {
    name: 'purchase.refund_failed',
    does: 'A refund fails at the card network; moves the clock',
    run: async (client) => {
      const id = await paidPurchase(client, 'unrefundable')
      await later(client, 2 * HOUR)
      await client.purchases.update(id, { status: 'refunded' })
      await later(client, 60)
      return client.purchases.get(id)
    },
  },
  {
    name: 'purchase.fraud_alert',
    does: 'The card network warns of fraud, and the purchase is refunded',
    run: async (client) => client.sandbox.fraudAlert({ purchase: await paidPurchase(client) }),
  },
  {
    name: 'purchase.chargeback',
    does: "The buyer's bank takes the money back",
    run: async (client) => client.sandbox.chargeback({ purchase: await paidPurchase(client) }),
  },
  {
    name: 'purchase.refunded_in_part',
    does: 'A part of a purchase is refunded; moves the clock',
    run: async (client) => {
      const id = await paidPurchase(client)
      await later(client, 2 * HOUR)
      await client.purchases.refund(id, { amount_in_cents: 4_500 })
      await later(client, 60)
      return client.purchases.get(id)
    },
  },
  {
    name: 'purchase.dispute_inquiry',
    does: "The buyer's bank asks about a charge, and takes nothing",
    run: async (client) => client.sandbox.dispute({ purchase: await paidPurchase(client), status: 'inquiry' }),
  },
  {
    name: 'purchase.dispute_lost',
    does: 'A dispute is lost; moves the clock',
    run: (client) => disputed(client, 'lost'),
  },
  {
    name: 'purchase.dispute_won',
    does: 'A dispute is won, and the money is back; moves the clock',
    run: (client) => disputed(client, 'won'),
  },
  {
    name: 'p2p.sent',
    does: 'A creator pays another',
    run: async (client) => {
      const id = await p2p(client)
      await client.p2p.commit(id, { code: '000000' })
      await later(client, 3)
      return client.p2p.get(id)
    },
  },
  {
    name: 'p2p.incorrect_code',
    does: 'A creator enters a wrong code',
    run: async (client) => {
      const id = await p2p(client)
      return refused('incorrect_code', id, () => client.p2p.commit(id, { code: '999999' }))
    },
  },
  {
    name: 'p2p.expired',
    does: 'A creator enters no code within ten minutes; moves the clock',
    run: async (client) => {
      const id = await p2p(client)
      await later(client, 601)
      return client.p2p.get(id)
    },
  },
  {
    name: 'p2p.error',
    does: "The paying creator's account is short",
    run: async (client) => {
      const [source, destination] = [await connection(client, 'direct'), await connection(client, 'direct')]
      const { id } = await client.p2p.create({ source, destination, amount_in_cents: 500_001 })
      await client.p2p.commit(id, { code: '000000' })
      await later(client, 3)
      return client.p2p.get(id)
    },
  },
  {
    name: 'contract.active',
    does: 'A creator accepts a contract',
    run: async (client) => client.sandbox.contract({ contract: (await contract(client)).id, decision: 'accept' }),
  },
  {
    name: 'contract.declined',
    does: 'A creator declines a contract',
    run: async (client) => client.sandbox.contract({ contract: (await contract(client)).id, decision: 'decline' }),
  },
  {
    name: 'contract.expired',
    does: 'A creator answers nothing for 30 days; moves the clock',
    run: async (client) => {
      const { id } = await contract(client)
      await later(client, 31 * DAY)
      return client.contracts.get(id)
    },
  },
  {
    name: 'contract.terminated',
    does: 'A contract is terminated',
    run: async (client) => client.contracts.delete((await contract(client)).id),
  },
  {
    name: 'deposit.split',
    does: 'A deposit arrives, and your share of it',
    run: async (client) => {
      const { id, account_connection } = await contract(client)
      await client.sandbox.contract({ contract: id, decision: 'accept' })
      await client.sandbox.deposit({ account_connection, deposit_source: 'video_ads', amount_in_cents: 10_000 })
      return client.contracts.get(id)
    },
  },
  {
    name: 'buyer.updated',
    does: 'A buyer saves another card',
    run: async (client) => {
      const { id } = await client.buyers.create({ first_name: 'Ben' })
      await client.sandbox.card({ buyer: id, number: CARDS.approved, expiration_month: 12, expiration_year: 2040 })
      return { id, status: 'updated' }
    },
  },
]

async function simulateConnect(client: Tributary, outcome: 'review' | 'rejected'): Promise<Made> {
  return client.sandbox.connect({ account_connection: await connection(client), type: 'direct', outcome })
}
