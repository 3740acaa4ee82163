import type { Locator, Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { productionBank } from '../../src/tenants/index.ts'
import { lookForAlerts, setAlerts } from '../support/alerts.ts'
import { receiveVisitors } from '../support/browser.ts'
import { atConsole, consoleAt } from '../support/console.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { FollowedPage } from '../support/doc-labels.ts'
import { connected, read } from '../support/payouts.ts'
import { newPerson } from '../support/people.ts'
import { waitingReview } from '../support/reviews.ts'
import { startService } from '../support/service.ts'

const service = await startService({ WORKER_POLL_MS: '100' })
const visitors = receiveVisitors()

const mainLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })
const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** A label as it is written, also where the form adds that the field is optional. */
const named = (label: string): RegExp => new RegExp(`^${label.replaceAll(/[()]/g, String.raw`\$&`)}( \\(optional\\))?$`)

/** Fills in a dialog by the labels that a table of the docs has as its heads. */
async function fillIn(dialog: Locator, row: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(row)) {
    if (value === '') continue
    const group = dialog.getByRole('group', { name: label, exact: true })
    if ((await group.count()) > 0) {
      const wanted = value.split(', ')
      for (const one of ['Admin', 'Finance', 'Developer', 'API key']) {
        await group.getByRole('checkbox', { name: one, exact: true }).setChecked(wanted.includes(one))
      }
      for (const one of wanted) await see(group.getByRole('checkbox', { name: one, exact: true })).toBeChecked()
      continue
    }
    const input = dialog.getByRole('textbox', { name: named(label) })
    const select = dialog.getByRole('combobox', { name: label, exact: true })
    if ((await select.count()) > 0) {
      await select.click()
      await dialog.page().getByRole('option', { name: value, exact: true }).click()
    } else await input.fill(value)
  }
}

describe('docs/two-person-control.md, followed word by word', async () => {
  const doc = await FollowedPage.open('docs/two-person-control.md')
  const label = (text: string): string => doc.label(text)

  it('sets rules and limits up, and two people pay', { timeout: 240_000 }, async () => {
    const { id, sandbox } = await service.enterprise('Riverside Music')
    const creator = await connected(sandbox, 'direct')
    const admin = await atDashboard(service, visitors, id, 'admin')
    await admin.goto(dashboard(service, '/'))
    await mainLink(admin, label('Settings')).click()
    await mainLink(admin, label('People')).click()
    await button(admin, label('Invite a person')).click()
    for (const role of [label('Finance'), label('Admin')]) {
      await fillIn(admin.getByRole('dialog'), { Role: role })
    }
    await admin.keyboard.press('Escape')

    await mainLink(admin, label('Settings')).click()
    const approvals = card(admin, label('Approvals'))
    const limits = card(admin, label('Limits'))
    const dialog = admin.getByRole('dialog')
    const rules = doc.table('rules')
    const addRule = async (row: Record<string, string>) => {
      await button(approvals, label('Add a rule')).click()
      for (const head of Object.keys(row)) label(head)
      await fillIn(dialog, row)
      await button(dialog, label('Add the rule')).click()
      await see(dialog).toHaveCount(0)
    }
    for (const row of rules.slice(0, -1)) await addRule(row)
    for (const row of doc.table('limits')) {
      await button(limits, label('Add a limit')).click()
      await see(dialog.getByRole('textbox', { name: named(label('Only of')) })).toBeVisible()
      await fillIn(dialog, row)
      await button(dialog, label('Add the limit')).click()
      await see(dialog).toHaveCount(0)
    }
    await limits.getByLabel(label('Hours that a new bank account waits')).fill('24')
    await button(limits, label('Save the wait')).click()
    await expect.poll(async () => (await sandbox.get('/limit')).body.new_bank_account_wait_hours).toBe(24)
    await addRule(rules.at(-1) ?? {})
    await see(approvals.getByRole('row')).toHaveCount(rules.length + 1)
    await see(limits.getByRole('row')).toHaveCount(doc.table('limits').length + 1)
    await see(approvals.getByText(label('Change these rules, or the limits'))).toBeVisible()

    // What happens then: one asks, another decides.
    const maker = await atDashboard(service, visitors, id, 'finance')
    const checker = await atDashboard(service, visitors, id, 'finance')
    const ask = async (amount: string): Promise<string> => {
      await maker.goto(dashboard(service, `/account-connections/${creator}`))
      await button(maker, 'Pay').click()
      await maker.getByLabel('Amount').fill(amount)
      await button(maker, 'Review').click()
      await maker.getByRole('button', { name: `Pay $${amount}` }).click()
      await maker.getByRole('dialog').getByRole('link', { name: 'approval' }).click()
      await see(button(maker, label('Withdraw'))).toBeVisible()
      return maker.url().split('/').at(-1) as string
    }
    const openQueue = async (amount: string): Promise<void> => {
      await checker.goto(dashboard(service, '/'))
      await mainLink(checker, label('Approvals')).click()
      await checker
        .getByRole('row', { name: new RegExp(`\\$${amount} Awaiting`) })
        .getByRole('link')
        .click()
    }
    const payoutOf = async (approval: string): Promise<string> =>
      (await sandbox.get(`/approval/${approval}`)).body.subject.id
    const first = await ask('12.00')
    await openQueue('12.00')
    await checker.getByRole('button', { name: new RegExp(`^${label('Approve')} `) }).click()
    await see(checker.getByText(/^Approved by Pat finance \(1 of 1\)/)).toBeVisible()
    expect((await read(sandbox, await payoutOf(first))).status).not.toBe('ready')
    const second = await ask('13.00')
    await openQueue('13.00')
    await button(checker, label('Reject')).click()
    await checker.getByRole('dialog').getByLabel(label('Reason')).fill('Paid last week')
    await button(checker.getByRole('dialog'), 'Reject').click()
    await see(checker.getByText(/^Rejected by/).first()).toBeVisible()
    expect((await read(sandbox, await payoutOf(second))).status).toBe('canceled')

    // Last, for it shuts out whoever has no second factor yet.
    await mainLink(admin, 'People').click()
    const signIn = card(admin, label('Sign-in'))
    await signIn.getByLabel(label('Everybody needs a second factor')).click({ force: true })
    await button(signIn, label('Save')).click()
    await expect
      .poll(async () => (await service.database.sql`select 1 from sign_in_rules where enterprise_id = ${id}`).length)
      .toBe(1)
    expect(doc.unused()).toEqual([])
  })
})

/** A day with something of everything: a review, a name, kept entries, files that stopped, a book that is stopped, an alert. */
async function furnishDay() {
  const shop = await service.enterprise('Hillside Records')
  await newPerson(service, shop.id, 'admin')
  const connection = await waitingReview(service, shop)
  await setAlerts(service, shop.id, { low_balance_in_cents: 9_999_999_999 })
  await lookForAlerts(service)
  await service.database.transaction(async (tx) => {
    const bank = await productionBank(tx)
    for (const [id, direction, status] of [
      ['ach_day_missing', 'out', 'missing'],
      ['ach_day_received', 'in', 'received'],
    ] as const) {
      await tx`
        insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries, debit_in_cents,
          credit_in_cents, created_at)
        values (${bank}, ${id}, ${direction}, ${`${id}.ach`}, ${Buffer.from(id)}, ${Buffer.from('sealed')}, ${status},
          '2026-11-13', 1, 0, 90000, clock_timestamp())`
    }
    await tx`
      insert into ach_received (tenant_id, file, ordinal, kind, amount_in_cents, status, why, entry_sealed)
      values (${bank}, 'ach_day_received', 0, 'return', 90000, 'kept', 'nothing was sent under 121042889999999', ${Buffer.from('x')})`
    await tx`
      insert into enterprise_name_requests (enterprise_id, name, requested_by) values (${shop.id}, 'Riverside Records', 'Pat')`
    await tx`
      update tenants set payouts_stopped_because = 'a mirror differs' where enterprise_id = ${shop.id}
        and environment = 'production'`
  })
  return { shop, connection }
}

describe('docs/operator.md, followed word by word', async () => {
  const doc = await FollowedPage.open('docs/operator.md')
  const label = (text: string): string => doc.label(text)

  it('is a day in the console', { timeout: 240_000 }, async () => {
    const { shop, connection } = await furnishDay()
    const page = await atConsole(service, visitors, 'admin')
    const dialog = page.getByRole('dialog')
    const go = (name: string): Promise<void> => mainLink(page, label(name)).click()
    /** Does a deed by its button, and by the one of its dialog. */
    const act = async (place: Page | Locator, name: string, submit: string | RegExp, also?: () => Promise<void>) => {
      await button(place, label(name)).first().click()
      await also?.()
      await dialog.getByLabel(label('Reason')).fill('As the page says')
      await dialog.getByRole('button', { name: submit, exact: true }).click()
      await see(dialog).toHaveCount(0)
    }
    /** A deed that the page names and the day does not need. */
    const look = async (place: Page | Locator, name: string) => {
      await button(place, label(name)).first().click()
      await see(dialog.getByLabel(label('Reason'))).toBeVisible()
      await page.keyboard.press('Escape')
      await see(dialog).toHaveCount(0)
    }
    await page.goto(consoleAt(service, '/'))
    await go('Home')
    await see(page.getByRole('row', { name: /Identity checks to review/ })).toBeVisible()

    await go('Alerts')
    await see(card(page, label('The service')).getByRole('link', { name: /ach_day_missing/ })).toBeVisible()
    await see(card(page, label('Enterprises')).getByRole('link', { name: /Low balance/ })).toBeVisible()

    await go('Identities')
    await page.getByRole('link', { name: new RegExp(connection) }).click()
    await page.getByRole('button', { name: new RegExp(`^${label('Reveal')}: Social`) }).click()
    await look(page, 'Reject')
    await act(page, 'Approve', 'Approve')
    const names = card(page, label('New names'))
    await see(button(names, 'Approve')).toBeVisible()
    await act(names, 'Refuse', 'Refuse')

    await go('Bank')
    await go('Entries to book')
    await look(page, 'Book')
    await look(page, 'Book a wire')
    const entry = page.getByRole('row', { name: /ach_day_received/ })
    await act(entry, 'Resolve', 'Mark as dealt with')
    await go('Four eyes')
    await see(page.getByRole('heading', { level: 1, name: 'Four eyes' })).toBeVisible()
    await go('Files')
    await see(card(page, label('Return rates'))).toBeVisible()
    await look(page, 'Upload again')
    await look(page, 'The bank has it')
    await go('Reconciliation')
    await see(page.getByText(label('Agrees'), { exact: true })).toBeVisible()
    await look(page, 'Record a balance')
    await go('Accounts and senders')
    await see(page.getByRole('row', { name: /Hillside Records/ })).toBeVisible()

    await go('Enterprises')
    await go('Books')
    await button(page, label('Audit now')).click()
    await see(page.getByText('Every book balances and every mirror agrees.')).toBeVisible()
    await act(page, 'Resume', 'Resume payouts')
    await see(page.getByText('No payouts are stopped')).toBeVisible()

    await go('Enterprises')
    await look(page, 'Create an enterprise')
    await page.getByRole('link', { name: /^Hillside Records/ }).click()
    for (const name of ['Add a person', 'New password', 'Create a key', 'Change', 'Revoke', 'Add an origin']) {
      await look(page, name)
    }
    await see(card(page, label('Fees'))).toBeVisible()
    await see(card(page, label('Settings'))).toBeVisible()
    await look(page, 'Add a limit')
    await look(page, 'Set the bank account')
    await look(page, 'Erase a creator')
    await act(page, 'Suspend', 'Suspend')
    await see(page.getByText('As the page says.')).toBeVisible()
    await see(button(page, 'Suspend')).toHaveCount(0)
    await act(page, 'Lift the suspension', 'Lift the suspension')
    await see(button(page, 'Suspend')).toBeVisible()
    expect((await shop.production.get('/enterprise')).body.suspended).toBeUndefined()

    await go('Service')
    await go('Checks')
    await see(button(page, label('Check now'))).toBeVisible()
    await go('Audit logs')
    await see(button(page, label('Check now'))).toBeVisible()
    expect(doc.unused()).toEqual([])
  })
})
