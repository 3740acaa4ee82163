import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { EVENT_SUBJECTS } from '../../src/app/event-subjects.ts'
import type { Id } from '../../src/kernel/ids.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { isLoopback } from '../../src/platform/special-addresses.ts'
import { openVault } from '../../src/platform/vault.ts'
import { webhookDeliveries } from '../../src/resources/webhooks/index.ts'
import { requireTenant } from '../../src/tenants/index.ts'
import { invited } from '../support/payouts.ts'
import { startReceiver } from '../support/receiver.ts'
import { startService, VAULT_KEY } from '../support/service.ts'

const LONG_AGO_MS = 90_000

/** Two deliveries that a sender has claimed, long before it comes to send them. */
async function claimedAhead() {
  const running = await startService({}, undefined, { role: 'api' })
  const { database } = running
  const { id: enterprise, sandbox } = await running.enterprise()
  const receiver = await startReceiver()
  const made = await sandbox.post('/webhook', { url: receiver.url, event: 'account_connection.update' })
  const webhook = made.body.id as Id<'webhook'>
  for (let n = 0; n < 2; n++) await sandbox.put(`/account-connection/${await invited(sandbox)}`, { user_data: { n } })
  const kind = webhookDeliveries({
    database,
    vault: openVault(VAULT_KEY),
    metrics: createMetrics(),
    leaseMs: 60_000,
    concurrency: 4,
    sandboxExempts: isLoopback,
    subjects: EVENT_SUBJECTS,
  })
  const tenant = await database.transaction((tx) => requireTenant(tx, enterprise, 'sandbox'))
  const line = { key: webhook, tenant, webhook }
  const { jobs } = await kind.claim(line, 10)
  const old = jobs.map((job) => ({ ...job, claimedAt: job.claimedAt - LONG_AGO_MS }))
  async function sendAll() {
    const done = await Promise.all(old.map(async (job) => ({ job, outcome: await kind.send(line, job) })))
    await kind.record(line, done)
    kind.rest?.(line)
  }
  const rows = () => database.sql`select status, attempt from deliveries`
  return { sandbox, receiver, webhook, database, sendAll, rows, claimedAt: jobs[0]?.tenant_now as Date }
}

describe('what was claimed ahead', () => {
  it('is not sent to a webhook that was deleted since', async () => {
    const { sandbox, receiver, webhook, sendAll, rows } = await claimedAhead()
    await sandbox.delete(`/webhook/${webhook}`)
    await sendAll()
    expect(receiver.calls).toEqual([])
    expect(await rows()).toEqual(Array(2).fill({ status: 'due', attempt: 0 }))
  })

  it('is not sent to a webhook that was disabled since, and waits', async () => {
    const { sandbox, receiver, webhook, database, sendAll, rows } = await claimedAhead()
    await database.sql`update webhooks set disabled_at = now(), disabled_because = 'Gone.' where id = ${webhook}`
    await sendAll()
    expect(receiver.calls).toEqual([])
    expect(await rows()).toEqual(Array(2).fill({ status: 'due', attempt: 0 }))
    expect((await sandbox.get(`/webhook/${webhook}/delivery`)).body.data[0].attempts).toEqual([])
  })

  it('is signed with the secret there is when it is sent, and logged as of then', async () => {
    const { sandbox, receiver, webhook, sendAll, claimedAt } = await claimedAhead()
    const { secret } = (await sandbox.post(`/webhook/${webhook}/secret/rotate`)).body
    await sendAll()
    expect(receiver.calls).toHaveLength(2)
    const [call] = receiver.calls as [(typeof receiver.calls)[0]]
    expect(new Webhook(secret).verify(call.text, call.headers as Record<string, string>)).toEqual(call.body)
    const { data } = (await sandbox.get(`/webhook/${webhook}/delivery`)).body
    expect(Date.parse(data[0].attempts[0].at)).toBeGreaterThanOrEqual(claimedAt.getTime() + LONG_AGO_MS)
  })

  it('counts a failed attempt from when it was made', async () => {
    const { sandbox, receiver, webhook, sendAll, claimedAt } = await claimedAhead()
    receiver.answer(500)
    await sendAll()
    const { data } = (await sandbox.get(`/webhook/${webhook}/delivery`)).body
    expect(Date.parse(data[0].next_attempt_at)).toBeGreaterThanOrEqual(claimedAt.getTime() + LONG_AGO_MS + 4_500)
  })

  it('disables the webhook when one of them is answered with 410, though another was taken', async () => {
    const { sandbox, receiver, webhook, sendAll } = await claimedAhead()
    receiver.answer((call, response) => void response.writeHead(call.body.user_data.n === 0 ? 410 : 200).end())
    await sendAll()
    expect((await sandbox.get(`/webhook/${webhook}`)).body.disabled_because).toBe('The receiver answered 410 Gone.')
  })

  it('clears, when it is taken, a failure that was noted after it was claimed', async () => {
    const { webhook, database, sendAll } = await claimedAhead()
    await database.sql`update webhooks set failing_since = now(), failed_attempts = 3 where id = ${webhook}`
    await sendAll()
    const [row] = await database.sql`select failing_since, failed_attempts from webhooks where id = ${webhook}`
    expect(row).toEqual({ failing_since: null, failed_attempts: 0 })
  })
})
