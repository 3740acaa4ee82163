import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { advance, change, connected, invited, legacyMethod, paid, read, remove } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let client: Client

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
  client = running.sandbox
})

const DAY_SECONDS = 86_400
const later = (days = 2): string => new Date(Date.now() + days * DAY_SECONDS * 1_000).toISOString()
const reconnect = async (id: string, type: 'direct' | 'ach' | 'wallet'): Promise<string> => {
  const done = await client.post('/sandbox/connect', { account_connection: id, type })
  expect(done.status, done.text).toBe(200)
  return done.body.destination
}

describe('a ready payout', () => {
  it('shows the type and destination it would be paid to now, wherever it is read', async () => {
    const connection = await connected(client, 'ach')
    const made = await paid(client, connection, 100, { date: later() })
    expect(made).toMatchObject({ status: 'ready', type: 'ach', destination: 'Checking ••••6789' })
    const other = await paid(client, await connected(client, 'wallet'), 100, { date: later() })
    const destination = await reconnect(connection, 'direct')
    const now = { ...made, type: 'direct', destination }
    expect(await read(client, made.id)).toEqual(now)
    const listed = (await client.get('/payout?status=ready')).body.data
    expect(listed.find(({ id }: { id: string }) => id === made.id)).toEqual(now)
    expect(listed.find(({ id }: { id: string }) => id === other.id)).toEqual(other)
    expect((await client.get(`/account-connection/${connection}/payout`)).body.data).toEqual([now])
    expect((await change(client, made.id, { description: 'May' })).body).toMatchObject({ type: 'direct', destination })
    await advance(client, 3 * DAY_SECONDS)
    expect(await read(client, made.id)).toMatchObject({ status: 'sent', type: 'direct', destination })
  })

  it('shows another bank account of its connection', async () => {
    const bank = (account_number: string) => ({ legacy_payout_method: legacyMethod({ account_number }) })
    const connection = await invited(client, bank('12345671111'))
    const made = await paid(client, connection, 100, { date: later(5) })
    expect((await client.put(`/account-connection/${connection}`, bank('12345672222'))).status).toBe(200)
    expect(await read(client, made.id)).toMatchObject({ type: 'ach', destination: 'Checking ••••2222' })
  })

  it('that never goes keeps what it showed last: canceled, failed, or its connection deleted', async () => {
    const connection = await connected(client, 'ach')
    const [canceled, failed, ended] = [
      await paid(client, connection, 100, { date: later(5) }),
      await paid(client, connection, 100, { date: later(5) }),
      await paid(client, connection, 100, { date: later(5) }),
    ]
    const destination = await reconnect(connection, 'wallet')
    const shown = { type: 'wallet', destination }
    const gone = await change(client, canceled.id, { status: 'canceled' })
    expect(gone.body).toMatchObject({ status: 'canceled', ...shown })
    const wrong = await client.post('/sandbox/payout-error', { payout: failed.id })
    expect(wrong.body).toMatchObject({ status: 'error', ...shown })
    await remove(client, connection)
    expect(await read(client, ended.id)).toMatchObject({ status: 'canceled', ...shown })
  })

  it('that nobody has claimed stays unclaimed', async () => {
    const connection = await invited(client)
    const made = await paid(client, connection, 100)
    expect(await read(client, made.id)).toEqual(made)
    expect(made).toMatchObject({ status: 'ready', type: 'unclaimed' })
  })
})

describe('status and date in one PUT', () => {
  it('of a ready payout exclude each other, and the message says so', async () => {
    const made = await paid(client, await connected(client, 'wallet'), 100, { date: later(5) })
    const refused = await change(client, made.id, { status: 'canceled', date: later(6) })
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(refused.body.message).toMatch(/`status` `canceled` and `date` exclude each other/)
    expect(await read(client, made.id)).toEqual(made)
  })

  it('of a payout that is not ready fail by its status, which the message names', async () => {
    const connection = await connected(client, 'wallet')
    const sent = await paid(client, connection, 100)
    await advance(client, 10)
    const gone = await paid(client, connection, 100, { date: later(5) })
    await change(client, gone.id, { status: 'canceled' })
    for (const [id, status] of [
      [sent.id, 'sent'],
      [gone.id, 'canceled'],
    ]) {
      const refused = await change(client, id as string, { status: 'canceled', date: later(6) })
      expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
      expect(refused.body.message).toBe(`\`date\` can change only in \`ready\`; this payout is \`${status}\`.`)
    }
  })
})
