import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { DAY_LIMIT, pay, readLimits, setLimits } from '../support/limits.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { connected, paid } from '../support/payouts.ts'
import { PASSWORD } from '../support/people.ts'
import { startService } from '../support/service.ts'

const service = await startService({ WORKER_POLL_MS: '100' })
const visitors = receiveVisitors()

describe('the limits of the settings', () => {
  it('are added after a fresh sign-in, bind payouts, are announced at Home, and are removed', async () => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const creator = await connected(sandbox, 'direct')
    const page = await atDashboard(service, visitors, id, 'admin')
    await page.goto(dashboard(service, '/settings'))
    await service.database.sql`update person_sessions set confirmed_at = confirmed_at - interval '1 hour'`
    await page.getByRole('button', { name: 'Add a limit' }).click()
    await page.getByLabel('Largest amount').fill('100.00')
    await page.getByRole('button', { name: 'Add the limit' }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    const row = page.getByRole('row', { name: /All payouts \$100\.00 a day \$0\.00/ })
    await see(row).toBeVisible()
    await paid(sandbox, creator, 9_000)
    expect((await pay(sandbox, creator, 1_001)).body.code).toBe('limit_exceeded')
    await page.goto(dashboard(service, '/'))
    await page.getByRole('link', { name: 'The limit of $100.00 a day is nearly used up.' }).click()
    await page
      .getByRole('row', { name: /\$90\.00/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByRole('button', { name: 'Remove limit' }).click()
    await see(page.getByText('There are no limits: payouts need only the money.')).toBeVisible()
    expect(await readLimits(sandbox)).toEqual([])
  })

  it('set the wait of new bank accounts', async () => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id, 'admin')
    await page.goto(dashboard(service, '/settings'))
    await page.getByLabel('Hours that a new bank account waits').fill('48')
    await page.getByRole('button', { name: 'Save the wait' }).click()
    await expect.poll(async () => (await sandbox.get('/limit')).body.new_bank_account_wait_hours).toBe(48)
  })

  it('cannot be changed by a viewer', async () => {
    const { id } = await service.enterprise('Riverside Music')
    await setLimits(service, id, [DAY_LIMIT])
    const page = await atDashboard(service, visitors, id, 'viewer')
    await page.goto(dashboard(service, '/settings'))
    await see(page.getByRole('row', { name: /\$100\.00 a day/ })).toBeVisible()
    await see(page.getByRole('button', { name: 'Add a limit' })).toHaveCount(0)
    await see(page.getByRole('button', { name: 'Remove' })).toHaveCount(0)
  })

  it.each([
    ['1280 light', DESKTOP, 'light'],
    ['390 dark', PHONE, 'dark'],
    ['1280 dark', DESKTOP, 'dark'],
    ['390 light', PHONE, 'light'],
  ] as const)('fit and are accessible at %s', async (view, viewport, colorScheme) => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const creator = await connected(sandbox, 'direct')
    await setLimits(service, id, [
      { ...DAY_LIMIT, max_in_cents: 1_000_000, outcome: 'approve', needed: 2, approvers: ['admin', 'finance'] },
      { scope: 'key', per: 'month', max_in_cents: 25_000_000, outcome: 'refuse' },
      { scope: 'creator', of: creator, per: 'day', max_count: 10, outcome: 'refuse' },
      { scope: 'role', of: 'finance', per: 'payment', max_in_cents: 2_500_000, outcome: 'refuse' },
    ])
    await paid(sandbox, creator, 640_000)
    const page = await atDashboard(service, visitors, id, 'admin', { viewport, colorScheme })
    await page.goto(dashboard(service, '/settings'))
    await see(page.getByRole('heading', { name: 'Limits' })).toBeVisible()
    await see(page.getByRole('row', { name: /\$6,400\.00/ }).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    expect(await tooWide(page)).toEqual([])
    await photograph(page, view.replace(' ', '-'), 'limits')
    await page.getByRole('button', { name: 'Add a limit' }).click()
    await see(page.getByRole('dialog', { name: 'Add a limit' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await photograph(page, view.replace(' ', '-'), 'limits-dialog')
  })
})
