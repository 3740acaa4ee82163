import { FAILURES } from './failures.ts'
import {
  AMOUNT,
  CARDS,
  connection,
  contract,
  DAY,
  disputed,
  HOUR,
  later,
  p2p,
  paidPurchase,
  payout,
  purchase,
  refused,
  simulateConnect,
  type Trigger,
} from './triggered.ts'

const OUTCOMES: readonly Trigger[] = [
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

/** Every outcome that the sandbox can be asked for, each failure of its table among them; each makes what it needs. */
export const TRIGGERS: readonly Trigger[] = [...OUTCOMES, ...FAILURES]
