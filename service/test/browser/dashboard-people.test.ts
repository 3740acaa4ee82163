import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { connected, invited, paid } from '../support/payouts.ts'
import { newPerson, PASSWORD, signedIn } from '../support/people.ts'
import { invitationToken } from '../support/sealed-messages.ts'
import { startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

const service = await startService()
const visitors = receiveVisitors()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const dialog = (page: Page) => page.getByRole('dialog')

async function signInAs(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

/** Up to the backup codes, which the dialog shows. */
async function setUpAuthenticator(page: Page): Promise<{ readonly backupCodes: readonly string[] }> {
  await button(page, 'Set up').click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  const [enabled] = await Promise.all([
    page.waitForResponse('**/two-factor/enable'),
    dialog(page).getByRole('button', { name: 'Continue' }).click(),
  ])
  const enrolment = await enabled.json()
  await dialog(page).getByLabel('Six-digit code').fill(totp(enrolment.totpURI))
  await dialog(page).getByRole('button', { name: 'Turn on' }).click()
  await see(dialog(page)).toContainText(enrolment.backupCodes[0])
  return enrolment
}

describe('signing in', () => {
  it('refuses a wrong password, leads to the page that was asked for, and out again', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const { email } = await newPerson(service, id, 'finance')
    const page = await visitors.visit({ viewport: DESKTOP })
    await page.goto(dashboard(service, '/buyers'))
    await see(title(page, 'Sign in')).toBeVisible()
    await signInAs(page, email, 'not the password')
    await see(page.getByRole('alert')).toBeVisible()
    await signInAs(page, email)
    await see(title(page, 'Buyers')).toBeVisible()
    await button(page, /^Your account/).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await see(title(page, 'Sign in')).toBeVisible()
    await page.goto(dashboard(service, '/payouts'))
    await see(title(page, 'Sign in')).toBeVisible()
  })

  it('asks for the second factor once it is set up, and takes a backup code', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const { email } = await newPerson(service, id, 'admin')
    const page = await visitors.visit({ viewport: DESKTOP })
    await page.goto(dashboard(service, '/account'))
    await signInAs(page, email)
    const { backupCodes } = await setUpAuthenticator(page)
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click()
    const other = await visitors.visit({ viewport: PHONE })
    await other.goto(dashboard(service, '/payouts'))
    await signInAs(other, email)
    await see(title(other, 'Second factor')).toBeVisible()
    await button(other, 'Use a backup code').click()
    await other.getByLabel('Backup code').fill(backupCodes[0] ?? '')
    await button(other, 'Continue').click()
    await see(title(other, 'Payouts')).toBeVisible()
  })

  it('shows the backup codes of a second factor that is needed before the pages that it opens', async () => {
    const { id } = await service.enterprise('Riverside Music')
    await service.database.sql`insert into sign_in_rules (enterprise_id, second_factor_required) values (${id}, true)`
    const { email } = await newPerson(service, id, 'viewer')
    const page = await visitors.visit({ viewport: PHONE })
    await page.goto(dashboard(service, '/payouts'))
    await signInAs(page, email)
    await see(title(page, 'Set up a second factor')).toBeVisible()
    await setUpAuthenticator(page)
    await dialog(page).getByRole('button', { name: 'I have kept them' }).click()
    await see(title(page, 'Payouts')).toBeVisible()
  })

  it('follows the link of an invitation to a new login, and is signed in with it', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const admin = await signedIn(service, id, 'admin')
    const email = 'new.person@example.com'
    expect((await admin.post('/dashboard/api/invitations', { email, role: 'finance' })).status).toBe(201)
    const page = await visitors.visit({ viewport: PHONE })
    await page.goto(`${service.roots.sandbox}/dashboard/invitation/${await invitationToken(service, email)}`)
    await page.getByLabel('Your name').fill('Nina Newman')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(page, 'Create the account').click()
    await see(title(page, 'Home')).toBeVisible()
    await button(page, 'Your account: Nina Newman').click()
    await see(page.getByText('Role: finance')).toBeVisible()
  })

  it('has the address filled in where the sign-in after an invitation is refused', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const admin = await signedIn(service, id, 'admin')
    const email = 'unlucky.person@example.com'
    expect((await admin.post('/dashboard/api/invitations', { email, role: 'finance' })).status).toBe(201)
    const page = await visitors.visit({ viewport: DESKTOP })
    await page.goto(`${service.roots.sandbox}/dashboard/invitation/${await invitationToken(service, email)}`)
    await page.route('**/sign-in/email', (route) => route.abort())
    await page.getByLabel('Your name').fill('Una Unlucky')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(page, 'Create the account').click()
    await see(title(page, 'Sign in')).toBeVisible()
    await see(page.getByText('Your login is ready.')).toBeVisible()
    await see(page.getByLabel('E-mail')).toHaveValue(email)
    await page.unroute('**/sign-in/email')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(page, 'Sign in').click()
    await see(title(page, 'Home')).toBeVisible()
  })

  it('is told how a password is renewed where no mail server is set up', async () => {
    const page = await visitors.visit({ viewport: PHONE })
    await page.goto(`${service.roots.sandbox}/dashboard/reset-password`)
    await see(page.getByText('No mail server is set up')).toBeVisible()
    await see(page.getByText('npm run operator -- person password EMAIL')).toBeVisible()
    await see(button(page, 'Send the link')).toHaveCount(0)
  })

  it('joins another enterprise by the link of its invitation, with the login there is', async () => {
    const [{ id: first }, { id: second }] = [await service.enterprise('First'), await service.enterprise('Second')]
    const { email } = await newPerson(service, first, 'finance')
    const admin = await signedIn(service, second, 'admin')
    await admin.post('/dashboard/api/invitations', { email, role: 'viewer' })
    const page = await visitors.visit({ viewport: DESKTOP })
    await page.goto(`${service.roots.sandbox}/dashboard/invitation/${await invitationToken(service, email)}`)
    await see(title(page, 'Sign in')).toBeVisible()
    await signInAs(page, email)
    await see(title(page, 'Join Second')).toBeVisible()
    await button(page, 'Join with your login').click()
    await button(page, /^Your account/).click()
    await see(page.getByText('Role: viewer')).toBeVisible()
    // The page is loaded anew; its menu must not be opened before that.
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'First' }).click()])
    await button(page, /^Your account/).click()
    await see(page.getByText('Role: finance')).toBeVisible()
  })
})

describe('an admin', () => {
  it('makes a key, which is shown once and works', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id)
    await page.goto(dashboard(service, '/keys'))
    await button(page, 'Generate key').first().click()
    await dialog(page).getByLabel('Name').fill('Nightly job')
    await dialog(page).getByRole('button', { name: 'Generate key' }).click()
    await see(dialog(page).getByText('Copy it now')).toBeVisible()
    const key = await dialog(page)
      .getByText(/^sk_sandbox_\S+$/)
      .first()
      .textContent()
    await button(page, 'I have copied it').click()
    await see(page.getByRole('cell', { name: 'Nightly job' })).toBeVisible()
    expect((await service.client('sandbox', key ?? '').get('/enterprise')).body.id).toBe(id)
    await page.reload()
    await see(page.getByRole('cell', { name: 'Nightly job' })).toBeVisible()
    await see(page.getByText(key ?? '')).toHaveCount(0)
  })

  it('limits a key and changes its limits, and a wrong network is said beside its field', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id)
    await page.goto(dashboard(service, '/keys'))
    await button(page, 'Generate key').first().click()
    await dialog(page).getByLabel('Name').fill('Reporting')
    await dialog(page)
      .getByLabel(/^Read and list everything/)
      .check()
    await dialog(page)
      .getByLabel(/^Allowed networks/)
      .fill('127.0.0.1\n203.0.113.7/24')
    await dialog(page).getByRole('button', { name: 'Generate key' }).click()
    await see(dialog(page).getByRole('alert')).toContainText('write 203.0.113.0/24 for the whole network')
    await dialog(page)
      .getByLabel(/^Allowed networks/)
      .fill('127.0.0.1, 203.0.113.0/24')
    await dialog(page).getByRole('button', { name: 'Generate key' }).click()
    const key = await dialog(page)
      .getByText(/^sk_sandbox_\S+$/)
      .first()
      .textContent()
    await button(page, 'I have copied it').click()
    const row = page.getByRole('row', { name: /Reporting/ })
    await see(row).toContainText('Read · from 127.0.0.1/32, 203.0.113.0/24')
    const client = service.client('sandbox', key ?? '')
    expect((await client.post('/buyer', {})).body.code).toBe('scope_missing')

    await row.getByRole('button', { name: 'Change' }).click()
    await see(dialog(page).getByLabel(/^Allowed networks/)).toHaveValue('127.0.0.1/32\n203.0.113.0/24')
    await dialog(page).getByLabel('Create and change buyers').check()
    await dialog(page)
      .getByLabel(/^Allowed networks/)
      .fill('')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await see(row).toContainText('Read, Buyers')
    await see(row).not.toContainText('203.0.113.0')
    await expect.poll(async () => (await client.post('/buyer', {})).status).toBe(201)
  })

  it('changes the name that others read', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id)
    await page.goto(dashboard(service, '/account'))
    await page.getByLabel('Your name').fill('Patricia Pond')
    await button(page, 'Save').click()
    await see(page.getByText('Saved')).toBeVisible()
    await see(button(page, 'Your account: Patricia Pond')).toBeVisible()
    await page.getByLabel('Your name').fill('Pat <admin@demo.example>')
    await button(page, 'Save').click()
    await see(page.getByRole('alert')).toBeVisible()
  })

  it('filters the audit log by an action, and reads its details', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id)
    await page.request.get(`${service.roots.sandbox}/dashboard/api/sandbox/export/payouts.csv?status=sent`)
    await page.goto(dashboard(service, '/audit-log'))
    const rows = page.getByRole('region', { name: 'Audit log' }).locator('tbody tr')
    await see(rows).toHaveCount(3)
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Exported a file' }).click()
    await see(rows).toHaveCount(1)
    for (const words of ['Pat admin', 'Exported a file', 'Status: sent', 'payouts.csv', 'Sandbox', '127.0.0.1'])
      await see(rows).toContainText(words)
  })

  it('sees at a glance which environment it is', async () => {
    const { id, production } = await service.enterprise('Riverside Music')
    await invited(production, { first_name: 'Paula', last_name: 'Production' })
    const page = await atDashboard(service, visitors, id)
    await page.goto(dashboard(service, '/account-connections'))
    await see(page.getByText('Sandbox: test data, no real money moves')).toBeVisible()
    await see(page.getByText('No creators yet')).toBeVisible()
    await button(page, /^Environment: sandbox/i).click()
    await page.getByRole('menuitem', { name: /Production/ }).click()
    await see(page.getByText('Production: real money')).toBeVisible()
    await page.goto(dashboard(service, '/account-connections', 'production'))
    await see(page.getByText('Paula Production')).toBeVisible()
  })
})

describe('the sandbox', () => {
  it('lets happen from the page of a payout what the bank would do to it', async () => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const payout = await paid(sandbox, await connected(sandbox, 'direct'), 2_500, { date: '2099-01-01T00:00:00Z' })
    const page = await atDashboard(service, visitors, id)
    await page.goto(dashboard(service, `/payouts/${payout.id}`))
    await button(page, 'Fail payout').click()
    await dialog(page).getByRole('button', { name: 'Fail payout' }).click()
    await see(dialog(page)).toHaveCount(0)
    await see(page.getByText('Error', { exact: true }).first()).toBeVisible()
    await see(page.getByRole('term').filter({ hasText: 'Reason' })).toBeVisible()
    expect((await sandbox.get(`/payout/${payout.id}`)).body.status).toBe('error')
  })

  it('moves its clock on and shows the mail it sent', async () => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const page = await atDashboard(service, visitors, id)
    const before = Date.parse((await sandbox.get('/sandbox/clock')).body.now)
    await page.goto(dashboard(service, '/sandbox-tools'))
    await button(page, 'Advance the clock by 31 days').click()
    await expect
      .poll(async () => Date.parse((await sandbox.get('/sandbox/clock')).body.now) - before)
      .toBeGreaterThanOrEqual(31 * 86_400_000)
    const creator = await invited(sandbox, { email: 'zoe@example.com' })
    await sandbox.post('/connect-invite', { account_connection: creator })
    await page.goto(dashboard(service, '/inbox'))
    await page.getByRole('button', { name: /^Read .* to zoe@example\.com$/ }).click()
    await see(
      dialog(page)
        .frameLocator('iframe')
        .getByText(/Riverside Music/)
        .first(),
    ).toBeVisible()
  })
})
