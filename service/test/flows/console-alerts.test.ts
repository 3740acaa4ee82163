import { beforeAll, describe, expect, it } from 'vitest'
import type { EnterpriseAlert, ServiceAlert } from '../../../contracts/console/alerts.ts'
import { productionBank } from '../../src/tenants/index.ts'
import { lookForAlerts, setAlerts } from '../support/alerts.ts'
import { achConnection, producer } from '../support/bank.ts'
import { runOperator } from '../support/operator.ts'
import { operating, type SignedInOperator } from '../support/operators.ts'
import { connected, paid } from '../support/payouts.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
let treasurer: SignedInOperator

beforeAll(async () => {
  // Without a worker nothing is sent by itself, and the tests look for alerts themselves.
  running = await startService({}, undefined, { role: 'api' })
  treasurer = await operating(running, 'treasurer')
})

const at = (path = ''): string => `/operator/api/alerts${path}`
const listed = async (query: string): Promise<EnterpriseAlert[]> => (await treasurer.get(at(`?${query}`))).body.data
const ofService = async (): Promise<ServiceAlert[]> => (await treasurer.get(at('/service'))).body.data

/** The lines of the operator command. */
const command = async (...words: string[]): Promise<string[]> =>
  (await runOperator(running, 'alerts', 'list', ...words)).output.split('\n')

describe("the enterprises' alerts", () => {
  it('are listed for operators with filters, raised ones first, and the command lists the same', async () => {
    const [one, other] = [await running.enterprise('Riverside'), await running.enterprise('Hillside')]
    await setAlerts(running, one.id, { low_balance_in_cents: 9_999_999_999 })
    await setAlerts(running, other.id, { low_balance_in_cents: 9_999_999_999 })
    await lookForAlerts(running)
    await setAlerts(running, one.id, { large_payout_in_cents: 500 })
    await lookForAlerts(running)
    const payout = await paid(one.sandbox, await connected(one.sandbox, 'direct'), 700)
    await lookForAlerts(running)
    const brief = (alerts: readonly EnterpriseAlert[]) =>
      alerts.map(({ enterprise_name, kind, status }) => `${enterprise_name} ${kind} ${status}`)
    expect(brief(await listed(`enterprise=${one.id}`))).toEqual([
      'Riverside large_payout raised',
      'Riverside low_balance cleared',
    ])
    expect(brief(await listed('status=raised&kind=low_balance'))).toEqual(['Hillside low_balance raised'])
    expect(await listed(`enterprise=${one.id}&environment=production`)).toEqual([])
    expect((await treasurer.get(at('?page_size=1'))).body.pagination).toMatchObject({ page_size: 1, total: 3 })
    expect((await treasurer.get(at('?kind=nothing'))).status).toBe(400)

    const [line, ...others] = await command('--enterprise', one.id)
    expect(others).toEqual([])
    expect(line).toMatch(new RegExp(`^Large payout .* sandbox .* raised .* ${one.id} .*A payout of \\$7\\.00`))
    expect(await command('--enterprise', one.id, '--environment', 'production')).toEqual(['There is no such alert.'])
    expect(await command('--status', 'loud')).toEqual(['--status must be one of raised, cleared, not `loud`.'])
    expect((await treasurer.get('/operator/api/home')).body.alerts).toBe(2)

    const [alert] = await listed(`enterprise=${one.id}&status=raised`)
    const detail = await treasurer.get(at(`/sandbox/${one.id}/${alert?.id}`))
    expect(detail.body).toMatchObject({ ...alert, resource: payout.id })
    expect(detail.body.about).toEqual(
      expect.arrayContaining([
        { name: 'Amount', value: '$7.00' },
        { name: 'Set to', value: '$5.00' },
        { name: 'To the account connection', value: payout.account_connection },
      ]),
    )
    // An alert is found at its own enterprise and environment alone.
    expect((await treasurer.get(at(`/sandbox/${other.id}/${alert?.id}`))).status).toBe(404)
    expect((await treasurer.get(at(`/production/${one.id}/${alert?.id}`))).status).toBe(404)
  })

  it('about a webhook name its server, and nothing of its address that may be secret', async () => {
    const { id, sandbox } = await running.enterprise('Failing')
    await setAlerts(running, id, { webhook_minutes: 1 })
    const url = 'https://hooks.example.com/secret-path?token=hidden'
    const webhook = (await sandbox.post('/webhook', { url, event: 'buyer.update' })).body.id
    await running.database.sql`
      update webhooks set failing_since = statement_timestamp() - interval '1 hour', failed_attempts = 9 where id = ${webhook}`
    await lookForAlerts(running)
    const [alert] = await listed(`enterprise=${id}`)
    const { body, text } = await treasurer.get(at(`/sandbox/${id}/${alert?.id}`))
    expect(body.about).toEqual(
      expect.arrayContaining([
        { name: 'Server', value: 'hooks.example.com' },
        { name: 'Failed attempts now', value: '9' },
      ]),
    )
    expect(text).not.toContain('secret-path')
    await sandbox.delete(`/webhook/${webhook}`)
    expect((await treasurer.get(at(`/sandbox/${id}/${alert?.id}`))).body.about).toContainEqual({
      name: 'Webhook now',
      value: 'Deleted',
    })
  })
})

describe("the service's alerts", () => {
  it('name stopped books, files, entries, return rates and late work, each with what it is about, and go away', async () => {
    const { sql } = running.database
    const shop = await running.enterprise('Stopped Shop')
    expect((await ofService()).filter(({ environment }) => environment === 'production')).toEqual([])
    const bank = await running.database.transaction(productionBank)
    const file = (id: string, direction: string, status: string, why: string | null, age: string) => sql`
      insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries, debit_in_cents,
        credit_in_cents, why, created_at)
      values (${bank}, ${id}, ${direction}, ${`${id}.ach`}, ${Buffer.from(id)}, ${Buffer.from('sealed')}, ${status},
        '2026-11-13', 1, 0, 90000, ${why}, clock_timestamp() - ${age}::interval)`
    await file('ach_new', 'out', 'made', null, '5 minutes')
    await file('ach_late', 'out', 'made', null, '20 minutes')
    await file('ach_lost', 'out', 'missing', null, '1 minute')
    await file('ach_bad', 'in', 'refused', 'line 1: no file header', '1 minute')
    await file('ach_read', 'in', 'received', null, '1 minute')
    await sql`
      insert into ach_received (tenant_id, file, ordinal, kind, amount_in_cents, status, why, entry_sealed)
      values (${bank}, 'ach_read', 0, 'return', 90000, 'kept', 'nothing was sent under 1', ${Buffer.from('x')})`
    await sql`
      update tenants set payouts_stopped_because = 'the mirror differs' where enterprise_id = ${shop.id}
        and environment = 'production'`
    const found = (await ofService()).filter(({ environment }) => environment === 'production')
    expect(found.map(({ kind, subject, summary }) => [kind, subject, summary])).toEqual([
      ['book_stopped', '', 'Stopped Shop: the mirror differs'],
      ['bank_file', 'ach_late', 'ach_late.ach: It has not left for the bank.'],
      ['bank_file', 'ach_lost', 'ach_lost.ach: It was uploaded and is missing at the bank.'],
      ['bank_file', 'ach_bad', 'ach_bad.ach: It came from the bank and could not be read (line 1: no file header).'],
      ['bank_entries', '', '1 entry from the bank matches nothing in the books: $900.00 in all.'],
    ])
    const lines = await command()
    for (const { summary } of found) expect(lines.some((line) => line.endsWith(summary))).toBe(true)
    await sql`update ach_files set resolved_at = statement_timestamp() where status = 'refused'`
    await sql`update ach_files set status = 'delivered' where direction = 'out'`
    await sql`update ach_received set resolved_at = statement_timestamp()`
    await sql`update tenants set payouts_stopped_because = null`
    expect((await ofService()).filter(({ environment }) => environment === 'production')).toEqual([])
  })

  it('name payouts and webhooks that nobody sends', async () => {
    const { id, sandbox } = await running.enterprise('Late')
    const { id: webhook } = (
      await sandbox.post('/webhook', { url: 'https://hooks.example.com/', event: 'payout.update' })
    ).body
    await sandbox.post(`/webhook/${webhook}/test`, {})
    await paid(sandbox, await connected(sandbox, 'direct'), 700)
    const late = async () => (await ofService()).filter(({ environment }) => environment === 'sandbox')
    const { sql } = running.database
    const tenant = sql`(select id from tenants where enterprise_id = ${id} and environment = 'sandbox')`
    await sql`update payouts set due_at = (due_at at time zone 'UTC' - interval '10 minutes') at time zone 'UTC' where tenant_id = ${tenant} and due_at is not null`
    await sql`
      update deliveries set due_at = (due_at at time zone 'UTC' - interval '10 minutes') at time zone 'UTC', changed_at = (changed_at at time zone 'UTC' - interval '10 minutes') at time zone 'UTC'
      where tenant_id = ${tenant}`
    const found = await late()
    expect(found.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['payments_late', 'webhooks_late']))
    expect(found.find(({ kind }) => kind === 'payments_late')?.summary).toMatch(
      /^The payouts of sandbox are late by \d+ minutes\./,
    )
  })

  it('name a return rate above what Nacha allows', async () => {
    const { sql } = running.database
    const acme = await producer(running, 'Acme')
    const bank = await running.database.transaction(productionBank)
    const { id } = await paid(acme.client, await achConnection(acme.client), 900)
    await sql`
      insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries, debit_in_cents,
        credit_in_cents, created_at)
      values (${bank}, 'ach_rates', 'out', 'rates.ach', 'x'::bytea, 'x'::bytea, 'delivered', current_date, 100, 0, 90000,
        clock_timestamp())`
    const rates = async () =>
      (await ofService()).filter(({ kind }) => kind === 'return_rate').map(({ summary }) => summary)
    expect(await rates()).toEqual([])
    await sql`update payouts set status = 'returned', return_code = 'R10' where id = ${id}`
    expect(await rates()).toEqual([
      expect.stringMatching(
        /^0\.9\d %|^1\.00 % of the entries of 60 days came back, unauthorized returns; Nacha asks for reasons above 0\.50 %\.$/,
      ),
    ])
  })
})
