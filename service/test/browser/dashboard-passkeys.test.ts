import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { authenticator } from '../support/authenticator.ts'
import { DESKTOP, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { dashboard } from '../support/dashboard.ts'
import { newPerson, PASSWORD } from '../support/people.ts'
import { startService } from '../support/service.ts'

// A passkey belongs to a name: an IP address has none.
const service = await startService({ HOST: 'localhost' })
const visitors = receiveVisitors()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign in').click()
}

async function signOut(page: Page): Promise<void> {
  await button(page, /^Your account/).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await see(title(page, 'Sign in')).toBeVisible()
}

describe('a passkey', () => {
  it('is added in the account, signs in without a password, and is removed again', async () => {
    const { id } = await service.enterprise('Riverside Music')
    const { email } = await newPerson(service, id, 'admin')
    const page = await visitors.visit({ viewport: DESKTOP })
    const device = await authenticator(page)
    await page.goto(dashboard(service, '/account'))
    await signInAs(page, email)
    await see(title(page, 'Your account')).toBeVisible()
    await button(page, 'Add a passkey').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await see(page.getByText('Work laptop')).toBeVisible()
    expect(await device.credentials()).toHaveLength(1)

    await signOut(page)
    await button(page, 'Sign in with a passkey').click()
    await see(button(page, /^Your account/)).toBeVisible()
    const me = await page.request.get(`${service.roots.sandbox}/dashboard/api/me`)
    expect((await me.json()).second_factor).toEqual({ needed: false, passed: true, passkeys: 1 })

    await page.goto(dashboard(service, '/account'))
    await button(page, 'Remove Work laptop').click()
    await see(page.getByText('Work laptop')).toHaveCount(0)
    await signOut(page)
    await button(page, 'Sign in with a passkey').click()
    await see(page.getByRole('alert')).toBeVisible()
  })

  it('is the second factor of an enterprise that needs one, and must be unlocked', async () => {
    const { id } = await service.enterprise('Strict Music')
    await service.database.sql`insert into sign_in_rules (enterprise_id, second_factor_required) values (${id}, true)`
    const { email } = await newPerson(service, id, 'viewer')
    const page = await visitors.visit({ viewport: DESKTOP })
    const device = await authenticator(page)
    await page.goto(dashboard(service, '/payouts'))
    await signInAs(page, email)
    await see(title(page, 'Set up a second factor')).toBeVisible()
    await button(page, 'Add a passkey').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
    await see(title(page, 'Payouts')).toBeVisible()

    await signOut(page)
    // The password alone leads to the passkey.
    await signInAs(page, email)
    await see(title(page, 'Use your passkey')).toBeVisible()
    await button(page, 'Sign in with a passkey').click()
    await see(title(page, 'Payouts')).toBeVisible()
    await signOut(page)
    await device.unlocks(false)
    await button(page, 'Sign in with a passkey').click()
    await see(page.getByRole('alert')).toBeVisible()
    await see(title(page, 'Sign in')).toBeVisible()
  })
})
