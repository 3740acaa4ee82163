import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  accounts,
  advance,
  at,
  auditClean,
  balances,
  change,
  connected,
  history,
  invited,
  legacyMethod,
  OPENING,
  paid,
  read,
  remove,
  standStill,
  timePasses,
} from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  await standStill(running)
})

afterEach(() => auditClean(running.database))

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
/** The next full hour, and the half hour after it. */
const FULL_HOUR = Date.parse('2031-03-10T11:00:00.000Z') - Date.parse(at(0))
const HALF_PAST = FULL_HOUR + HOUR / 2

const connect = (client: Client, id: string, type: string) =>
  client.post('/sandbox/connect', { account_connection: id, type })

/** A stopped worker, then a running one: time passes to the millisecond, and what is due is done a second later. */
async function isDoneAt(
  client: Client,
  enterprise: string,
  ms: number,
  look: () => Promise<string>,
): Promise<string[]> {
  await timePasses(running.database, enterprise, ms - SECOND - 1)
  await advance(client, 1)
  const before = await look()
  await timePasses(running.database, enterprise, 1)
  await advance(client, 1)
  return [before, await look()]
}

describe('a scheduled payout', () => {
  it('waits in ready with the highest fee reserved, and goes on its date', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const made = await paid(sandbox, await connected(sandbox, 'direct'), 1_000, { date: at(DAY) })
    expect(made).toMatchObject({ status: 'ready', type: 'direct', date: at(DAY), fee_in_cents: 25 })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_025, pending: 1_025 })
    const status = async () => (await read(sandbox, made.id)).status
    expect(await isDoneAt(sandbox, enterprise, DAY, status)).toEqual(['ready', 'pending'])
    expect(await read(sandbox, made.id)).toMatchObject({ fee_in_cents: 0, updated_at: at(DAY) })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_000, pending: 1_000 })
    await advance(sandbox, 100)
    const sent = await read(sandbox, made.id)
    expect(sent.updated_at).toBe(at(DAY + 2 * SECOND))
    expect(history(sent)).toEqual([
      ['created', at(0)],
      ['ready', at(0)],
      ['pending', at(DAY)],
      ['sent', at(DAY + 2 * SECOND)],
    ])
  })

  it('goes on its new date after being rescheduled, and at once when that is in the past', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'wallet')
    const later = await paid(sandbox, connection, 10, { date: at(DAY) })
    const sooner = await paid(sandbox, connection, 10, { date: at(DAY) })
    const now = await paid(sandbox, connection, 10, { date: at(DAY) })
    await change(sandbox, later.id, { date: at(3 * DAY) })
    await change(sandbox, sooner.id, { date: at(HOUR) })
    const gone = await change(sandbox, now.id, { date: '2001-01-01T00:00:00Z' })
    expect(gone.body).toMatchObject({ status: 'pending', date: at(0), fee_in_cents: 0 })
    await advance(sandbox, (2 * DAY) / SECOND)
    expect(await read(sandbox, later.id)).toMatchObject({ status: 'ready', date: at(3 * DAY) })
    expect(await read(sandbox, sooner.id)).toMatchObject({ status: 'sent', updated_at: at(HOUR + 2 * SECOND) })
    expect(await read(sandbox, now.id)).toMatchObject({ status: 'sent', updated_at: at(2 * SECOND) })
    await advance(sandbox, (2 * DAY) / SECOND)
    expect(await read(sandbox, later.id)).toMatchObject({ status: 'sent', updated_at: at(3 * DAY + 2 * SECOND) })
  })

  it('cannot be canceled or moved once its date has come, though no worker has run', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const [one, two] = [
      await paid(sandbox, connection, 10, { date: at(DAY) }),
      await paid(sandbox, connection, 10, { date: at(DAY) }),
    ]
    await timePasses(running.database, enterprise, DAY - 1)
    expect((await change(sandbox, one.id, { status: 'canceled' })).body).toMatchObject({ status: 'canceled' })
    await timePasses(running.database, enterprise, 1)
    expect((await change(sandbox, two.id, { status: 'canceled' })).body).toMatchObject({
      status: 'pending',
      updated_at: at(DAY),
    })
    expect((await change(sandbox, two.id, { date: at(2 * DAY) })).status).toBe(409)
  })

  it('has arrived when its two seconds are over, so that it cannot fail any more, though no worker has run', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const made = await paid(sandbox, await connected(sandbox, 'direct'), 10)
    await timePasses(running.database, enterprise, 2 * SECOND)
    expect((await sandbox.post('/sandbox/payout-error', { payout: made.id })).status).toBe(409)
    expect((await change(sandbox, made.id, { description: 'late' })).body).toMatchObject({ status: 'sent' })
  })

  it('arrives at its time beside others, whether it was changed on its way or not', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const made = []
    for (const amount of [10, 20, 30]) made.push((await paid(sandbox, connection, amount)).id)
    await timePasses(running.database, enterprise, SECOND)
    await change(sandbox, made[1], { description: 'changed on its way' })
    await advance(sandbox, 60)
    for (const id of made) {
      const payout = await read(sandbox, id)
      expect(history(payout).at(-1)).toEqual(['sent', at(2 * SECOND)])
      expect(history(payout).filter(([status]) => status === 'sent')).toHaveLength(1)
    }
    const stored = await running.database.sql<{ has: boolean }[]>`
      select activity::text like '%"sent"%' as has from payouts where id = any(${made}) order by position`
    expect(stored.map(({ has }) => has)).toEqual([false, true, false])
  })

  it('fails on its date when the permission is gone by then, and everything comes back', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    const made = await paid(sandbox, connection, 10, { date: at(DAY) })
    await running.database.sql`update account_connections set credit_expires_at = ${at(DAY)} where id = ${connection}`
    await advance(sandbox, (2 * DAY) / SECOND)
    const failed = await read(sandbox, made.id)
    expect(failed).toMatchObject({ status: 'error', fee_in_cents: 0, updated_at: at(DAY) })
    expect(failed.activity.find(({ type }: { type: string }) => type === 'error').entry).toContain('payment.credit')
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it('takes the method the creator has on its date', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const made = await paid(sandbox, connection, 10, { date: at(DAY) })
    await connect(sandbox, connection, 'ach')
    await advance(sandbox, DAY / SECOND)
    const { destination } = (await sandbox.get(`/account-connection/${connection}`)).body
    expect(await read(sandbox, made.id)).toMatchObject({
      status: 'pending',
      type: 'ach',
      fee_in_cents: 25,
      destination,
    })
  })
})

describe('an unclaimed payout', () => {
  it.each([
    ['direct', 0],
    ['wallet', 0],
    ['ach', 25],
  ] as const)('is claimed when the creator activates %s; what was reserved too much comes back', async (type, fee) => {
    const { sandbox } = await running.enterprise()
    const connection = await invited(sandbox)
    const made = await paid(sandbox, connection, 1_000)
    expect(made).toMatchObject({ status: 'ready', type: 'unclaimed', fee_in_cents: 25 })
    expect(made).not.toHaveProperty('destination')
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_025, pending: 1_025 })
    await advance(sandbox, 60)
    for (const outcome of ['review', 'rejected']) {
      await sandbox.post('/sandbox/connect', { account_connection: connection, type, outcome })
      expect(await read(sandbox, made.id)).toEqual(made)
    }
    const { destination } = (await connect(sandbox, connection, type)).body
    const claimed = await read(sandbox, made.id)
    expect(claimed).toMatchObject({ status: 'pending', type, fee_in_cents: fee, destination, updated_at: at(60_000) })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_000 - fee, pending: 1_000 })
    await advance(sandbox, 3_600)
    expect(await read(sandbox, made.id)).toMatchObject({ status: 'sent' })
  })

  it('is canceled after exactly 30 days', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const made = await paid(sandbox, await invited(sandbox), 1_000)
    const status = async () => (await read(sandbox, made.id)).status
    expect(await isDoneAt(sandbox, enterprise, 30 * DAY, status)).toEqual(['ready', 'canceled'])
    const canceled = await read(sandbox, made.id)
    expect(canceled).toMatchObject({ fee_in_cents: 0, updated_at: at(30 * DAY) })
    expect(history(canceled).at(-1)).toEqual(['canceled', at(30 * DAY)])
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it.each([
    ['read', async (client: Client, id: string) => (await client.get(`/payout/${id}`)).body],
    ['changed', async (client: Client, id: string) => (await change(client, id, { description: 'late' })).body],
    ['listed', async (client: Client) => (await client.get('/payout')).body.data[0]],
    [
      'listed by its connection',
      async (client: Client, _id: string, connection: string) =>
        (await client.get(`/account-connection/${connection}/payout`)).body.data[0],
    ],
    [
      'listed by its status',
      async (client: Client) =>
        (await client.get('/payout?status=canceled')).body.data[0] ??
        (await client.get('/payout?status=ready')).body.data[0],
    ],
  ])('is canceled after 30 days when it is %s, though no worker runs', async (_name, look) => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await invited(sandbox)
    const { id } = await paid(sandbox, connection, 1_000)
    await timePasses(running.database, enterprise, 30 * DAY - 1)
    expect(await look(sandbox, id, connection)).toMatchObject({ id, status: 'ready' })
    await timePasses(running.database, enterprise, 1)
    const canceled = await look(sandbox, id, connection)
    expect(canceled).toMatchObject({ id, status: 'canceled', type: 'unclaimed' })
    expect(history(canceled).at(-1)).toEqual(['canceled', at(30 * DAY)])
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it('is not claimed by an activation after the 30 days, though no worker runs', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await invited(sandbox)
    const late = await paid(sandbox, connection, 1_000)
    await timePasses(running.database, enterprise, DAY)
    const intime = await paid(sandbox, connection, 500)
    await timePasses(running.database, enterprise, 29 * DAY)
    await connect(sandbox, connection, 'direct')
    expect(await read(sandbox, late.id)).toMatchObject({ status: 'canceled', updated_at: at(30 * DAY) })
    expect(await read(sandbox, intime.id)).toMatchObject({ status: 'pending', type: 'direct' })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 500, pending: 500 })
  })

  it('with a date waits 30 days from that, and claimed before it still waits for it', async () => {
    const { sandbox } = await running.enterprise()
    const [never, early] = [await invited(sandbox), await invited(sandbox)]
    const expiring = await paid(sandbox, never, 100, { date: at(10 * DAY) })
    const claimed = await paid(sandbox, early, 100, { date: at(10 * DAY) })
    const moved = await paid(sandbox, never, 100)
    await change(sandbox, moved.id, { date: at(20 * DAY) })
    await connect(sandbox, early, 'direct')
    expect(await read(sandbox, claimed.id)).toMatchObject({ status: 'ready', type: 'direct' })
    await advance(sandbox, (11 * DAY) / SECOND)
    expect(await read(sandbox, claimed.id)).toMatchObject({ status: 'sent', updated_at: at(10 * DAY + 2 * SECOND) })
    expect(await read(sandbox, expiring.id)).toMatchObject({ status: 'ready', type: 'unclaimed' })
    await advance(sandbox, (100 * DAY) / SECOND)
    expect(await read(sandbox, expiring.id)).toMatchObject({ status: 'canceled', updated_at: at(40 * DAY) })
    expect(await read(sandbox, moved.id)).toMatchObject({ status: 'canceled', updated_at: at(50 * DAY) })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 100, pending: 0 })
  })
})

describe('sandbox ACH', () => {
  const bank = (account_number: string) => ({ legacy_payout_method: legacyMethod({ account_number }) })

  it('goes out on the hour, to the millisecond', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const made = await paid(sandbox, await invited(sandbox, bank('123')), 1_000)
    const status = async () => (await read(sandbox, made.id)).status
    expect(await isDoneAt(sandbox, enterprise, FULL_HOUR, status)).toEqual(['pending', 'sent'])
    expect(await read(sandbox, made.id)).toMatchObject({ updated_at: '2031-03-10T11:00:00.000Z' })
    expect(await accounts(running.database, enterprise, 'ach_clearing')).toEqual([1_000])
    await advance(sandbox, (40 * DAY) / SECOND)
    expect(await status()).toBe('sent')
  })

  it('made on the hour, goes out with the next one', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    await timePasses(running.database, enterprise, FULL_HOUR)
    const made = await paid(sandbox, connection, 1_000)
    await advance(sandbox, 7_200)
    expect(await read(sandbox, made.id)).toMatchObject({ status: 'sent', updated_at: at(FULL_HOUR + HOUR) })
  })

  it('comes back half an hour later from an account that begins with 9; the fee is kept', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const made = await paid(sandbox, await invited(sandbox, bank('9123')), 1_000)
    const status = async () => (await read(sandbox, made.id)).status
    expect(await isDoneAt(sandbox, enterprise, HALF_PAST, status)).toEqual(['sent', 'returned'])
    const returned = await read(sandbox, made.id)
    expect(returned).toMatchObject({ fee_in_cents: 25, updated_at: at(HALF_PAST) })
    expect(returned.activity.some(({ code }: { code?: string }) => code === 'R03')).toBe(true)
    expect(history(returned)).toEqual([
      ['created', at(0)],
      ['ready', at(0)],
      ['pending', at(0)],
      ['sent', '2031-03-10T11:00:00.000Z'],
      ['returned', '2031-03-10T11:30:00.000Z'],
    ])
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 25, pending: 0 })
    expect(await accounts(running.database, enterprise, 'ach_clearing')).toEqual([0])
  })

  it('does all of it in one long advance, each step at its own time', async () => {
    const { sandbox } = await running.enterprise()
    const made = await paid(sandbox, await invited(sandbox, bank('9')), 1_000, { date: at(DAY) })
    await advance(sandbox, (3 * DAY) / SECOND)
    expect(history(await read(sandbox, made.id)).slice(2)).toEqual([
      ['pending', at(DAY)],
      ['sent', at(DAY + FULL_HOUR)],
      ['returned', at(DAY + HALF_PAST)],
    ])
  })

  it('made a moment before the hour leaves before what arrives after it, in one advance as in many', async () => {
    const { sandbox } = await running.enterprise()
    const [direct, ach] = [await connected(sandbox, 'direct'), await connected(sandbox, 'ach')]
    await paid(sandbox, direct, 1_000, { date: at(FULL_HOUR - 3_500) })
    const arrives = await paid(sandbox, direct, 1_000, { date: at(FULL_HOUR - 1_900) })
    const leaves = await paid(sandbox, ach, 1_000, { date: at(FULL_HOUR - 500) })
    await advance(sandbox, 4 * 3_600)
    const { data } = (await sandbox.get('/event?type=payout.update')).body
    const times = data.map((event: { created_at: string }) => event.created_at)
    expect(times).toEqual([...times].sort())
    expect((await read(sandbox, leaves.id)).updated_at < (await read(sandbox, arrives.id)).updated_at).toBe(true)
  })

  it('goes on after the connection is deleted', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await invited(sandbox, bank('9'))
    const made = await paid(sandbox, connection, 1_000)
    await remove(sandbox, connection)
    await advance(sandbox, DAY / SECOND)
    expect(await read(sandbox, made.id)).toMatchObject({ status: 'returned', updated_at: at(HALF_PAST) })
  })
})

describe('an ACH payout whose bank account is not there to be read', () => {
  it.each([
    ['missing', null, 'has no bank account'],
    ['damaged', Buffer.alloc(60, 1), 'cannot be read'],
  ])('fails when it is %s, and keeps no other waiting', async (_name, sealed, says) => {
    const { sandbox } = await running.enterprise()
    const [broken, sound] = [await connected(sandbox, 'ach'), await connected(sandbox, 'ach')]
    const [lost, sent] = [await paid(sandbox, broken, 1_000), await paid(sandbox, sound, 500)]
    await running.database.sql`update account_connections set bank_sealed = ${sealed} where id = ${broken}`
    await advance(sandbox, 3_600)
    const failed = await read(sandbox, lost.id)
    expect(failed).toMatchObject({ status: 'error', fee_in_cents: 0, updated_at: at(FULL_HOUR) })
    expect(failed.activity.find(({ type }: { type: string }) => type === 'error').entry).toContain(says)
    expect(await read(sandbox, sent.id)).toMatchObject({ status: 'sent', updated_at: at(FULL_HOUR) })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 525, pending: 0 })
  })
})

it('a payout on its way arrives where its destination says, whatever the connection does meanwhile', async () => {
  const { sandbox, id: enterprise } = await running.enterprise()
  const connection = await connected(sandbox, 'direct')
  const made = await paid(sandbox, connection, 1_000)
  await sandbox.put(`/account-connection/${connection}`, { email: 'somebody.else@example.com' })
  await sandbox.post('/sandbox/connect', { account_connection: connection, type: 'direct' })
  await advance(sandbox, 60)
  expect(await read(sandbox, made.id)).toMatchObject({ status: 'sent', destination: made.destination })
  const balances = await running.database.sql<{ balance: number }[]>`
    select credits - debits as balance from ledger_accounts account
    join creators on creators.tenant_id = account.tenant_id and account.code = 'creator:' || creators.id
    join tenants on tenants.id = account.tenant_id and tenants.enterprise_id = ${enterprise}
    order by creators.created_at, creators.id`
  expect(balances.map(({ balance }) => balance)).toEqual([501_000, 500_000])
})
