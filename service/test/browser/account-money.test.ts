import { expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { creatorOf, PASSWORD } from '../support/connect.ts'
import { creator, screen, see } from '../support/creator.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { startService } from '../support/service.ts'

const service = await startService({ WORKER_POLL_MS: '100' })
const { sandbox } = service
const visitors = receiveVisitors()

it.each([
  ['account-1280-light', DESKTOP, 'light'],
  ['account-390-dark', PHONE, 'dark'],
] as const)(
  'a creator adds a bank account, withdraws and sees the numbers of the account at %s',
  async (view, viewport, colorScheme) => {
    const { email } = await creatorOf(sandbox)
    const page = await visitors.visit({ viewport, colorScheme })
    await page.goto(`${service.roots.sandbox}/account`)
    await creator.signsIn(page, email, PASSWORD)
    await creator.entersCode(page)
    await screen(page, 'Balance')
    const looks = async (name: string) => {
      await photograph(page, view, name)
      expect([name, await violationsOn(page, true), await tooWide(page)]).toEqual([name, [], []])
    }

    await page.getByRole('button', { name: 'Withdraw' }).click()
    await screen(page, 'Your money')
    await looks('account-money-empty')
    await page.getByRole('button', { name: 'Add a bank account' }).click()
    await looks('account-bank')
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Add bank account' }).click()
    await see(page.getByText('Verified')).toBeVisible()

    await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByLabel('Amount in dollars').fill('6000')
    await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click()
    await see(page.getByText('Your account does not hold that much.')).toBeVisible()
    await page.getByLabel('Amount in dollars').fill('1,250.00')
    await looks('account-withdraw')
    await page.getByRole('main').getByRole('button', { name: 'Withdraw' }).click()
    await see(page.getByText('To Checking ••••6789')).toBeVisible()
    await see(page.getByText(/\d{4}\. (Asked for|On its way to your bank|Sent to your bank)$/)).toBeVisible()
    await looks('account-money')

    await page.getByRole('button', { name: 'Show the numbers' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await screen(page, 'Your account numbers')
    await see(page.getByText('999999992')).toBeVisible()
    await looks('account-numbers')
    await page.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Close account' }).click()
    await see(page.getByText(/^\$3,750\.00 goes to Checking ••••6789 first\./)).toBeVisible()
    await page.getByLabel('Your password').fill(PASSWORD)
    await looks('account-close')
    await page.getByRole('button', { name: 'Close account' }).click()
    await see(page.getByText('To Checking ••••6789')).toHaveCount(2)
    await see(page.getByRole('button', { name: 'Close account' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to your account' }).click()
    await screen(page, 'Balance')
  },
)

it('a code that is confirmed before it was sent is judged when it was', async () => {
  const { email } = await creatorOf(sandbox)
  const page = await visitors.visit({ viewport: PHONE })
  await page.goto(`${service.roots.sandbox}/account`)
  await creator.signsIn(page, email, PASSWORD)
  await creator.entersCode(page)
  await screen(page, 'Balance')
  const pressed = Promise.withResolvers<void>()
  await page.route('**/account/api/numbers/code', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  // Long enough for an answer to a code that was not waited for.
  await page.waitForTimeout(500)
  pressed.resolve()
  await screen(page, 'Your account numbers')
})
