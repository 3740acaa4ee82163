import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { newPasswordLink } from '../../src/dashboard/index.ts'
import { productionBank } from '../../src/tenants/index.ts'
import { lookForAlerts, setAlerts } from '../support/alerts.ts'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { AHEAD_SECONDS, clockFaults } from '../support/clocks.ts'
import { APPLICANT } from '../support/connect.ts'
import { atConsole, consoleAt } from '../support/console.ts'
import { see } from '../support/creator.ts'
import { photograph, shiftsOn, tooWide, violationsOn, WATCH_SHIFTS } from '../support/looks.ts'
import { newOperator, operatorLog } from '../support/operators.ts'
import { advance } from '../support/payouts.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { waitingReview } from '../support/reviews.ts'
import { startService } from '../support/service.ts'
import { totp } from '../support/totp.ts'

const service = await startService({}, undefined, { role: 'api' })
const visitors = receiveVisitors()
const shop = await service.enterprise('Riverside Music')
await newPerson(service, shop.id, 'admin')
// Far ahead, so that a date tells by itself which clock it is from.
await advance(shop.sandbox, AHEAD_SECONDS)
const movedAt = Date.now()
const connection = await waitingReview(service, shop)
const { sql } = service.database
await setAlerts(service, shop.id, { low_balance_in_cents: 9_999_999_999 })
await lookForAlerts(service)
const [alert] = (await shop.sandbox.get('/alert')).body.data.map(({ id }: { id: string }) => id)

/** A file from the bank that was refused, one of ours that is missing, and an entry that waits. */
const FILES = await service.database.transaction(async (tx) => {
  const bank = await productionBank(tx)
  const file = async (id: string, direction: string, status: string, why: string | null): Promise<string> => {
    await tx`
      insert into ach_files (tenant_id, id, direction, name, sha256, bytes_sealed, status, day, entries, debit_in_cents,
        credit_in_cents, why, created_at)
      values (${bank}, ${id}, ${direction}, ${`${id}.ach`}, ${Buffer.from(id)}, ${Buffer.from('sealed')}, ${status},
        '2026-11-13', 1, 0, 90000, ${why}, clock_timestamp())`
    return id
  }
  await file('ach_refused', 'in', 'refused', 'line 1: no file header')
  await file('ach_missing', 'out', 'missing', null)
  const received = await file('ach_received', 'in', 'received', null)
  await tx`
    insert into ach_received (tenant_id, file, ordinal, kind, amount_in_cents, status, why, entry_sealed)
    values (${bank}, ${received}, 0, 'return', 90000, 'kept', 'nothing was sent under 121042889999999', ${Buffer.from('x')})`
  await tx`
    insert into enterprise_name_requests (enterprise_id, name, requested_by) values (${shop.id}, 'Riverside Records', 'Pat')`
  await tx`
    update tenants set payouts_stopped_because = 'mirror of due_to_bank differs by 1,200 cents'
    where enterprise_id = ${shop.id} and environment = 'production'`
  return { received }
})

const PAGES: Readonly<Record<string, { readonly path: string; readonly heading: RegExp }>> = {
  home: { path: '/', heading: /^Good day, / },
  alerts: { path: '/alerts', heading: /^Alerts$/ },
  alert: { path: `/alerts/sandbox/${shop.id}/${alert}`, heading: /^Low balance$/ },
  identities: { path: '/identities', heading: /^Identities and names$/ },
  identity: { path: `/identities/sandbox/${shop.id}/${connection}`, heading: /^Identity check$/ },
  'bank-entries': { path: '/bank-entries', heading: /^Bank entries to book$/ },
  'bank-files': { path: '/bank-files', heading: /^Bank files$/ },
  'bank-file': { path: `/bank-files/${FILES.received}`, heading: /^ach_received\.ach$/ },
  'four-eyes': { path: '/approvals', heading: /^Four eyes$/ },
  'bank-parties': { path: '/bank-parties', heading: /^Accounts and senders$/ },
  reconciliation: { path: '/reconciliation', heading: /^Reconciliation$/ },
  enterprises: { path: '/enterprises', heading: /^Enterprises$/ },
  enterprise: { path: `/enterprises/${shop.id}`, heading: /^Riverside Music$/ },
  books: { path: '/books', heading: /^Books$/ },
  'audit-log': { path: '/audit-log', heading: /^Audit logs$/ },
  operators: { path: '/operators', heading: /^Operators$/ },
  system: { path: '/system', heading: /^Checks$/ },
  account: { path: '/account', heading: /^Your account$/ },
}

async function open(page: Page, { path, heading }: (typeof PAGES)[string]): Promise<void> {
  await page.goto(consoleAt(service, path))
  await see(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await see(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

describe('every page of the console', () => {
  const VIEWS = [
    ['1280-light', DESKTOP, 'light'],
    ['1280-dark', DESKTOP, 'dark'],
    ['390-light', PHONE, 'light'],
    ['390-dark', PHONE, 'dark'],
  ] as const

  it.each(VIEWS)('fits and is accessible: %s', async (name, viewport, colorScheme) => {
    const page = await atConsole(service, visitors, 'admin', { viewport, colorScheme })
    await page.addInitScript(WATCH_SHIFTS)
    const seen = new Set<string>()
    for (const [title, one] of Object.entries(PAGES)) {
      await open(page, one)
      const clocks = await clockFaults(page, { movedAt, unnamed: 'real', seen })
      const found = [await shiftsOn(page), await tooWide(page), await violationsOn(page, true), clocks]
      expect([title, ...found.flat()]).toEqual([title])
      await photograph(page, `console-${name}`, title)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['date: real', 'date: sandbox']))
  })
})

describe('an operator', () => {
  it('comes in by the link: chooses a password, sets a second factor up, and is shown what waits', async () => {
    const { email } = await newOperator(service, 'reviewer', 'Rita')
    const address = { environment: 'sandbox', root: service.roots.sandbox } as const
    const { link } = await service.database.transaction((tx) => newPasswordLink(tx, email, address))
    const page = await visitors.visit({ viewport: DESKTOP })
    await page.goto(link)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
    expect(await violationsOn(page, true)).toEqual([])
    await page
      .getByRole('button', { name: /^(Turn on|Set up)/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const secret = (await page
      .getByText(/^[A-Z2-7]{16,}$/)
      .first()
      .textContent()) as string
    await page.getByLabel('Six-digit code').fill(totp(`otpauth://totp/x?secret=${secret}`))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Turn on|Confirm|Continue)/ })
      .click()
    await page.getByRole('button', { name: /^(Done|I have)/ }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Good day, Rita' })).toBeVisible()
    // A reviewer sees neither the bank nor the operators.
    await see(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      'Home',
      'Identities',
      'Enterprises',
    ])
  })

  it('reveals a field at a time and decides, each with an entry in the log', async () => {
    const waiting = await waitingReview(service, shop)
    const page = await atConsole(service, visitors, 'reviewer')
    await page.goto(consoleAt(service, '/identities'))
    await page.getByRole('link', { name: new RegExp(waiting) }).click()
    await see(page.getByText(APPLICANT.ssn)).toHaveCount(0)
    await page.getByRole('button', { name: 'Reveal: Social security number' }).click()
    await see(page.getByText(APPLICANT.ssn)).toBeVisible()
    await see(page.getByText(APPLICANT.date_of_birth)).toHaveCount(0)
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await see(dialog.getByText('Say why.')).toBeVisible()
    await dialog.getByLabel('Reason').fill('Passport seen')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Identities and names' })).toBeVisible()
    const [decided, revealed] = await operatorLog(service)
    expect(decided).toMatchObject({ action: 'connections.decide', details: { reason: 'Passport seen' } })
    expect(revealed).toMatchObject({
      action: 'identities.reveal',
      subject: waiting,
      details: { field: 'applicant.ssn' },
    })
  })

  it('is asked for the password and a code where the sign-in is not fresh', async () => {
    const page = await atConsole(service, visitors, 'treasurer')
    await page.goto(consoleAt(service, '/books'))
    await sql`update operator_sessions set confirmed_at = confirmed_at - interval '1 hour'`
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Mended')
    await page.getByRole('dialog').getByRole('button', { name: 'Resume payouts' }).click()
    await see(page.getByRole('heading', { name: 'Confirm your password' })).toBeVisible()
    await page.keyboard.press('Escape')
    const [entry] = await operatorLog(service)
    expect(entry).toMatchObject({ action: 'payouts.resume.refused', details: { code: 'fresh_sign_in_required' } })
  })

  it('creates an enterprise and is shown its keys once', async () => {
    const page = await atConsole(service, visitors, 'admin')
    await page.goto(consoleAt(service, '/enterprises'))
    await page.getByRole('button', { name: 'Create an enterprise' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Newly Signed')
    await dialog.getByLabel('Reason').fill('Contract 12')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await see(page.getByText(/^sk_live_/)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await see(page.getByText(/^sk_live_/)).toHaveCount(0)
    await page.getByRole('link', { name: /^Newly Signed/ }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Newly Signed' })).toBeVisible()
  })
})

describe('alerts', () => {
  it('are narrowed by filters, and lead to what they are about', async () => {
    const page = await atConsole(service, visitors, 'treasurer')
    await page.goto(consoleAt(service, '/alerts'))
    const own = page.getByRole('region', { name: 'Alerts of the service' })
    await own.getByRole('link', { name: /ach_missing\.ach/ }).click()
    await see(page.getByRole('heading', { level: 1, name: 'ach_missing.ach' })).toBeVisible()
    await page.goBack()
    const list = page.getByRole('region', { name: 'List of enterprises' })
    await see(list.getByRole('row', { name: /Riverside Music/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Cleared' }).click()
    await see(page.getByText('Nothing matches these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await list.getByRole('link', { name: /Low balance/ }).click()
    await see(page.getByText('Operating account now')).toBeVisible()
    await page.getByRole('link', { name: 'Riverside Music' }).click()
    await see(page.getByRole('heading', { level: 1, name: 'Riverside Music' })).toBeVisible()
    await see(page.getByRole('radio', { name: 'Sandbox' })).toBeChecked()
  })
})

describe("an enterprise's limits", () => {
  it('are set by the provider in a form, one at a time, with a reason', async () => {
    const { id } = await service.enterprise('Bounded Records')
    const page = await atConsole(service, visitors, 'admin')
    await page.goto(consoleAt(service, `/enterprises/${id}`))
    await page.getByRole('button', { name: 'Add a limit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Largest amount').fill('2500')
    await dialog.getByLabel('Reason').fill('New customer')
    await dialog.getByRole('button', { name: 'Add the limit' }).click()
    const limits = page.getByRole('region', { name: 'Limits', exact: true })
    await see(limits.getByRole('row', { name: /\$2,500\.00 a day/ })).toBeVisible()
    await limits.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByLabel('Reason').fill('Known by now')
    await dialog.getByRole('button', { name: 'Remove the limit' }).click()
    await see(limits.getByText('There are no limits')).toBeVisible()
  })
})
