import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creatorOf, PASSWORD } from '../support/connect.ts'
import { creator, proposed, screen, see } from '../support/creator.ts'
import { violationsOn } from '../support/looks.ts'
import { advance, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

describe("the creator's account", () => {
  it('finds movements, changes permissions, answers and ends agreements, and shows the documents', async () => {
    const { sandbox } = await service.enterprise('Northwind')
    const requested_permissions = ['payment.credit', 'payment.debit']
    const { email, connection } = await creatorOf(sandbox, { requested_permissions })
    await proposed(sandbox, connection)
    await paid(sandbox, connection, 125_000, { description: 'Café songs' })
    await paid(sandbox, connection, 4_200, { description: 'Video of June' })
    await advance(sandbox, 10)

    const page = await visitors.visit()
    await page.goto(`${service.roots.sandbox}/account`)
    await creator.signsIn(page, email, PASSWORD)
    await creator.entersCode(page)
    await screen(page, 'Balance')
    await see(page.getByRole('link', { name: /^Terms of service/ })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'All movements' }).click()
    await screen(page, 'All movements')
    const search = page.getByLabel('Search movements')
    await search.fill('cafe 1250')
    await see(page.getByText('1 found')).toBeVisible()
    await see(page.getByText('Café songs')).toBeVisible()
    await see(page.getByText('Video of June')).toHaveCount(0)
    await search.fill('nothing like it')
    await see(page.getByText('Nothing fits.')).toBeVisible()
    await page.getByRole('button', { name: 'Back to your account' }).click()

    await page.getByRole('button', { name: 'Change what Northwind may do' }).click()
    await screen(page, 'Northwind may')
    const debit = page.getByRole('region', { name: 'Take payments from your account' })
    await debit.getByRole('radio', { name: 'Until a date' }).check()
    await page.getByLabel('Until the end of').fill('2099-12-31')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await see(page.getByText(/^Take payments from your account\. Until December 31, 2099\.$/)).toBeVisible()

    await page.getByRole('button', { name: 'Accept (Northwind)' }).click()
    await see(page.getByText('Active', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'End agreement (Northwind)' }).click()
    await see(page.getByText(/^End this agreement\?/)).toBeVisible()
    await page.getByRole('button', { name: 'Yes, end it' }).click()
    await see(page.getByText('Ended', { exact: true })).toBeVisible()

    const other = await visitors.visit()
    await other.goto(`${service.roots.sandbox}/account`)
    await creator.signsIn(other, email, PASSWORD)
    await creator.entersCode(other)
    await screen(other, 'Balance')
    await page.getByRole('button', { name: 'Profile', exact: true }).click()
    const devices = page.getByRole('listitem').filter({ hasText: /since/ })
    await see(devices).toHaveCount(2)
    await devices.getByRole('button', { name: 'Sign out' }).click()
    await see(devices).toHaveCount(1)
    await see(devices).toContainText('This device')
    await other.reload()
    await screen(other, 'Sign in')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByLabel('New password').fill('three new words, and more')
    await page.getByRole('button', { name: 'Change password' }).click()
    await screen(page, 'Profile and sign-in')
    await creator.signsIn(other, email, 'three new words, and more')
    await creator.entersCode(other)
    await screen(other, 'Balance')
  })
})
