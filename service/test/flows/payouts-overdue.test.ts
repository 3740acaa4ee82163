import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import {
  advance,
  at,
  auditClean,
  balances,
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
  running = await startService({}, undefined, { role: 'api' })
  await standStill(running)
})

afterEach(() => auditClean(running.database))

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const DAY = 24 * HOUR
/** The full hour after the start. */
const FULL_HOUR = Date.parse('2031-03-10T11:00:00.000Z') - Date.parse(at(0))

const connect = (client: Client, id: string, type: string) =>
  client.post('/sandbox/connect', { account_connection: id, type })

const update = async (client: Client, id: string, body: object): Promise<void> => {
  const { status, text } = await client.put(`/account-connection/${id}`, body)
  expect(status, text).toBe(200)
}

const errorOf = (payout: { activity: { type: string; entry: string }[] }): string =>
  payout.activity.find(({ type }) => type === 'error')?.entry ?? ''

describe('what was due before a connection changes is done first, on the connection as it was', () => {
  it('a payout whose date has come is initiated as of its date, then the connection is deleted', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const due = await paid(sandbox, connection, 1_000, { date: at(DAY) })
    const later = await paid(sandbox, connection, 500, { date: at(3 * DAY) })
    await timePasses(running.database, enterprise, DAY + SECOND)
    await remove(sandbox, connection)
    const initiated = await read(sandbox, due.id)
    expect(initiated).toMatchObject({ status: 'pending', type: 'direct', updated_at: at(DAY), fee_in_cents: 0 })
    expect(await read(sandbox, later.id)).toMatchObject({ status: 'canceled', updated_at: at(DAY + SECOND) })
    await advance(sandbox, 60)
    expect(await read(sandbox, due.id)).toMatchObject({ status: 'sent', updated_at: at(DAY + 2 * SECOND) })
    expect(await balances(sandbox)).toEqual({ operating: OPENING - 1_000, pending: 0 })
  })

  it('an unclaimed one past its 30 days is canceled as of then, and says so', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await invited(sandbox)
    const [late, waiting] = [
      await paid(sandbox, connection, 100),
      await paid(sandbox, connection, 100, { date: at(DAY) }),
    ]
    await timePasses(running.database, enterprise, 30 * DAY + HOUR)
    await remove(sandbox, connection)
    const [expired, canceled] = [await read(sandbox, late.id), await read(sandbox, waiting.id)]
    expect(expired).toMatchObject({ status: 'canceled', updated_at: at(30 * DAY) })
    expect(JSON.stringify(expired.activity)).toContain('not claimed within 30 days')
    expect(canceled).toMatchObject({ status: 'canceled', updated_at: at(30 * DAY + HOUR) })
    expect(JSON.stringify(canceled.activity)).toContain('the account connection was deleted')
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it.each([
    ['another method through Connect', (client: Client, id: string) => connect(client, id, 'ach')],
    [
      'other requested permissions',
      (client: Client, id: string) => update(client, id, { requested_permissions: ['payment.debit'] }),
    ],
  ])('%s does not reach back to it', async (_name, changed) => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await connected(sandbox, 'direct')
    const { destination } = (await sandbox.get(`/account-connection/${connection}`)).body
    const made = await paid(sandbox, connection, 1_000, { date: at(DAY) })
    await timePasses(running.database, enterprise, 2 * DAY)
    await changed(sandbox, connection)
    await advance(sandbox, 60)
    const sent = await read(sandbox, made.id)
    expect(sent).toMatchObject({ status: 'sent', type: 'direct', fee_in_cents: 0, destination })
    expect(history(sent).slice(2)).toEqual([
      ['pending', at(DAY)],
      ['sent', at(DAY + 2 * SECOND)],
    ])
  })

  it('another legacy payout method does not: the batch that has left went to the old bank account', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await invited(sandbox, { legacy_payout_method: legacyMethod({ account_number: '12345671111' }) })
    const made = await paid(sandbox, connection, 1_000, { date: at(DAY) })
    await timePasses(running.database, enterprise, DAY + FULL_HOUR)
    await update(sandbox, connection, { legacy_payout_method: legacyMethod({ account_number: '9222222' }) })
    await advance(sandbox, DAY / SECOND)
    expect(await read(sandbox, made.id)).toMatchObject({
      status: 'sent',
      destination: 'Checking ••••1111',
      updated_at: at(DAY + FULL_HOUR),
    })
  })
})

describe('an unclaimed payout, when the creator activates', () => {
  it('fails where `payment.credit` is no longer requested by then, and everything comes back', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await invited(sandbox)
    const now = await paid(sandbox, connection, 1_000)
    const dated = await paid(sandbox, connection, 1_000, { date: at(DAY) })
    await update(sandbox, connection, { requested_permissions: ['payment.debit'] })
    await connect(sandbox, connection, 'direct')
    const failed = await read(sandbox, now.id)
    expect(failed).toMatchObject({ status: 'error', fee_in_cents: 0, updated_at: at(0) })
    expect(errorOf(failed)).toContain('payment.credit')
    // Its date may still find the permission granted.
    expect(await read(sandbox, dated.id)).toMatchObject({ status: 'ready', type: 'direct' })
    await advance(sandbox, DAY / SECOND)
    expect(await read(sandbox, dated.id)).toMatchObject({ status: 'error', updated_at: at(DAY) })
    expect(await balances(sandbox)).toEqual({ operating: OPENING, pending: 0 })
  })

  it('with a date still to come says in its log that it was claimed', async () => {
    const { sandbox, id: enterprise } = await running.enterprise()
    const connection = await invited(sandbox)
    const made = await paid(sandbox, connection, 1_000, { date: at(DAY) })
    await timePasses(running.database, enterprise, HOUR)
    await connect(sandbox, connection, 'wallet')
    const claimed = await read(sandbox, made.id)
    expect(claimed).toMatchObject({ status: 'ready', type: 'wallet', date: at(DAY), updated_at: at(HOUR) })
    expect(claimed.activity.at(-1)).toEqual({
      entry: 'Claimed: goes to the wallet on its date',
      date: at(HOUR),
      type: 'status_change',
      status: 'ready',
    })
  })

  it('is one of thousands: all of them go on at once, and all end with the connection', async () => {
    const { sandbox } = await running.enterprise()
    const [active, deleted] = [await invited(sandbox), await invited(sandbox)]
    for (const account_connection of [active, deleted]) {
      const entry = (nth: number) => ({
        account_connection,
        amount_in_cents: 1,
        ...(nth % 2 === 0 ? {} : { date: at(DAY) }),
      })
      const payouts = Array.from({ length: 2_000 }, (_, nth) => entry(nth))
      expect((await sandbox.post('/payout/batch', { payouts })).status).toBe(201)
    }
    await connect(sandbox, active, 'ach')
    await remove(sandbox, deleted)
    const total = async (id: string, status: string): Promise<number> =>
      (await sandbox.get(`/account-connection/${id}/payout?status=${status}`)).body.pagination.total
    expect([await total(active, 'pending'), await total(active, 'ready')]).toEqual([1_000, 1_000])
    expect(await total(deleted, 'canceled')).toBe(2_000)
    expect((await sandbox.get('/event?after=4001')).body.data).toHaveLength(1)
  })
})
