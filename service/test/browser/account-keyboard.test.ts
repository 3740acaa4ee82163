import { describe, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creatorOf, PASSWORD } from '../support/connect.ts'
import { screen, see } from '../support/creator.ts'
import { pressAt, typeInto } from '../support/keyboard.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

describe('by keyboard alone', () => {
  it('a creator changes the home address', async () => {
    const { email } = await creatorOf(service.sandbox)
    const page = await visitors.visit()
    await page.goto(`${service.roots.sandbox}/account`)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await typeInto(page, field('E-mail'), email)
    await typeInto(page, field('Password'), PASSWORD)
    await page.keyboard.press('Enter')
    await screen(page, 'Enter your code')
    await pressAt(page, button('Continue'))
    await screen(page, 'Balance')
    await pressAt(page, button('Profile'))
    await screen(page, 'Profile and sign-in')
    await pressAt(page, button('Change home address'))
    await typeInto(page, field('Street and number'), '7 River Lane')
    await typeInto(page, field('Your password'), PASSWORD)
    await page.keyboard.press('Enter')
    await see(page.getByText(/^7 River Lane, /)).toBeVisible()
    await pressAt(page, button('Sign out'))
    await screen(page, 'Sign in')
  })
})
