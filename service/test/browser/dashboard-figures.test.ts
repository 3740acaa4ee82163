import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { advance, connected, OPENING, paid, remove } from '../support/payouts.ts'
import { PASSWORD } from '../support/people.ts'
import { bought, buyerWith, SETTLED_SECONDS } from '../support/purchases.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

async function newEnterprise() {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const page = await atDashboard(service, visitors, id)
  return { id, page, client: sandbox, open: (path: string) => page.goto(dashboard(service, path)) }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

describe('a sign-in of more than ten minutes ago', () => {
  const age = () =>
    service.database.sql`update person_sessions set confirmed_at = clock_timestamp() - interval '11 minutes'`

  const CASES = [
    {
      path: '/keys',
      open: 'Generate key',
      async fill(page: Page) {
        await dialog(page).getByLabel('Name').fill('Nightly job')
        await dialog(page).getByRole('button', { name: 'Generate key' }).click()
      },
      done: 'Copy it now.',
    },
    {
      path: '/people',
      open: /^Invite/,
      async fill(page: Page) {
        await dialog(page).getByLabel('E-mail').fill('new@example.com')
        await dialog(page).getByRole('button', { name: 'Send the invitation' }).click()
      },
      done: 'new@example.com',
    },
  ]

  it.each(CASES)('is asked for above the dialog at $path, which then goes on', async ({ path, open, fill, done }) => {
    const { page, open: go } = await newEnterprise()
    await go(path)
    await age()
    await button(page, open).first().click()
    await fill(page)
    // One dialog at a time: the one that asks has the focus, and can be filled in with the keyboard alone.
    await see(dialog(page)).toHaveCount(1)
    await see(dialog(page)).toContainText('Confirm your password')
    await see(dialog(page).getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await see(dialog(page)).toContainText(done)
  })

  it('goes back to the dialog beneath when it is not given', async () => {
    const { page, open } = await newEnterprise()
    await open('/keys')
    await age()
    await button(page, 'Generate key').first().click()
    await dialog(page).getByLabel('Name').fill('Nightly job')
    await dialog(page).getByRole('button', { name: 'Generate key' }).click()
    await see(dialog(page)).toContainText('Confirm your password')
    await page.keyboard.press('Escape')
    await see(dialog(page)).toHaveCount(1)
    await see(dialog(page).getByLabel('Name')).toHaveValue('Nightly job')
    await see(dialog(page).getByRole('alert')).toBeVisible()
  })
})

it('a new key stays until it is said to be copied', async () => {
  const { page, open } = await newEnterprise()
  await open('/keys')
  await button(page, 'Generate key').first().click()
  await dialog(page).getByLabel('Name').fill('Nightly job')
  await dialog(page).getByRole('button', { name: 'Generate key' }).click()
  await see(dialog(page)).toContainText('Copy it now.')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await see(dialog(page)).toContainText('Copy it now.')
  await button(page, 'I have copied it').click()
  await see(dialog(page)).toHaveCount(0)
})

it('a deleted creator is not offered', async () => {
  const { page, client, open } = await newEnterprise()
  await connected(client, 'direct', { first_name: 'Stays' })
  await remove(client, await connected(client, 'direct', { first_name: 'Leaves' }))
  await open('/payouts')
  await button(page, 'New payout').first().click()
  await dialog(page).getByLabel('Creator').click()
  await see(page.getByRole('option', { name: /Stays/ })).toBeVisible()
  await see(page.getByRole('option', { name: /Leaves/ })).toHaveCount(0)
  await dialog(page).getByLabel('Creator').fill('Leaves')
  await see(page.getByText('No match')).toBeVisible()
})

it('a refunded purchase shows what it cost, and the volume does not count it', async () => {
  const { page, client, open } = await newEnterprise()
  const { id } = await bought(client, await buyerWith(client), 10_000)
  await advance(client, SETTLED_SECONDS)
  await open(`/purchases/${id}`)
  await see(page.getByText('$96.80', { exact: true })).toBeVisible()
  expect((await client.put(`/purchase/${id}`, { status: 'refunded' })).status).toBe(200)
  await advance(client, SETTLED_SECONDS)
  await page.reload()
  await see(page.getByText('−$3.20', { exact: true })).toBeVisible()
  await see(page.getByText('$96.80', { exact: true })).toHaveCount(0)
  await open('/')
  await see(page.getByText('Nothing was paid or sold in the last 30 days.')).toBeVisible()
})

describe('pay by file', () => {
  const drop = (page: Page, name: string, buffer: Buffer) =>
    page.getByLabel(/Drop a CSV file/).setInputFiles({ name, mimeType: 'text/csv', buffer })

  it('is not offered for more than the operating account holds', async () => {
    const { page, client, open } = await newEnterprise()
    await connected(client, 'direct', { external_id: 'artist-1' })
    await open('/pay-file')
    await drop(page, 'much.csv', Buffer.from(`external_id,amount_in_cents\nartist-1,${OPENING + 1}`))
    await see(page.getByText(/^Your operating account lacks \$0\.01 for this file\./)).toBeVisible()
    await see(button(page, /^Make/)).toHaveCount(0)
  })

  it('says of a spreadsheet that it is no text', async () => {
    const { page, open } = await newEnterprise()
    await open('/pay-file')
    await drop(page, 'march.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0xff]))
    await see(page.getByRole('alert')).toContainText('save it as CSV')
  })
})

it('a statement of several pages brings its balance forward', async () => {
  const { page, client, open } = await newEnterprise()
  const creator = await connected(client, 'direct')
  for (let nth = 0; nth < 51; nth++) await paid(client, creator, 100)
  await open('/ledger/statement?account=operating')
  await see(page.getByText('Opening balance', { exact: true })).toBeVisible()
  await see(page.getByText('Carried forward', { exact: true })).toBeVisible()
  await see(page.getByText('Closing balance', { exact: true })).toHaveCount(0)
  await open('/ledger/statement?account=operating&page=2')
  await see(page.getByText('Brought forward', { exact: true })).toBeVisible()
  await see(page.getByText('Closing balance', { exact: true })).toBeVisible()
})
