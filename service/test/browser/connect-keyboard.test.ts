import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { link, PASSWORD, screen, see } from '../support/creator.ts'
import { pressAt, typeInto } from '../support/keyboard.ts'
import { connected, invited } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const { sandbox } = await startService()
const visitors = receiveVisitors()

/** A control, by the beginning of the name that a person would give it. */
const named = (page: Page, name: string) =>
  page.getByRole('button', { name }).or(page.getByRole('radio', { name })).or(page.getByRole('checkbox', { name }))

const press = (page: Page, name: string, key = 'Enter') => pressAt(page, named(page, name), key)

describe('by keyboard alone', () => {
  it('a creator opens an account and agrees', async () => {
    const id = await invited(sandbox)
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await screen(page, /would like to pay you/)
    await press(page, 'Get started')
    await screen(page, 'How would you like to be paid?')
    await press(page, 'Tributary account', 'Space')
    await page.keyboard.press('ArrowDown')
    await see(page.getByRole('radio', { name: 'Bank account' })).toBeChecked()
    await page.keyboard.press('ArrowUp')
    await press(page, 'Continue')
    await screen(page, 'Create your login')
    await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await screen(page, 'Confirm your e-mail')
    await press(page, 'Continue')
    await screen(page, 'What is your mobile number?')
    await press(page, 'Send code')
    await screen(page, 'Enter your code')
    await press(page, 'Continue')
    await screen(page, 'Open your account')
    await press(page, 'Open account')
    await screen(page, 'Check and agree')
    await press(page, 'I have read and agree to', 'Space')
    await press(page, 'Agree and connect')
    await screen(page, 'You are all set')
    expect((await sandbox.get(`/account-connection/${id}`)).body).toMatchObject({ status: 'active', type: 'direct' })
  })

  it('a creator mends a form: the first wrong field has the focus, and its fault is read with it', async () => {
    const page = await visitors.visit()
    await page.goto(await link(sandbox, await invited(sandbox)))
    await screen(page, /would like to pay you/)
    await press(page, 'Get started')
    await screen(page, 'How would you like to be paid?')
    await press(page, 'Tributary account', 'Space')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await screen(page, 'Your bank account')
    const routing = page.getByLabel('Routing number')
    await typeInto(page, routing, '12')
    await page.keyboard.press('Enter')
    await see(routing).toBeFocused()
    await see(routing).toHaveAccessibleDescription('A routing number has 9 digits.')
    await see(routing).toHaveAttribute('aria-invalid', 'true')
  })

  it('a creator takes a permission back', async () => {
    const id = await connected(sandbox, 'ach')
    const page = await visitors.visit()
    await page.goto(await link(sandbox, id))
    await see(page.getByRole('heading', { level: 1 })).toBeFocused()
    await press(page, 'Continue')
    await see(page.getByRole('heading', { name: 'How you are paid' })).toBeVisible()
    await press(page, 'Stop allowing', 'Space')
    await see(page.getByText('Not allowed')).toBeVisible()
    await press(page, 'Done')
    await screen(page, 'Your connection is up to date')
    expect((await sandbox.get(`/account-connection/${id}`)).body.permissions).toBeUndefined()
  })
})
