import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { approvingKey, ONE, setRules, TWO } from '../support/approvals.ts'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { PASSWORD } from '../support/people.ts'
import { startService } from '../support/service.ts'

const service = await startService({ WORKER_POLL_MS: '100' })
const visitors = receiveVisitors()

const PEOPLE = { ...ONE, approvers: ['admin', 'finance'] } as const

async function underRules(rule: typeof TWO = PEOPLE) {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  await setRules(service, id, [rule])
  const creator = await connected(sandbox, 'direct')
  return { id, sandbox, creator, payout: await paid(sandbox, creator, 7_700_000) }
}

const openApproval = (page: Page, id: string) => page.goto(dashboard(service, `/approvals/${id}`))

describe('the queue of approvals', () => {
  it('leads from what waits to the payout that is paid, by one key', async () => {
    const { id, sandbox, payout } = await underRules()
    const page = await atDashboard(service, visitors, id, 'finance')
    await page.goto(dashboard(service, '/'))
    await page.getByRole('link', { name: 'One request waits for approval.' }).click()
    await see(page.getByRole('row', { name: /\$77,000\.00 Awaiting 0 of 1/ })).toBeVisible()
    await page.getByRole('link', { name: /^Payout to/ }).click()
    await see(page.getByRole('heading', { level: 1, name: '$77,000.00' })).toBeVisible()
    await see(page.getByRole('button', { name: /^Approve \$77,000\.00/ })).toBeVisible()
    await page.keyboard.press('a')
    await see(page.getByText(/^Approved by Pat finance \(1 of 1\)/)).toBeVisible()
    await see(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    expect((await read(sandbox, payout.id)).status).not.toBe('ready')
  })

  it('asks for the password where the sign-in is not fresh, then approves', async () => {
    const { id, sandbox, payout } = await underRules()
    const page = await atDashboard(service, visitors, id, 'admin')
    await openApproval(page, payout.approval.id)
    await service.database.sql`update person_sessions set confirmed_at = confirmed_at - interval '1 hour'`
    await page.getByRole('button', { name: /^Approve/ }).click()
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await see(page.getByText(/^Approved by/).first()).toBeVisible()
    expect((await read(sandbox, payout.id)).status).not.toBe('ready')
  })

  it('rejects with a reason, which is shown', async () => {
    const { id, sandbox, payout } = await underRules()
    const page = await atDashboard(service, visitors, id, 'finance')
    await openApproval(page, payout.approval.id)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByLabel('Reason').fill('Paid last week')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
    await see(page.getByText('Rejected by Pat finance: Paid last week')).toBeVisible()
    expect((await read(sandbox, payout.id)).status).toBe('canceled')
  })

  it('does not offer it to the one who asked, nor to a role that the rule does not name', async () => {
    const { id, creator } = await underRules()
    const page = await atDashboard(service, visitors, id, 'finance')
    await page.goto(dashboard(service, `/account-connections/${creator}`))
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByLabel('Amount').fill('12.00')
    await page.getByRole('button', { name: 'Review' }).click()
    await see(page.getByText('Others must approve it before it is paid.')).toBeVisible()
    await page.getByRole('button', { name: 'Pay $12.00' }).click()
    await see(page.getByRole('dialog').getByRole('status')).toContainText('waits for approval by one of')
    await page.getByRole('dialog').getByRole('link', { name: 'approval' }).click()
    await see(page.getByText('You asked for this yourself, so somebody else must approve it.')).toBeVisible()
    await see(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
    const address = page.url()
    const developer = await atDashboard(service, visitors, id, 'developer')
    await developer.goto(address)
    await see(developer.getByText('It can be approved by: Admin, Finance.')).toBeVisible()
    await see(developer.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  })

  it.each([
    ['1280 light', DESKTOP, 'light'],
    ['390 dark', PHONE, 'dark'],
  ] as const)('fits and is accessible at %s', async (view, viewport, colorScheme) => {
    const { id, sandbox, creator, payout } = await underRules(TWO)
    const approver = await approvingKey(service, id)
    await approver.client.post(`/approval/${payout.approval.id}/approve`)
    const entry = { account_connection: creator, amount_in_cents: 1_250 }
    await sandbox.post('/payout/batch', { payouts: Array.from({ length: 7 }, () => entry) })
    const page = await atDashboard(service, visitors, id, 'admin', { viewport, colorScheme })
    for (const [path, heading] of [
      ['/approvals', 'Approvals'],
      [`/approvals/${payout.approval.id}`, '$77,000.00'],
      ['/settings', 'Settings'],
      [`/payouts/${payout.id}`, '$77,000.00'],
    ] as const) {
      await page.goto(dashboard(service, path))
      await see(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await see(page.locator('[aria-busy=true]')).toHaveCount(0)
      await photograph(page, view.replace(' ', '-'), path.slice(1).replaceAll('/', '-'))
      expect([path, await violationsOn(page, true), await tooWide(page)]).toEqual([path, [], []])
    }
  })
})

describe('the table of rules', () => {
  it('is filled in and emptied by an admin, and shown to others', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id, 'admin')
    await page.goto(dashboard(service, '/settings'))
    await see(page.getByText('Nothing needs approval: one person alone pays.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByLabel('From this amount on').fill('10000.00')
    await page.getByLabel('How many must approve').fill('2')
    await page.getByRole('button', { name: 'Add the rule' }).click()
    const row = page.getByRole('row', { name: /\$10,000\.00 Anybody 2 of: Admin, Finance/ })
    await see(row).toBeVisible()
    const viewer = await atDashboard(service, visitors, id, 'viewer')
    await viewer.goto(dashboard(service, '/settings'))
    await see(viewer.getByRole('row', { name: /\$10,000\.00 Anybody/ })).toBeVisible()
    await see(viewer.getByRole('button', { name: 'Add a rule' })).toHaveCount(0)
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove rule' }).click()
    await see(page.getByText('Nothing needs approval: one person alone pays.')).toBeVisible()
  })
})
