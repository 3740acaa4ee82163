import type { Page } from '@playwright/test'
import { describe, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creatorOf, PASSWORD } from '../support/connect.ts'
import { screen, see } from '../support/creator.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, role: 'button' | 'textbox', name: string) {
  const wanted = page.getByRole(role, { name, exact: true }).first()
  await see(wanted).toBeVisible()
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by Tab`)
}

const TABS_MAX = 120

describe('by keyboard alone', () => {
  it('a creator changes the home address', async () => {
    const { email } = await creatorOf(service.sandbox)
    const page = await visitors.visit()
    await page.goto(`${service.roots.sandbox}/account`)
    await tabTo(page, 'textbox', 'E-mail')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await screen(page, 'Enter your code')
    await tabTo(page, 'button', 'Continue')
    await page.keyboard.press('Enter')
    await screen(page, 'Balance')
    await tabTo(page, 'button', 'Profile')
    await page.keyboard.press('Enter')
    await screen(page, 'Profile and sign-in')
    await tabTo(page, 'button', 'Change home address')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', 'Street and number')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('7 River Lane')
    await tabTo(page, 'textbox', 'Your password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await see(page.getByText(/^7 River Lane, /)).toBeVisible()
  })
})
