import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectionError, type ErrorCode, type Tributary } from '../../sdk/typescript/src/index.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import {
  AMOUNT,
  connection,
  contract,
  DAY,
  HOUR,
  later,
  type Made,
  payout,
  purchase,
  refused,
  settledPurchase,
  simulateConnect,
  type Trigger,
} from './triggered.ts'

const CREDIT = { name: 'payment.credit' } as const
const DEBIT = { name: 'payment.debit' } as const

/** A payout to the connection that the service refuses. */
const unpaid = (client: Tributary, account_connection: string, code: ErrorCode): Promise<Made> =>
  refused(code, account_connection, () => client.payouts.create({ account_connection, ...AMOUNT }))

/** The clock of the sandbox, so much later. */
async function inFuture(client: Tributary, seconds: number): Promise<string> {
  const { now } = await client.sandbox.getClock()
  return new Date(Date.parse(now) + seconds * 1_000).toISOString()
}

/** A withdrawal that has left, or is about to. */
async function withdrawal(client: Tributary): Promise<string> {
  return (await client.withdrawals.create(AMOUNT)).id
}

/** A payout that the service refuses by itself, because the call asks for that. Not sent again: it would be refused again. */
async function failed(client: Tributary, failure: ErrorCode): Promise<Made> {
  const account_connection = await connection(client, 'direct')
  const options = { headers: { 'sandbox-failure': failure }, maxRetries: 0 }
  return refused(failure, account_connection, () => client.payouts.create({ account_connection, ...AMOUNT }, options))
}

/** A buyer that is created by two calls with one key. */
async function twice(client: Tributary, second: { first_name: string }, between: (key: string) => Promise<unknown>) {
  const idempotencyKey = crypto.randomUUID()
  const first = await client.buyers.create({ first_name: 'Ben' }, { idempotencyKey })
  await between(idempotencyKey)
  return { first, again: () => client.buyers.create(second, { idempotencyKey }) }
}

/** No name ends with `.invalid`, so nobody receives there. */
const NOWHERE = 'https://receiver.invalid/tributary-trigger'

/** Changes of new resources, by their event. */
const CHANGES = {
  'buyer.update': async (client: Tributary) => {
    const { id } = await client.buyers.create({})
    return client.buyers.update(id, { first_name: 'Ben' })
  },
  'contract.update': async (client: Tributary) => client.contracts.delete((await contract(client)).id),
  'account_connection.update': async (client: Tributary) =>
    client.accountConnections.update(await connection(client), { display_name: 'Ali' }),
} as const

/** A webhook that nobody receives, of an event that has none yet, or one from before. */
async function deafWebhook(client: Tributary): Promise<{ id: string; change(): Promise<unknown> }> {
  const { data } = await client.webhooks.list({ page_size: 100 })
  for (const [event, change] of Object.entries(CHANGES)) {
    const known = data.find((one) => one.event === event)
    if (known && known.url !== NOWHERE) continue
    if (known) await client.webhooks.delete(known.id)
    const { id } = await client.webhooks.create({ url: NOWHERE, event: event as keyof typeof CHANGES })
    return { id, change: () => change(client) }
  }
  const taken = Object.keys(CHANGES).join(', ')
  throw new CommandError(`${taken} have webhooks of yours; delete one, because it needs a failing one.`, EXIT.refused)
}

const WAIT_MS = 30_000
const PAUSE_MS = 50

/** The newest delivery of the webhook, once every call was made that is due by now; none once the webhook is disabled. */
async function attempted(client: Tributary, id: string): Promise<Made | undefined> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    const [{ disabled_at }, { data }, { now }] = await Promise.all([
      client.webhooks.get(id),
      client.webhooks.listDeliveries(id, { page_size: 100 }),
      client.sandbox.getClock(),
    ])
    if (disabled_at !== undefined) return undefined
    const isWaiting = data.every(({ status, next_attempt_at: next }) => status === 'queued' && next && next > now)
    if (data[0] && isWaiting) return data[0]
  }
  throw new Error('The service has not called the webhook within 30 seconds.')
}

/** A webhook is disabled after five days and ten attempts of nothing but failure. */
const DAYS_OF_FAILURE = 7

async function disabledWebhook(client: Tributary): Promise<Made> {
  const { id, change } = await deafWebhook(client)
  for (let day = 0; day < DAYS_OF_FAILURE; day++) {
    await change()
    if (!(await attempted(client, id))) return { id, status: 'disabled' }
    await later(client, DAY)
  }
  throw new Error('The service has not disabled the webhook.')
}

/** Failures of creators: their checks, their permissions, their bank accounts. */
const OF_CREATORS: readonly Trigger[] = [
  {
    name: 'account_connection.review_failed',
    does: 'The identity check of a creator stays open, then fails',
    run: async (client) => {
      const { id } = await simulateConnect(client, 'review')
      return client.sandbox.connect({ account_connection: id, type: 'direct', outcome: 'rejected' })
    },
  },
  {
    name: 'account_connection.granted_in_part',
    does: 'A creator grants one of two permissions, and a payout is refused',
    run: async (client) => {
      const account_connection = await connection(client)
      await client.sandbox.connect({ account_connection, type: 'direct', permissions: [DEBIT] })
      return unpaid(client, account_connection, 'permission_not_granted')
    },
  },
  {
    name: 'account_connection.permission_expired',
    does: 'A permission expires, and a payout is refused; moves the clock',
    run: async (client) => {
      const account_connection = await connection(client)
      const permissions = [{ ...CREDIT, expires_at: await inFuture(client, HOUR) }]
      await client.sandbox.connect({ account_connection, type: 'direct', permissions })
      await later(client, HOUR)
      return unpaid(client, account_connection, 'permission_not_granted')
    },
  },
  {
    name: 'account_connection.permission_withdrawn',
    does: 'A creator takes a permission back, and a payout that waits fails; moves the clock',
    run: async (client) => {
      const account_connection = await connection(client, 'direct')
      const date = await inFuture(client, HOUR)
      const { id } = await client.payouts.create({ account_connection, ...AMOUNT, date })
      await client.sandbox.setPermissions({ account_connection, permissions: [] })
      await later(client, HOUR)
      return client.payouts.get(id)
    },
  },
  {
    name: 'account_connection.suspended',
    does: 'The bank says that an account does not exist, and the next payout to it is refused; moves the clock',
    run: async (client) => {
      const id = await payout(client, 'ach')
      await later(client, HOUR)
      const { account_connection } = await client.sandbox.returnPayout({ payout: id, code: 'R03' })
      return unpaid(client, account_connection, 'invalid_state')
    },
  },
]

/** Failures of payouts in batches, purchases, and your own bank account. */
const OF_MONEY: readonly Trigger[] = [
  {
    name: 'payout.batch_invalid',
    does: 'A batch is refused because one of its entries is',
    run: async (client) => {
      const [good, deleted] = [await connection(client, 'direct'), await connection(client, 'direct')]
      await client.accountConnections.update(deleted, { status: 'deleted' })
      const payouts = [good, deleted].map((account_connection) => ({ account_connection, ...AMOUNT }))
      return refused('batch_invalid', deleted, () => client.payouts.createBatch({ payouts }))
    },
  },
  {
    name: 'withdrawal.error',
    does: 'A withdrawal fails before it is sent; the amount comes back. The key must name the scope withdrawals',
    run: async (client) => client.sandbox.failWithdrawal({ withdrawal: await withdrawal(client) }),
  },
  {
    name: 'withdrawal.returned',
    does: 'Your bank returns a withdrawal; moves the clock. The key must name the scope withdrawals',
    run: async (client, { code = 'R23' }) => {
      const id = await withdrawal(client)
      await later(client, HOUR)
      const sent = await client.withdrawals.get(id)
      // By itself, where the account that was set begins with 9.
      if (sent.status === 'returned') return sent
      return client.sandbox.returnWithdrawal({ withdrawal: id, code: code as 'R23' })
    },
  },
  {
    name: 'enterprise.funds_incoming',
    does: 'A credit from your bank arrives before its settlement date, a day later',
    run: async (client) => {
      await client.sandbox.fund({ ...AMOUNT, available_at: await inFuture(client, DAY) })
      return { id: (await client.enterprise.get()).id, status: 'incoming' }
    },
  },
  {
    name: 'enterprise.funds_taken_back',
    does: 'Your bank takes back more than you have; the next credit repays it',
    run: async (client) => {
      const { id, operating_account } = await client.enterprise.get()
      const taken = { amount_in_cents: operating_account.balance_in_cents + AMOUNT.amount_in_cents }
      await client.sandbox.takeBackFunds(taken)
      await client.sandbox.fund(taken)
      return { id, status: 'repaid' }
    },
  },
  {
    name: 'buyer.instrument_unknown',
    does: 'A payment instrument to migrate is not known',
    run: (client) =>
      refused('validation_failed', 'pi_unknown', () => client.buyers.create({ payment_instrument_id: 'pi_unknown' })),
  },
  {
    name: 'purchase.card_expired',
    does: 'A saved card expires before it is charged; moves the clock',
    run: async (client) => {
      const now = new Date((await client.sandbox.getClock()).now)
      const month = { expiration_month: now.getUTCMonth() + 1, expiration_year: now.getUTCFullYear() }
      const id = await purchase(client, 'approved', month)
      await later(client, 32 * DAY)
      return refused('card_declined', id, () => client.purchases.commit(id))
    },
  },
  {
    name: 'purchase.dispute_in_part',
    does: 'A part of a purchase is disputed, and taken; moves the clock',
    run: async (client) => {
      const purchase = await settledPurchase(client)
      return client.sandbox.dispute({ purchase, status: 'needs_response', amount_in_cents: 4_500 })
    },
  },
]

/** Failures between your program and the service. */
const OF_REQUESTS: readonly Trigger[] = [
  {
    name: 'webhook.failing',
    does: 'Nobody receives a webhook: it is called again later. Leaves a webhook behind, to look at its deliveries',
    run: async (client) => {
      const { id, change } = await deafWebhook(client)
      await change()
      return (await attempted(client, id)) ?? { id, status: 'disabled' }
    },
  },
  {
    name: 'webhook.disabled',
    does: 'Nobody receives a webhook for days, and it is disabled; moves the clock',
    run: disabledWebhook,
  },
  {
    name: 'idempotency.key_reused',
    does: 'An idempotency key is used for another request',
    run: async (client) => {
      const { first, again } = await twice(client, { first_name: 'Bob' }, async () => undefined)
      return refused('idempotency_key_reused', first.id, again)
    },
  },
  {
    name: 'idempotency.key_expired',
    does: 'An idempotency key expires, and the same request is processed again',
    run: async (client) => {
      const path = '/buyer'
      const expire = (idempotency_key: string) => client.sandbox.expireIdempotencyKey({ path, idempotency_key })
      const { again } = await twice(client, { first_name: 'Ben' }, expire)
      return { id: (await again()).id, status: 'processed_again' }
    },
  },
  ...(
    [
      ['idempotency.in_progress', 'idempotency_in_progress', 'The first request with an idempotency key is under way'],
      ['request.rate_limited', 'rate_limited', 'There are too many requests'],
      ['request.enterprise_suspended', 'enterprise_suspended', 'The provider has suspended your enterprise'],
      ['request.internal_error', 'internal_error', 'Something goes wrong on the side of the service'],
      ['request.unavailable', 'unavailable', 'The service is overloaded or shutting down'],
    ] as const
  ).map(([name, code, does]): Trigger => ({ name, does, run: (client) => failed(client, code) })),
  {
    name: 'request.answer_lost',
    does: 'The answer to a request is lost; a retry with its idempotency key gets it',
    run: async (client) => {
      const options = { idempotencyKey: crypto.randomUUID(), maxRetries: 0 }
      const create = (headers: Record<string, string>) =>
        client.buyers.create({ first_name: 'Ben' }, { ...options, headers })
      const lost = await create({ 'sandbox-failure': 'answer_lost' }).catch((error: unknown) => error)
      if (!(lost instanceof ConnectionError)) throw lost instanceof Error ? lost : new Error('The answer was not lost.')
      return { id: (await create({})).id, status: 'answered' }
    },
  },
]

/** The failures of the sandbox's table that are no outcome of a single resource. */
export const FAILURES: readonly Trigger[] = [...OF_CREATORS, ...OF_MONEY, ...OF_REQUESTS]
