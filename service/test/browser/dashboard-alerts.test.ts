import { describe, expect, it } from 'vitest'
import { lookForAlerts, setAlerts } from '../support/alerts.ts'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { connected, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService({ WORKER_POLL_MS: '100' })
const visitors = receiveVisitors()

const look = () => lookForAlerts(service)

describe('alerts', () => {
  it('are switched on in the settings, show at Home with a link to what they are about, and go away', async () => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id, 'admin')
    await page.goto(dashboard(service, '/settings'))
    await page.getByLabel('Low balance').fill('100000.00')
    await page.getByLabel('Large payout').fill('500.00')
    await page.getByRole('button', { name: 'Save alerts' }).click()
    await expect.poll(async () => (await sandbox.get('/alert')).body.pagination.total).toBe(0)
    await see(page.getByLabel('Large payout')).toHaveValue('500.00')
    await expect
      .poll(
        async () =>
          (await service.database.sql`select alert_settings from tenants where alert_settings is not null`).length,
      )
      .toBe(1)
    await look()
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 50_000)
    await look()
    await page.goto(dashboard(service, '/'))
    // Recent activity tells of the same events.
    const attention = page.locator('section', { hasText: 'What needs attention' })
    await see(
      attention.getByRole('link', { name: 'The operating account holds $99,500.00, less than $100,000.00.' }),
    ).toBeVisible()
    await attention.getByRole('link', { name: 'A payout of $500.00 was created.' }).click()
    await see(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`))
    await sandbox.post('/sandbox/funding', { amount_in_cents: 50_000 })
    await look()
    await page.goto(dashboard(service, '/'))
    await see(attention.getByRole('link', { name: 'A payout of $500.00 was created.' })).toBeVisible()
    await see(attention.getByRole('link', { name: /^The operating account holds/ })).toHaveCount(0)
  })

  it.each([
    ['1280 light', DESKTOP, 'light'],
    ['390 dark', PHONE, 'dark'],
    ['1280 dark', DESKTOP, 'dark'],
    ['390 light', PHONE, 'light'],
  ] as const)('fit and are accessible at %s', async (view, viewport, colorScheme) => {
    const { id } = await service.enterprise('Riverside Music')
    await setAlerts(service, id, { low_balance_in_cents: 99_999_999, returns_percent: 10 })
    await look()
    const page = await atDashboard(service, visitors, id, 'admin', { viewport, colorScheme })
    for (const [path, heading] of [
      ['/', 'Home'],
      ['/settings', 'Settings'],
    ] as const) {
      await page.goto(dashboard(service, path))
      await see(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await see(page.locator('[aria-busy=true]')).toHaveCount(0)
      if (path === '/') await see(page.getByRole('link', { name: /^The operating account holds/ })).toBeVisible()
      else await see(page.getByRole('button', { name: 'Save alerts' })).toBeVisible()
      await photograph(page, view.replace(' ', '-'), `alerts${path.replaceAll('/', '-')}`)
      expect([path, await violationsOn(page, true), await tooWide(page)]).toEqual([path, [], []])
    }
  })
})
