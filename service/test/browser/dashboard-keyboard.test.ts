import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { keyTo, pressAt, typeInto } from '../support/keyboard.ts'
import { connected, paid, read } from '../support/payouts.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

const LATER = '2099-01-31T09:00:00.000Z'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string | RegExp) => see(page.getByRole('heading', { level: 1, name })).toBeVisible()

/** Somebody who has come in by the keyboard, and the API of the same enterprise. */
async function comeIn() {
  const { id, sandbox } = await service.enterprise('Riverside Music')
  const { email } = await newPerson(service, id, 'admin')
  const page = await visitors.visit({ viewport: DESKTOP, timezoneId: 'UTC', locale: 'en-US' })
  await page.goto(`${service.roots.sandbox}/dashboard`)
  await typeInto(page, page.getByLabel('E-mail'), email)
  await typeInto(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD)
  await page.keyboard.press('Enter')
  await heading(page, 'Home')
  return { page, client: sandbox }
}

describe('by keyboard alone', () => {
  it('somebody comes in, pays in two steps, and goes out', async () => {
    const { page, client } = await comeIn()
    const alice = await connected(client, 'direct')
    await pressAt(page, link(page, 'Skip to the content'))
    await see(page.getByRole('main')).toBeFocused()
    await pressAt(page, button(page, 'New payout'))
    const creator = dialog(page).getByRole('combobox', { name: 'Creator' })
    await typeInto(page, creator, 'Alison')
    await see(page.getByRole('option', { name: /Alice Alison/ })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await see(creator).toHaveValue(/^Alice Alison/)
    await typeInto(page, dialog(page).getByLabel('Amount'), '125.50')
    await page.keyboard.press('Enter')
    await see(dialog(page).getByRole('region', { name: 'Review' })).toBeFocused()
    expect((await client.get('/payout')).body.pagination.total).toBe(0)
    await pressAt(page, dialog(page).getByRole('button', { name: 'Pay $125.50' }))
    await pressAt(page, dialog(page).getByRole('link', { name: 'Open the payout' }))
    await heading(page, '$125.50')
    expect((await client.get('/payout')).body.data).toMatchObject([
      { account_connection: alice, amount_in_cents: 12_550 },
    ])
    await pressAt(page, button(page, /^Your account: /))
    await keyTo(page, page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in')
  })

  it('somebody narrows a list, opens a row, and cancels the payout', async () => {
    const { page, client } = await comeIn()
    const alice = await connected(client, 'direct')
    await paid(client, alice, 1_000)
    const { id } = await paid(client, alice, 5_000, { date: LATER })
    await pressAt(page, link(page, 'Payouts'))
    await heading(page, 'Payouts')
    await see(page.getByRole('main')).toBeFocused()
    await pressAt(page, button(page, 'Status'))
    await keyTo(page, page.getByRole('checkbox', { name: 'Ready' }))
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    const rows = page.getByRole('region', { name: 'Payouts' }).locator('tbody').getByRole('link')
    await see(rows).toHaveCount(1)
    await pressAt(page, rows)
    await heading(page, '$50.00')
    await pressAt(page, button(page, 'Cancel payout'))
    await pressAt(page, dialog(page).getByRole('button', { name: 'Cancel payout' }))
    await see(dialog(page)).toHaveCount(0)
    expect(await read(client, id)).toMatchObject({ status: 'canceled' })
    // The focus is on the page, and not lost with the dialog.
    await keyTo(page, link(page, '← Payouts'), 'Shift+Tab')
  })

  it('somebody makes a webhook', async () => {
    const { page, client } = await comeIn()
    await pressAt(page, link(page, 'Developers'))
    await pressAt(page, link(page, 'Webhooks'))
    await heading(page, 'Webhooks')
    await pressAt(page, button(page, 'Add webhook').first())
    await typeInto(page, dialog(page).getByLabel('Address'), 'https://example.com/hooks')
    await pressAt(page, dialog(page).getByRole('checkbox', { name: 'payout.update' }), 'Space')
    await pressAt(page, dialog(page).getByRole('button', { name: 'Add webhook' }))
    await heading(page, 'payout.update')
    expect((await client.get('/webhook')).body.data).toMatchObject([
      { event: 'payout.update', url: 'https://example.com/hooks' },
    ])
  })
})
