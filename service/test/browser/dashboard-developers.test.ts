import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { connected, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

async function developer(path: string) {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id)
  return { page, client: sandbox, open: (to = path) => page.goto(dashboard(service, to)) }
}

describe('webhooks', () => {
  it('are added for several events at once, stand in one row of their address, and are edited', async () => {
    const { page, client, open } = await developer('/webhooks')
    await open()
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('https://example.com/hooks')
    for (const event of ['payout.update', 'purchase.update']) await dialog.getByLabel(event).check()
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const row = page.getByRole('row').filter({ hasText: 'https://example.com/hooks' })
    await see(row).toHaveCount(1)
    await see(row.getByRole('link', { name: /update$/ })).toHaveText(['purchase.update', 'payout.update'])
    // The rows come before the dialog has closed. An event has one webhook: it is not offered again.
    await see(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await see(dialog.getByLabel('buyer.update')).toBeVisible()
    await see(dialog.getByLabel('payout.update')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name: 'payout.update' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'payout.update' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('Address').fill('https://example.org/new')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await see(page.getByText('https://example.org/new')).toBeVisible()
    const { data } = (await client.get('/webhook')).body
    expect(data.map(({ event, url }: { event: string; url: string }) => [event, url]).sort()).toEqual([
      ['payout.update', 'https://example.org/new'],
      ['purchase.update', 'https://example.com/hooks'],
    ])
  })

  it('that are disabled hold their deliveries, and every page says so alike', async () => {
    const { page, client, open } = await developer('/webhooks')
    // Nobody listens there: the delivery waits for its next attempt.
    const { id } = (await client.post('/webhook', { url: 'http://127.0.0.1:9/hook', event: 'payout.update' })).body
    const payout = await paid(client, await connected(client, 'direct'), 8_800, { date: '2099-01-31T09:00:00.000Z' })
    await client.put(`/payout/${payout.id}`, { description: 'Changed' })
    const attempts = async () => (await client.get(`/webhook/${id}/delivery`)).body.data[0]?.attempts.length ?? 0
    await expect.poll(attempts).toBeGreaterThan(0)
    await service.database.sql`update webhooks set disabled_at = clock_timestamp() where id = ${id}`
    await open(`/webhooks/${id}`)
    const deliveries = page.getByRole('region', { name: 'List of deliveries' })
    await see(deliveries.getByText('On hold', { exact: true })).toBeVisible()
    await open(`/payouts/${payout.id}`)
    const fold = page.locator('details', { hasText: 'Webhook deliveries' })
    await fold.locator('summary').click()
    await see(fold.getByRole('listitem')).toHaveText(/Webhook to http:\/\/127\.0\.0\.1:9\/hook *On hold/)
  })
})

describe('what happened', () => {
  it('is a sentence with the fields that changed, and a simulation happens on the page of its payout', async () => {
    const { page, client, open } = await developer('/events')
    const { id } = await paid(client, await connected(client, 'direct'), 8_800, { date: '2099-01-31T09:00:00.000Z' })
    await open(`/payouts/${id}`)
    await page.getByRole('button', { name: 'Fail payout' }).click()
    const dialog = page.getByRole('dialog')
    await see(dialog.getByLabel('Payout', { exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Fail payout' }).click()
    await see(dialog).toHaveCount(0)
    await see(page.getByText('Error', { exact: true }).first()).toBeVisible()
    await open()
    const row = page.getByRole('row').filter({ hasText: /Payout of \$88\.00 .* failed/ })
    await see(row.getByRole('definition').filter({ hasText: 'error' })).toBeVisible()
  })

  it('shows a request with its headers and its idempotency key, to copy in three languages', async () => {
    const { page, client, open } = await developer('/requests')
    const body = { account_connection: 'acon_none', amount_in_cents: 100 }
    const answer = await client.post('/payout', body, { idempotencyKey: 'order-17' })
    expect(answer.status).toBe(404)
    await expect
      .poll(async () => {
        await open()
        // Counted at once, a quick machine would never see what comes after the page.
        const shown = page.getByText('of 1 succeeded').waitFor({ timeout: 2_000 })
        return shown.then(
          () => true,
          () => false,
        )
      })
      .toBe(true)
    // A refusal is no success, and both charts have its hour.
    const [rate, latency] = [page.getByRole('figure').nth(0), page.getByRole('figure').nth(1)]
    await see(rate).toContainText('0% of 1 succeeded')
    await see(rate).toContainText('Refused (4xx)')
    // Nobody makes half a request: the marks of its axis are whole.
    await see(rate).not.toContainText('0.5')
    await see(latency).toContainText(/ ms at most for 95 of 100/)
    await page.getByText('7 days', { exact: true }).click()
    await see(rate).toContainText('0% of 1 succeeded')
    await page.getByRole('link', { name: 'POST' }).click()
    await see(page.getByRole('button', { name: 'Copy order-17' })).toBeVisible()
    await see(page.getByText('application/json', { exact: true })).toBeVisible()
    const call = page.getByRole('figure', { name: 'The same call' })
    await see(call).toContainText("-H 'Idempotency-Key: order-17'")
    for (const [language, code] of [
      ['TypeScript', 'await fetch('],
      ['Python', 'requests.request('],
    ] as const) {
      await call.getByText(language, { exact: true }).click()
      await see(call).toContainText(code)
    }
  })
})
