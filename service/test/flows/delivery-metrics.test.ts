import { describe, expect, it } from 'vitest'
import { watchDeliveries } from '../../src/app/worker.ts'
import { cents } from '../../src/kernel/money.ts'
import { post } from '../../src/ledger/index.ts'
import { createLogger } from '../../src/platform/logs.ts'
import { openVault } from '../../src/platform/vault.ts'
import { sendDailySummaries } from '../../src/resources/payouts/index.ts'
import { readQueue } from '../../src/resources/webhooks/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import { advance, invited, paid } from '../support/payouts.ts'
import { startReceiver } from '../support/receiver.ts'
import { readMetrics, startService, VAULT_KEY } from '../support/service.ts'

const metric = async (root: string, name: string): Promise<number> => {
  const text = await readMetrics(root)
  return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
}

describe('metrics', () => {
  it('count deliveries by outcome', async () => {
    const { sandbox, roots } = await startService({ DELIVERY_POLL_MS: '10' })
    const receiver = await startReceiver(500)
    const { body } = await sandbox.post('/webhook', { url: receiver.url, event: 'account_connection.update' })
    await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: {} })
    await expect
      .poll(() => metric(roots.sandbox, 'tributary_deliveries_total{environment="sandbox",outcome="failed"}'))
      .toBe(1)
    receiver.answer(200)
    await advance(sandbox, 6)
    await expect
      .poll(() => metric(roots.sandbox, 'tributary_deliveries_total{environment="sandbox",outcome="delivered"}'))
      .toBe(1)
    receiver.answer(500)
    await sandbox.post(`/webhook/${body.id}/test`)
    await expect
      .poll(() => metric(roots.sandbox, 'tributary_deliveries_total{environment="sandbox",outcome="dead"}'))
      .toBe(1)
  })

  it('and one line in the log tell when the oldest due delivery is late; a jump of the sandbox clock is no lateness', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const { sandbox, roots, database } = running
    await sandbox.post('/webhook', { url: 'http://127.0.0.1:1/', event: 'account_connection.update' })
    await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: {} })
    await sandbox.post('/sandbox/clock/advance', { seconds: 86_400 })
    const lines: string[] = []
    const log = createLogger('silent')
    log.error = ((_facts: object, message: string) => void lines.push(message)) as typeof log.error
    await watchDeliveries(database, log)
    expect(lines).toEqual([])
    expect(await metric(roots.sandbox, 'tributary_deliveries_queued{environment="sandbox"}')).toBe(1)
    await database.sql`update deliveries set changed_at = now() - interval '301 seconds'`
    await watchDeliveries(database, log)
    expect(lines).toEqual(['deliveries are late: the oldest due one is waiting'])
  })
})

describe('the age of the oldest due delivery', () => {
  it('is none while the next attempt is still to come, and counts a sender that was not heard of again', async () => {
    const { sandbox, database } = await startService({}, undefined, { role: 'api' })
    const oldest = async (): Promise<number> => (await readQueue(database.sql)).oldest_seconds
    await sandbox.post('/webhook', { url: 'http://127.0.0.1:1/', event: 'account_connection.update' })
    await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: {} })
    await database.sql`update deliveries set due_at = (due_at at time zone 'UTC' + interval '1 hour') at time zone 'UTC', changed_at = now() - interval '1 hour'`
    expect(await oldest()).toBe(0)
    await database.sql`update deliveries set status = 'sending', leased_until = statement_timestamp() + interval '1 hour'`
    expect(await oldest()).toBe(0)
    await database.sql`update deliveries set leased_until = statement_timestamp() - interval '400 seconds'`
    expect(await oldest()).toBeGreaterThanOrEqual(400)
  })
})

describe('the daily summary', () => {
  it('goes to each enterprise in production that reads mail, once a day, and to no sandbox', async () => {
    const running = await startService({}, undefined, { role: 'api' })
    const { database } = running
    const { id, production, sandbox } = await running.enterprise('Acme')
    await database.transaction(async (tx) => {
      const transfer = { sourceId: 'test', kind: 'top_up', debit: 'funding', credit: 'operating' } as const
      const tenant = await requireTenant(tx, id, 'production')
      await post(tx, tenant, [{ ...transfer, amount: cents(1_000), at: new Date() }])
    })
    await paid(production, await invited(production), 300)
    await paid(sandbox, await invited(sandbox), 300)
    const vault = openVault(VAULT_KEY)
    await sendDailySummaries(database, vault)
    await database.sql`update tenants set notification_email = 'owner@acme.example' where enterprise_id = ${id}`
    await database.sql`update payouts set created_at = (created_at at time zone 'UTC' - interval '1 day') at time zone 'UTC'`
    await Promise.all([sendDailySummaries(database, vault), sendDailySummaries(database, vault)])
    await sendDailySummaries(database, vault)
    const rows = await database.sql`select recipient, facts, environment from messages
      join tenants on tenants.id = tenant_id where kind = 'daily_summary'`
    expect(rows).toEqual([
      {
        recipient: 'owner@acme.example',
        environment: 'production',
        facts: { enterprise: 'Acme', day: expect.any(String), payouts: 1, amount: 300, failed: 0, operating: 675 },
      },
    ])
  })
})
