import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { BANK, CREDIT, go, openTab } from '../support/connect.ts'
import { advance, auditClean, change, connected, invited, legacyMethod, paid, read } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  running = await startService({ WORKER_POLL_MS: '60000' })
})

const HOUR = 3_600

/** A connection whose payout came back by this code. */
async function returned(code: string, connect: (client: Client) => Promise<string> = (c) => connected(c, 'ach')) {
  const { id, sandbox } = await running.enterprise()
  await running.database.sql`
    update tenants set notification_email = 'ops+sandbox@example.com' where enterprise_id = ${id}`
  const connection = await connect(sandbox)
  const payout = await paid(sandbox, connection, 1_000)
  await advance(sandbox, HOUR)
  const back = await sandbox.post('/sandbox/payout-return', { payout: payout.id, code })
  expect(back.body).toMatchObject({ status: 'returned', failure_code: code })
  return { sandbox, connection, payout: payout.id }
}

const pay = (client: Client, account_connection: string) =>
  client.post('/payout', { account_connection, amount_in_cents: 100 })

const show = async (client: Client, id: string) => (await client.get(`/account-connection/${id}`)).body

/** The one link of the creator's mail. */
async function mailedLink(client: Client): Promise<string> {
  await advance(client, 1)
  const mails: { text: string }[] = (await client.get('/sandbox/message?kind=bank_suspended')).body.data
  const [link, ...others] = mails.flatMap(({ text }) => text.match(/^http\S+\/connect\/\S+$/gm) ?? [])
  expect(others).toEqual([])
  return link as string
}

describe('a return that says that the account is wrong', () => {
  it.each(['R02', 'R03', 'R04', 'R16', 'R20'])('%s suspends it: it is shown, and takes no payouts', async (code) => {
    const { sandbox, connection, payout } = await returned(code)
    expect((await show(sandbox, connection)).suspension).toMatchObject({ code, payout })
    const [listed] = (await sandbox.get('/account-connection')).body.data
    expect(listed.suspension).toMatchObject({ code, payout })
    const refused = await pay(sandbox, connection)
    expect(refused).toMatchObject({ status: 409, body: { code: 'invalid_state' } })
    expect(refused.body.message).toContain('suspended')
    const batch = await sandbox.post('/payout/batch', {
      payouts: [{ account_connection: connection, amount_in_cents: 1 }],
    })
    expect(batch).toMatchObject({ status: 400, body: { code: 'batch_invalid', details: [{ code: 'invalid_state' }] } })
    await auditClean(running.database)
  })

  it('is recorded although the bank account on record can no longer be read', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    const payout = await paid(sandbox, connection, 1_000)
    await advance(sandbox, HOUR)
    await running.database.sql`update account_connections set bank_sealed = '\\x00' where id = ${connection}`
    const back = await sandbox.post('/sandbox/payout-return', { payout: payout.id, code: 'R03' })
    expect([back.status, back.body.status]).toEqual([200, 'returned'])
    expect(await show(sandbox, connection)).not.toHaveProperty('suspension')
    await auditClean(running.database)
  })

  it('is told by an event, an entry, and a mail to creator and enterprise with the way on', async () => {
    const { sandbox, connection } = await returned('R02')
    await advance(sandbox, 1)
    const { activity } = await show(sandbox, connection)
    expect(activity.at(-1)).toMatchObject({
      type: 'error',
      code: 'R02',
      entry: 'Bank account suspended: account closed',
    })
    const events = (await sandbox.get(`/event?resource=${connection}&order=newest`)).body.data
    expect(events[0].summary).toContain('bank account suspended: account closed')
    expect(events[0].changes.suspension).toMatchObject({ before: null, after: { code: 'R02' } })
    const mails = (await sandbox.get('/sandbox/message?kind=bank_suspended')).body.data
    expect(mails.map(({ subject }: { subject: string }) => subject).sort()).toEqual([
      expect.stringContaining('cannot pay you'),
      expect.stringContaining('is suspended'),
    ])
    const told = mails.find(({ subject }: { subject: string }) => subject.endsWith('is suspended'))
    expect(told.text).toContain(`/dashboard/sandbox/account-connections/${connection}`)
    await advance(sandbox, HOUR)
    expect((await sandbox.get('/sandbox/message?kind=bank_suspended')).body.data).toHaveLength(2)
  })

  it('leads the creator from the mail into Connect, until another account is given there', async () => {
    const ANSWER = '4711'
    const connect = (client: Client) => connected(client, 'ach', { verification_answer: ANSWER })
    const { sandbox, connection } = await returned('R02', connect)
    const url = await mailedLink(sandbox)
    const tab = openTab(url)
    expect((await tab.open()).body).toMatchObject({ kind: 'invite', status: 'usable' })
    expect((await openTab(url).start('wrong')).body).toMatchObject({ code: 'incorrect_answer', attempts_left: 2 })
    expect((await tab.start(ANSWER)).status).toBe(201)
    await go(tab, 'overview', { next: 'method' }, 'method')
    await go(tab, 'method', { method: 'ach' }, 'bank')
    await go(tab, 'bank', { ...BANK, account_number: '987654321' }, 'review')
    await go(tab, 'grant', CREDIT, 'done')
    expect((await show(sandbox, connection)).suspension).toBeUndefined()
    expect((await pay(sandbox, connection)).status).toBe(201)
    expect((await openTab(url).open()).body.status).toBe('used')
  })

  it('leads nowhere once another account was given elsewhere, and after 30 days', async () => {
    const given = await returned('R02')
    const url = await mailedLink(given.sandbox)
    await given.sandbox.post('/sandbox/connect', { account_connection: given.connection, type: 'ach' })
    expect((await openTab(url).open()).body.status).toBe('used')
    const late = await returned('R02')
    const old = await mailedLink(late.sandbox)
    await advance(late.sandbox, 30 * 24 * HOUR - 60)
    expect((await openTab(old).open()).body.status).toBe('usable')
    await advance(late.sandbox, 60)
    expect((await openTab(old).open()).body.status).toBe('expired')
  })

  it('ends when the creator gives another account in Connect', async () => {
    const { sandbox, connection } = await returned('R03')
    const before = (await show(sandbox, connection)).destination
    const again = await sandbox.post('/sandbox/connect', { account_connection: connection, type: 'ach' })
    expect(again.status, again.text).toBe(200)
    expect(again.body.suspension).toBeUndefined()
    expect(again.body.destination).not.toBe(before)
    expect((await pay(sandbox, connection)).status).toBe(201)
  })

  it('stays while the same account is given again, and ends with another', async () => {
    const method = legacyMethod({ account_number: '12345678' })
    const { sandbox, connection } = await returned('R04', (client) => invited(client, { legacy_payout_method: method }))
    const give = (account_number: string, others: object = {}) =>
      sandbox.put(`/account-connection/${connection}`, {
        legacy_payout_method: legacyMethod({ account_number, ...others }),
      })
    expect((await give('12345678')).body.suspension).toBeDefined()
    const renamed = await give('12345678', { name_on_account: 'Alice B. Alison' })
    expect(renamed.body.suspension).toBeDefined()
    expect((await pay(sandbox, connection)).status).toBe(409)
    expect((await give('87655678')).body.suspension).toBeUndefined()
    expect((await pay(sandbox, connection)).status).toBe(201)
  })

  it('stops payouts that wait: scheduled ones and those before their batch fail, with the money back', async () => {
    const { sandbox } = await running.enterprise()
    const connection = await connected(sandbox, 'ach')
    const first = await paid(sandbox, connection, 1_000)
    const { now } = (await sandbox.get('/sandbox/clock')).body
    const date = new Date(Date.parse(now) + 3 * HOUR * 1_000).toISOString()
    const scheduled = await paid(sandbox, connection, 2_000, { date })
    await advance(sandbox, HOUR)
    const pending = await paid(sandbox, connection, 3_000)
    await sandbox.post('/sandbox/payout-return', { payout: first.id, code: 'R03' })
    await advance(sandbox, 4 * HOUR)
    for (const { id } of [scheduled, pending]) {
      expect(await read(sandbox, id)).toMatchObject({ status: 'error', failure_code: 'bank_account_suspended' })
    }
    await auditClean(running.database)
  })

  it('does not concern a connection that is paid elsewhere', async () => {
    const { sandbox, connection } = await returned('R03')
    await sandbox.post('/sandbox/connect', { account_connection: connection, type: 'wallet' })
    expect((await show(sandbox, connection)).suspension).toBeUndefined()
    expect((await pay(sandbox, connection)).status).toBe(201)
  })

  it('cannot be done away with by changing the payout', async () => {
    const { sandbox, connection, payout } = await returned('R03')
    await change(sandbox, payout, { description: 'x' })
    expect((await pay(sandbox, connection)).status).toBe(409)
  })
})

it.each(['R01', 'R06', 'R23'])('a return by %s is about one payment, and suspends nothing', async (code) => {
  const { sandbox, connection } = await returned(code)
  expect((await show(sandbox, connection)).suspension).toBeUndefined()
  expect((await pay(sandbox, connection)).status).toBe(201)
})
