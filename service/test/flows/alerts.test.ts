import { beforeAll, describe, expect, it } from 'vitest'
import type { AlertSettings } from '../../../contracts/alerts.ts'
import { productionBank, requireTenant } from '../../src/tenants/index.ts'
import { ALERTS_OFF, lookForAlerts, setAlerts } from '../support/alerts.ts'
import type { Client } from '../support/client.ts'
import { advance, connected, paid } from '../support/payouts.ts'
import { deedsOf, signedIn } from '../support/people.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService

beforeAll(async () => {
  // Without a worker: the tests look themselves.
  running = await startService({}, undefined, { role: 'api' })
})

const OFF = ALERTS_OFF
const look = () => lookForAlerts(running)

async function watching(settings: Partial<AlertSettings>) {
  const enterprise = await running.enterprise()
  await setAlerts(running, enterprise.id, settings)
  return enterprise
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
const alertsOf = async (client: Client, query = ''): Promise<any[]> => (await client.get(`/alert${query}`)).body.data
const eventsOf = async (client: Client) =>
  (await client.get('/event?type=alert.update')).body.data.map((event: { resource: string; summary: string }) => [
    event.resource,
    event.summary,
  ])
const mailsOf = async (client: Client) =>
  (await client.get('/sandbox/message')).body.data.filter((mail: { kind: string }) => mail.kind === 'alert_raised')

describe('an alert', () => {
  it('is raised once, mailed, told as an event, and clears by itself', async () => {
    const { id, sandbox } = await watching({ low_balance_in_cents: 9_999_000 })
    const admin = await signedIn(running, id, 'admin')
    await look()
    expect(await alertsOf(sandbox)).toEqual([])
    await paid(sandbox, await connected(sandbox, 'direct'), 2_000)
    await look()
    await look()
    const [alert, ...others] = await alertsOf(sandbox)
    expect(others).toEqual([])
    expect(alert).toMatchObject({
      status: 'raised',
      kind: 'low_balance',
      summary: 'The operating account holds $99,980.00, less than $99,990.00.',
    })
    expect((await sandbox.get(`/alert/${alert.id}`)).body).toEqual(alert)
    const [mail, ...more] = await mailsOf(sandbox)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: admin.email, subject: 'Low balance at Another Enterprise' })
    expect(mail.text).toContain(`${running.roots.sandbox}/dashboard/sandbox/ledger`)
    await sandbox.post('/sandbox/funding', { amount_in_cents: 5_000 })
    await look()
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ id: alert.id, status: 'cleared', cleared_at: expect.any(String) }])
    expect(await eventsOf(sandbox)).toEqual([
      [alert.id, `Alert “${alert.summary}”: raised.`],
      [alert.id, `Alert “${alert.summary}”: cleared: the cause is gone.`],
    ])
    // The cause comes back: another alert.
    await paid(sandbox, await connected(sandbox, 'wallet'), 6_000)
    await look()
    expect((await alertsOf(sandbox, '?status=raised')).map((one) => one.id)).not.toContain(alert.id)
  })

  it('is raised once when several workers look at the same moment', async () => {
    const { sandbox } = await watching({ low_balance_in_cents: 9_999_999_999, large_payout_in_cents: 500 })
    await look()
    await paid(sandbox, await connected(sandbox, 'direct'), 500)
    await Promise.all(Array.from({ length: 5 }, look))
    expect((await alertsOf(sandbox)).map(({ kind }) => kind).sort()).toEqual(['large_payout', 'low_balance'])
    expect(await eventsOf(sandbox)).toHaveLength(2)
    expect((await alertsOf(sandbox)).map(({ id }) => id)).toHaveLength(2)
    expect((await sandbox.get('/alert')).body.pagination.total).toBe(2)
  })

  it('goes to the address for notices where there is one, and to nobody where mail is off', async () => {
    const { id, sandbox } = await watching({ low_balance_in_cents: 9_999_999_999 })
    await running.database.sql`
      update tenants set notification_email = 'ops+sandbox@example.com' where enterprise_id = ${id}`
    const quiet = await watching({ low_balance_in_cents: 9_999_999_999, by_mail: false })
    await signedIn(running, quiet.id, 'admin')
    await look()
    expect(await mailsOf(sandbox)).toMatchObject([{ to: 'ops+sandbox@example.com' }])
    expect(await alertsOf(quiet.sandbox)).toHaveLength(1)
    expect(await mailsOf(quiet.sandbox)).toEqual([])
  })

  it('clears when it is switched off', async () => {
    const { id, sandbox } = await watching({ low_balance_in_cents: 9_999_999_999 })
    await look()
    await setAlerts(running, id, {})
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ status: 'cleared' }])
  })
})

describe('an alert about', () => {
  it('a large payout names it, and clears after a day; payouts from before the first look raise none', async () => {
    const { sandbox } = await watching({ large_payout_in_cents: 50_000 })
    const creator = await connected(sandbox, 'direct')
    await paid(sandbox, creator, 60_000)
    await look()
    await paid(sandbox, creator, 49_999)
    const large = await paid(sandbox, creator, 50_000)
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ kind: 'large_payout', resource: large.id, status: 'raised' }])
    await advance(sandbox, 23 * 3_600)
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ status: 'raised' }])
    await advance(sandbox, 3_600)
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ status: 'cleared' }])
  })

  it('an unusual payout compares it with the median of those before, if there are enough', async () => {
    const { sandbox } = await watching({ unusual_payout_times: 10 })
    const creator = await connected(sandbox, 'direct')
    const batch = (count: number, amount: number) =>
      sandbox.post('/payout/batch', {
        payouts: Array.from({ length: count }, () => ({ account_connection: creator, amount_in_cents: amount })),
      })
    await look()
    await batch(20, 100)
    await paid(sandbox, creator, 90_000)
    await look()
    expect(await alertsOf(sandbox)).toEqual([])
    await batch(20, 100)
    await look()
    await paid(sandbox, creator, 999)
    const unusual = await paid(sandbox, creator, 1_000)
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([
      {
        kind: 'unusual_payout',
        resource: unusual.id,
        summary: 'A payout of $10.00 was created; the usual amount is $1.00.',
      },
    ])
  })

  it('returns counts those among the last ACH payouts, from twenty on', async () => {
    const { sandbox } = await watching({ returns_percent: 10 })
    const bank = await connected(sandbox, 'ach')
    const payouts: { id: string }[] = []
    for (let nth = 0; nth < 20; nth++) payouts.push(await paid(sandbox, bank, 100))
    await advance(sandbox, 3_600)
    const give = (nth: number) => sandbox.post('/sandbox/payout-return', { payout: payouts[nth]?.id, code: 'R03' })
    await give(0)
    await look()
    expect(await alertsOf(sandbox)).toEqual([])
    await give(1)
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([
      { kind: 'returns', summary: '2 of the last 20 payouts by ACH came back from the bank.' },
    ])
  })

  it('a failing webhook names it, after the time that is set', async () => {
    const { id, sandbox } = await watching({ webhook_minutes: 60 })
    const webhook = (await sandbox.post('/webhook', { url: 'https://example.com/', event: 'buyer.update' })).body.id
    const failing = (minutes: number) => running.database.sql`
      update webhooks set failing_since = statement_timestamp() - ${minutes} * interval '1 minute'
      from tenants where tenants.id = webhooks.tenant_id and tenants.enterprise_id = ${id}`
    await failing(59)
    await look()
    expect(await alertsOf(sandbox)).toEqual([])
    await failing(61)
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ kind: 'webhook', resource: webhook, status: 'raised' }])
    await running.database.sql`update webhooks set failing_since = null where id = ${webhook}`
    await look()
    expect(await alertsOf(sandbox)).toMatchObject([{ status: 'cleared' }])
  })

  it('a bank file that is not confirmed reaches the enterprises whose payouts are in it', async () => {
    const [one, other] = [await running.enterprise(), await running.enterprise()]
    const { database } = running
    const file = 'ach_01kk3v9x2qf8m6t4w0c5n7d1ha'
    await database.transaction(async (tx) => {
      const bank = await productionBank(tx)
      const owner = await requireTenant(tx, one.id, 'production')
      await tx`
        insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries,
          debit_in_cents, credit_in_cents, created_at)
        values (${bank}, ${file}, 'out', 'PAY-1.ach', 'x'::bytea, 'x'::bytea, 'made', '2026-11-16', 1, 0, 100,
          clock_timestamp() - interval '5 hours')`
      await tx`
        insert into ach_entries (tenant_id, file, trace, owner, payout, amount_in_cents)
        values (${bank}, ${file}, '1', ${owner}, 'pay_1', 100)`
    })
    await look()
    expect(await alertsOf(one.production)).toMatchObject([{ kind: 'bank_file', resource: file, status: 'raised' }])
    expect(await alertsOf(other.production)).toEqual([])
    await database.sql`update ach_files set status = 'delivered', delivered_at = statement_timestamp() where id = ${file}`
    await look()
    expect(await alertsOf(one.production)).toMatchObject([{ status: 'cleared' }])
  })
})

describe('the thresholds', () => {
  it('are read by all, written by an admin and stand in the audit log', async () => {
    const { id, sandbox } = await running.enterprise()
    const [admin, viewer] = [await signedIn(running, id, 'admin'), await signedIn(running, id, 'viewer')]
    const at = '/dashboard/api/sandbox/alert-settings'
    expect((await viewer.get(at)).body).toEqual(OFF)
    expect((await viewer.get('/dashboard/api/production/alert-settings')).body).toMatchObject({ webhook_minutes: 60 })
    const wanted = { ...OFF, low_balance_in_cents: 9_999_999_999 }
    expect((await viewer.call('PUT', at, wanted)).status).toBe(403)
    expect((await admin.call('PUT', at, { ...wanted, returns_percent: 101 })).status).toBe(400)
    expect((await admin.call('PUT', at, wanted)).body).toEqual(wanted)
    const [deed] = await deedsOf(running, id)
    expect(deed).toMatchObject({ action: 'settings.change', details: { before: OFF, after: wanted } })
    await look()
    expect(await alertsOf(sandbox)).toHaveLength(1)
    const home = (await viewer.get('/dashboard/api/sandbox/home')).body
    expect(home.attention).toContainEqual({
      kind: 'alert_low_balance',
      text: 'The operating account holds $100,000.00, less than $99,999,999.99.',
      link: '/ledger',
    })
  })
})
