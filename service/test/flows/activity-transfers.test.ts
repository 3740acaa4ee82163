import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { asked, commit, pair, readP2p } from '../support/p2p.ts'
import { advance, change, connected, invited, legacyMethod, paid, read } from '../support/payouts.ts'
import { bought, buyerWith, readPurchase, SETTLED_SECONDS } from '../support/purchases.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

interface Logged {
  readonly id: string
  readonly activity: readonly { entry: string; type: string; date: string }[]
}

const dollars = (amount: number): string => `$${(amount / 100).toFixed(2)}`

/** Every transfer of a resource stands in its activity, in order, with its amount and its time; and nothing else does. */
async function namesEveryTransfer({ id, activity }: Logged): Promise<string[]> {
  const rows = await running.database.sql<{ kind: string; amount: number; at: Date }[]>`
    select kind, amount_in_cents as amount, at from ledger_transfers
    where (source_id = ${id} or source_id in (select id from refunds where purchase = ${id})
      or source_id in (select id from disputes where purchase = ${id})) and kind not like '%.bank' order by sequence`
  const named = activity.filter(({ type }) => type === 'transfer')
  const text = `${rows.map(({ kind }) => kind)} against ${named.map(({ entry }) => entry)}`
  expect(
    named.map(({ entry, date }) => [/^\$[\d.]+/.exec(entry)?.[0], date]),
    text,
  ).toEqual(rows.map(({ amount, at }) => [dollars(amount), at.toISOString()]))
  return rows.map(({ kind }) => kind)
}

const later = (): { date: string } => ({ date: new Date(Date.now() + 86_400_000).toISOString() })

describe('the activity of a payout names every transfer', () => {
  const LIVES: [string, string[], (client: Client) => Promise<string>][] = [
    [
      'sent by ACH, with its fee, and returned',
      ['payout.hold', 'payout.fee', 'payout.sent', 'payout.returned'],
      async (client) => {
        const connection = await invited(client, { legacy_payout_method: legacyMethod({ account_number: '9123' }) })
        const { id } = await paid(client, connection, 500)
        await advance(client, 4 * 3_600)
        return id
      },
    ],
    [
      'scheduled, to a wallet: the reserved fee comes back',
      ['payout.hold', 'payout.over_estimate', 'payout.sent'],
      async (client) => {
        const { id } = await paid(client, await connected(client, 'wallet'), 500, later())
        await advance(client, 2 * 86_400)
        return id
      },
    ],
    [
      'failed after it was initiated: amount and fee come back',
      ['payout.hold', 'payout.fee', 'payout.failed', 'payout.fee_back'],
      async (client) => {
        const { id } = await paid(client, await connected(client, 'ach'), 500)
        expect((await client.post('/sandbox/payout-error', { payout: id })).status).toBe(200)
        return id
      },
    ],
    [
      'failed without a fee',
      ['payout.hold', 'payout.failed'],
      async (client) => {
        const { id } = await paid(client, await connected(client, 'direct'), 500)
        expect((await client.post('/sandbox/payout-error', { payout: id })).status).toBe(200)
        return id
      },
    ],
    [
      'canceled',
      ['payout.hold', 'payout.released'],
      async (client) => {
        const { id } = await paid(client, await connected(client, 'ach'), 500, later())
        expect((await change(client, id, { status: 'canceled' })).status).toBe(200)
        return id
      },
    ],
    [
      'initiated just now by ACH',
      ['payout.hold', 'payout.fee'],
      async (client) => (await paid(client, await connected(client, 'ach'), 500)).id,
    ],
  ]

  it.each(LIVES)('%s', async (_life, kinds, live) => {
    const { sandbox } = await running.enterprise()
    const payout = await read(sandbox, await live(sandbox))
    expect((await namesEveryTransfer(payout)).sort()).toEqual([...kinds].sort())
    const listed = (await sandbox.get('/payout')).body.data[0]
    expect(listed).toEqual(payout)
  })

  it('in the answer of its creation too', async () => {
    const { sandbox } = await running.enterprise()
    const made = await paid(sandbox, await connected(sandbox, 'ach'), 500)
    expect(await read(sandbox, made.id)).toEqual(made)
    expect(made.activity.map(({ entry }: { entry: string }) => entry)).toContain('$0.25 charged as the fee')
  })
})

it('the activity of a purchase names every transfer: net and fee, the refund, and what a failed refund brings back', async () => {
  const { sandbox } = await running.enterprise()
  for (const card of ['visa', 'unrefundable'] as const) {
    const { id } = await bought(sandbox, await buyerWith(sandbox, card))
    await advance(sandbox, SETTLED_SECONDS)
    expect(await namesEveryTransfer(await readPurchase(sandbox, id))).toHaveLength(2)
    expect((await sandbox.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
    await advance(sandbox, 120)
    expect(await namesEveryTransfer(await readPurchase(sandbox, id))).toHaveLength(card === 'visa' ? 3 : 4)
  }
  const early = await bought(sandbox, await buyerWith(sandbox, 'unrefundable'))
  await sandbox.put(`/purchase/${early.id}`, { status: 'refunded' })
  await advance(sandbox, 120)
  expect(await namesEveryTransfer(await readPurchase(sandbox, early.id))).toHaveLength(2)
})

it('the activity of a P2P payment names its transfer', async () => {
  const { sandbox } = await running.enterprise()
  const { id } = await asked(sandbox, await pair(sandbox))
  await commit(sandbox, id)
  await advance(sandbox, 10)
  const { activity } = await readP2p(sandbox, id)
  expect(activity.at(-1)).toMatchObject({
    type: 'transfer',
    status: 'sent',
    entry: '$10.00 moved from the source to the destination',
  })
})
