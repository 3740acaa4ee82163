import { describe, expect, it } from 'vitest'
import { openProbes } from '../../src/app/probes.ts'
import { readConfig } from '../../src/config.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { requireTenant, stopPayouts } from '../../src/tenants/index.ts'
import { advance, connected, invited, paid } from '../support/payouts.ts'
import { readMetrics, startService } from '../support/service.ts'
import { whenDone } from '../support/when-done.ts'

/** The value of a series; the labels are those of the metric, in their order. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('metrics of money', () => {
  it('tell states, amounts, returns, refusals, replays and stops by environment, and name no enterprise', async () => {
    const running = await startService({ DELIVERY_POLL_MS: '10' })
    const { sandbox, roots, database } = running
    const other = await running.enterprise('Stopped Enterprise')
    const [refused, ach] = [await connected(sandbox, 'ach'), await connected(sandbox, 'ach')]
    const returned = await paid(sandbox, refused, 5_000)
    await advance(sandbox, 5 * 86_400)
    await sandbox.post('/sandbox/payout-return', { payout: returned.id, code: 'R03' })
    await paid(sandbox, await invited(sandbox), 700)
    const body = { account_connection: ach, amount_in_cents: 1_200 }
    for (const _ of [1, 2]) await sandbox.post('/payout', body, { idempotencyKey: 'once' })
    await sandbox.post('/payout', { account_connection: ach, amount_in_cents: 9_999_999_999 })
    await database.transaction(async (tx) =>
      stopPayouts(tx, await requireTenant(tx, other.id, 'production'), 'a test stops it'),
    )

    const text = await readMetrics(roots.sandbox)
    const sandboxPayouts = (state: string) =>
      seriesValue(text, `tributary_payouts{environment="sandbox",state="${state}"}`)
    expect(['returned', 'ready', 'pending', 'sent'].map(sandboxPayouts)).toEqual([1, 1, 1, 0])
    expect(seriesValue(text, 'tributary_payouts_created_total{environment="sandbox"}')).toBe(3)
    const oldest = 'tributary_payouts_oldest_seconds{environment="sandbox",state="ready"}'
    expect(seriesValue(text, oldest)).toBeGreaterThanOrEqual(0)
    const cents = (account: string, side: string) =>
      seriesValue(text, `tributary_ledger_cents_total{environment="sandbox",account="${account}",side="${side}"}`)
    expect([cents('ach_clearing', 'credit'), cents('ach_clearing', 'debit')]).toEqual([5_000, 5_000])
    expect(
      seriesValue(text, 'tributary_payout_returns_total{environment="sandbox",code="R03"}'),
    ).toBeGreaterThanOrEqual(1)
    const problems = 'tributary_http_problems_total{environment="sandbox",code="insufficient_funds"}'
    expect(seriesValue(text, problems)).toBe(1)
    expect(seriesValue(text, 'tributary_idempotency_replays_total{environment="sandbox"}')).toBe(1)
    expect(seriesValue(text, 'tributary_payouts_stopped{environment="production"}')).toBe(1)
    expect(seriesValue(text, 'tributary_payouts_stopped{environment="sandbox"}')).toBe(0)
    expect(seriesValue(text, 'tributary_pool_wait_seconds_count')).toBeGreaterThan(0)
    expect(seriesValue(text, 'tributary_figures_age_seconds{source="payouts"}')).toBeLessThan(60)
    expect(text).not.toContain(other.id)
    expect(text).not.toMatch(/Stopped Enterprise|sk_(sandbox|production)_/)
  })

  it('tell how late the worker is', async () => {
    const { sandbox, roots, database } = await startService({}, undefined, { role: 'api' })
    await paid(sandbox, await connected(sandbox, 'direct'), 100)
    await database.sql`update payouts set due_at = (due_at at time zone 'UTC' - interval '1 minute') at time zone 'UTC'`
    const late = 'tributary_due_oldest_seconds{environment="sandbox",kind="payouts"}'
    expect(seriesValue(await readMetrics(roots.sandbox), late)).toBeGreaterThan(50)
  })
})

describe('a worker with WORKER_PORT', () => {
  it('answers probes, and metrics to whoever has the token', async () => {
    const METRICS_TOKEN = 'token-of-the-metrics'
    const config = readConfig({ HOST: '127.0.0.1', WORKER_PORT: '0', METRICS_TOKEN })
    let ready = false
    const probes = await openProbes({ config, environments: ['sandbox'] }, createMetrics(), async () => ready)
    whenDone(async () => probes?.close())
    const ask = (path: string, headers = {}) => fetch(`http://127.0.0.1:${probes?.port}${path}`, { headers })
    expect((await ask('/healthz')).status).toBe(200)
    expect((await ask('/readyz')).status).toBe(503)
    ready = true
    expect((await ask('/readyz')).status).toBe(200)
    expect((await ask('/metrics')).status).toBe(401)
    const scraped = await ask('/metrics', {
      authorization: `Bearer ${METRICS_TOKEN}`,
      accept: 'application/openmetrics-text',
    })
    expect(scraped.headers.get('content-type')).toContain('application/openmetrics-text')
    expect(await scraped.text()).toContain('tributary_audit_last_run_timestamp_seconds')
    expect((await ask('/')).status).toBe(404)
  })
})
