import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { agreed, deposit } from '../support/contracts.ts'
import { advance, change, connected, invited, legacyMethod, paid, remove } from '../support/payouts.ts'
import { bought, buyerWith, CARDS, expiry, ordered } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
const eventsOf = async (client: Client, resource: string): Promise<any[]> =>
  (await client.get(`/event?page_size=1000&resource=${resource}`)).body.data

/** What the events of a resource tell, oldest first. */
const told = async (client: Client, resource: string): Promise<[object | undefined, string][]> =>
  (await eventsOf(client, resource)).map(({ changes, summary }) => [changes, summary])

const from = (before: unknown, after: unknown) => ({ before, after })

describe('an event of a payout tells what changed', () => {
  it('when it is sent, without storing it: that is what every payout goes through', async () => {
    const { sandbox } = await running.enterprise()
    const { id } = await paid(sandbox, await connected(sandbox, 'direct'), 12_500)
    await advance(sandbox, 3)
    expect(await told(sandbox, id)).toEqual([
      [{ status: from('pending', 'sent') }, 'Payout of $125.00 to Alice Alison was sent: available to the creator.'],
    ])
    const stored = await running.database.sql`select changes, note from events where resource = ${id}`
    expect([...stored]).toEqual([{ changes: null, note: null }])
  })

  it('when it waits, is paid by ACH and comes back, with the code of the bank', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach', {
      legacy_payout_method: legacyMethod({ account_number: '9001' }),
    })
    const clock = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    const date = new Date(clock + 3_600_000).toISOString()
    const { id } = await paid(sandbox, connection, 12_500, { date })
    await advance(sandbox, 4 * 3_600)
    const subject = 'Payout of $125.00 to Alice Alison'
    expect(await told(sandbox, id)).toEqual([
      [{ status: from('ready', 'pending') }, `${subject}: payment initiated by ACH, with the next batch.`],
      [{ status: from('pending', 'sent') }, `${subject} was sent to the ACH network.`],
      [
        { status: from('sent', 'returned'), failure_code: from(null, 'R03') },
        `${subject} was returned by the bank: no account.`,
      ],
    ])
  })

  it('when the enterprise changes it, also together with its status', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    const date = '2090-01-01T00:00:00.000Z'
    const one = await paid(sandbox, connection, 100, { date, description: 'One' })
    await change(sandbox, one.id, { description: 'Two', user_data: { n: 1 } })
    await change(sandbox, one.id, { description: 'Three', status: 'canceled' })
    expect(await told(sandbox, one.id)).toEqual([
      [
        { description: from('One', 'Two'), user_data: from(null, { n: 1 }) },
        'Payout of $1.00 to Alice Alison was updated: description, user data.',
      ],
      [
        { description: from('Two', 'Three'), status: from('ready', 'canceled'), fee_in_cents: from(25, 0) },
        'Payout of $1.00 to Alice Alison was canceled by the enterprise.',
      ],
    ])
    const other = await paid(sandbox, connection, 100, { date })
    const now = await change(sandbox, other.id, { date: '2020-01-01T00:00:00Z' })
    expect(await told(sandbox, other.id)).toEqual([
      [{ date: from(date, now.body.date), status: from('ready', 'pending') }, expect.stringContaining('initiated')],
    ])
  })

  it('when it is claimed or fails', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await invited(sandbox)
    const { id } = await paid(sandbox, connection, 100, { date: '2090-01-01T00:00:00Z' })
    const { destination } = (await sandbox.post('/sandbox/connect', { account_connection: connection, type: 'direct' }))
      .body
    await sandbox.post('/sandbox/payout-error', { payout: id })
    expect(await told(sandbox, id)).toEqual([
      [
        { type: from('unclaimed', 'direct'), destination: from(null, destination) },
        'Payout of $1.00 to Alice Alison was claimed: goes to the Tributary account on its date.',
      ],
      [
        {
          status: from('ready', 'error'),
          fee_in_cents: from(25, 0),
          failure_code: from(null, 'payment_failed'),
        },
        'Payout of $1.00 to Alice Alison failed: the payment could not be made.',
      ],
    ])
  })

  it('when version 0.1 recorded it: the status as the activity has it, nothing that is not known', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    const { id } = await paid(sandbox, connection, 100, { date: '2090-01-01T00:00:00Z' })
    await change(sandbox, id, { description: 'Two' })
    await advance(sandbox, 1)
    await change(sandbox, id, { status: 'canceled' })
    await running.database.sql`update events set changes = null, note = null where resource = ${id}`
    expect(await told(sandbox, id)).toEqual([
      [undefined, 'Payout of $1.00 to Alice Alison was updated.'],
      [{ status: from('ready', 'canceled') }, 'Payout of $1.00 to Alice Alison was canceled by the enterprise.'],
    ])
  })
})

describe('an event of another resource tells what changed', () => {
  it('of a purchase: paid, declined, refunded with a field', async () => {
    const { sandbox } = await running.enterprise()
    const buyer = await buyerWith(sandbox, 'visa', { first_name: 'Bob' })
    const { id } = await bought(sandbox, buyer, 10_000)
    await sandbox.put(`/purchase/${id}`, { status: 'refunded', auto_refund_on_fraud: true })
    expect(await told(sandbox, id)).toEqual([
      [
        {
          status: from('created', 'pending'),
          payment_card_brand: from(null, 'VISA'),
          payment_card_last_four: from(null, '4242'),
        },
        'Purchase of $100.00 by Bob was paid by card ••••4242.',
      ],
      [
        {
          status: from('pending', 'refunded'),
          auto_refund_on_fraud: from(false, true),
          fee_in_cents: from(320, 0),
          net_total_in_cents: from(9_680, 0),
          refunded_in_cents: from(0, 10_000),
        },
        'Purchase of $100.00 by Bob: refund issued by the enterprise.',
      ],
    ])
    const declining = await ordered(sandbox, await buyerWith(sandbox, 'noFunds'))
    expect((await sandbox.post(`/purchase/${declining.id}/commit`)).status).toBe(402)
    expect(await told(sandbox, declining.id)).toEqual([
      [{}, expect.stringMatching(/^Purchase of \$100\.00 by buy_\w+: card ••••9995 declined: .+\.$/)],
    ])
  })

  it('of a buyer: names, and the card as the API shows it', async () => {
    const { sandbox } = await running.enterprise()
    const buyer = (await sandbox.post('/buyer', { email: 'bob@example.com' })).body.id
    await sandbox.post('/sandbox/card', { buyer, number: CARDS.visa, ...expiry })
    await sandbox.put(`/buyer/${buyer}`, { first_name: 'Bob', email: null })
    const card = { last_four: '4242', brand: 'VISA', ...expiry }
    expect(await told(sandbox, buyer)).toEqual([
      [{ card: from(null, card) }, 'Buyer Bob was updated: card.'],
      [
        { first_name: from(null, 'Bob'), email: from('bob@example.com', null) },
        'Buyer Bob was updated: first name, email.',
      ],
    ])
  })

  it('of a contract: accepted, split, terminated', async () => {
    const { sandbox } = await running.enterprise()
    const account_connection = await connected(sandbox, 'direct')
    const { id, expires_at } = await agreed(sandbox, account_connection)
    await deposit(sandbox, account_connection, 10_000)
    await sandbox.delete(`/contract/${id}`)
    const [accept, split, end] = await told(sandbox, id)
    expect(expires_at).toBeNull()
    expect(accept).toEqual([
      expect.objectContaining({ status: from('created', 'active'), agreement_ip: from(null, '127.0.0.1') }),
      'Contract with Alice Alison was accepted by the creator.',
    ])
    expect(split).toEqual([
      {},
      expect.stringMatching(/^Contract with Alice Alison: \$[\d.]+ of deposit dep_\w+ of \$100\.00 split by transfer/),
    ])
    expect(end).toEqual([
      expect.objectContaining({ status: from('active', 'terminated') }),
      'Contract with Alice Alison was terminated: deleted by the enterprise.',
    ])
  })

  it('of an account connection: permissions and destination, never the answer nor the bank account', async () => {
    const { sandbox } = await running.enterprise()
    const id = await invited(sandbox)
    const path = `/account-connection/${id}`
    await sandbox.put(path, { verification_answer: 'the new answer' })
    await sandbox.post('/sandbox/connect', { account_connection: id, type: 'direct', outcome: 'rejected' })
    const active = (await sandbox.post('/sandbox/connect', { account_connection: id, type: 'direct' })).body
    await remove(sandbox, id)
    const subject = 'Account connection of Alice Alison'
    expect(await told(sandbox, id)).toEqual([
      [{}, `${subject} was updated.`],
      [{}, `${subject} was rejected: the identity check failed.`],
      [
        {
          status: from('created', 'active'),
          type: from(null, 'direct'),
          permissions: from(null, [{ name: 'payment.credit' }]),
          destination: from(null, active.destination),
        },
        `${subject} was activated by the creator: paid to the Tributary account.`,
      ],
      [{ status: from('active', 'deleted') }, `${subject} was deleted.`],
    ])
    const migrated = await invited(sandbox)
    await sandbox.put(`/account-connection/${migrated}`, { legacy_payout_method: legacyMethod() })
    const { account_number, ssn } = legacyMethod()
    const text = JSON.stringify(await eventsOf(sandbox, migrated))
    for (const secret of [account_number, ssn]) expect(text).not.toContain(secret)
    expect(text).toContain('Checking ••••')
  })
})
