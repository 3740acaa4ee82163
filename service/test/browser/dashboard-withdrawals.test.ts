import { describe, expect, it } from 'vitest'
import { ONE, setRules } from '../support/approvals.ts'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { advance } from '../support/payouts.ts'
import { PASSWORD } from '../support/people.ts'
import { startService } from '../support/service.ts'
import { held, withdrawingKey, withdrawn } from '../support/withdrawals.ts'

const service = await startService({ WORKER_POLL_MS: '100' })
const visitors = receiveVisitors()

async function treasury() {
  const { id } = await service.enterprise('Riverside Music')
  return { id, client: await withdrawingKey(service, id) }
}

describe('withdrawals at the dashboard', () => {
  it('are made by finance, after the password where the sign-in is not fresh, and shown', async () => {
    const { id, client } = await treasury()
    const page = await atDashboard(service, visitors, id, 'finance')
    await page.goto(dashboard(service, '/'))
    await page.getByRole('link', { name: 'Payouts', exact: true }).first().click()
    await page.getByRole('link', { name: 'Withdrawals' }).click()
    await see(page.getByText('No withdrawals yet')).toBeVisible()
    await service.database.sql`update person_sessions set confirmed_at = confirmed_at - interval '1 hour'`
    await page.getByRole('button', { name: 'New withdrawal' }).first().click()
    await page.getByLabel('Amount').fill('2500.00')
    await page.getByLabel('Description').fill('Surplus of October')
    await page.getByRole('button', { name: 'Withdraw $2,500.00' }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await see(page.getByRole('heading', { level: 1, name: '$2,500.00' })).toBeVisible()
    await see(page.getByText('Checking ••••6789').first()).toBeVisible()
    expect(await held(client)).toEqual({ operating: 10_000_000 - 250_000, pending: 250_000 })
    await page.goto(dashboard(service, '/withdrawals'))
    await see(page.getByRole('row', { name: /\$2,500\.00 Pending Checking ••••6789/ })).toBeVisible()
  })

  it('that await approval can be canceled, and lead to it', async () => {
    const { id, client } = await treasury()
    await setRules(service, id, [{ ...ONE, deed: 'withdrawal', approvers: ['admin', 'finance'] }])
    const made = await withdrawn(client, 70_000)
    const page = await atDashboard(service, visitors, id, 'admin')
    await page.goto(dashboard(service, `/approvals/${made.approval.id}`))
    await page.getByRole('link', { name: 'Withdrawal to Checking ••••6789' }).click()
    await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
    await see(page.getByText('Canceled by the enterprise')).toBeVisible()
    expect((await held(client)).pending).toBe(0)
  })

  it('are not offered to those who may only look', async () => {
    const { id, client } = await treasury()
    await withdrawn(client, 100)
    const page = await atDashboard(service, visitors, id, 'viewer')
    await page.goto(dashboard(service, '/withdrawals'))
    await see(page.getByRole('row', { name: /\$1\.00/ })).toBeVisible()
    await see(page.getByRole('button', { name: 'New withdrawal' })).toHaveCount(0)
  })

  it.each([
    ['1280 light', DESKTOP, 'light'],
    ['390 dark', PHONE, 'dark'],
  ] as const)('fit and are accessible at %s', async (view, viewport, colorScheme) => {
    const { id, client } = await treasury()
    const { id: returned } = await withdrawn(client, 1_234_567, { description: 'Surplus of October' })
    await advance(client, 3_600)
    await client.post('/sandbox/withdrawal-return', { withdrawal: returned, code: 'R02' })
    await withdrawn(client, 250_000)
    const page = await atDashboard(service, visitors, id, 'admin', { viewport, colorScheme })
    for (const [path, heading] of [
      ['/withdrawals', 'Withdrawals'],
      [`/withdrawals/${returned}`, '$12,345.67'],
    ] as const) {
      await page.goto(dashboard(service, path))
      await see(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await see(page.locator('[aria-busy=true]')).toHaveCount(0)
      await photograph(page, view.replace(' ', '-'), path.includes('wdr') ? 'withdrawal' : 'withdrawals')
      expect([path, await violationsOn(page, true), await tooWide(page)]).toEqual([path, [], []])
    }
    await page.getByRole('link', { name: 'Withdrawals' }).first().click()
    await page.getByRole('button', { name: 'New withdrawal' }).first().click()
    await see(page.getByRole('dialog')).toBeVisible()
    await photograph(page, view.replace(' ', '-'), 'withdrawal-new')
    expect(await violationsOn(page, true)).toEqual([])
  })
})
