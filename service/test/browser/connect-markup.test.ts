import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { creator, invite, link, screen, see } from '../support/creator.ts'
import { invited, paid } from '../support/payouts.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()

const evil = (what: string): string => `<img src=x onerror="window.hacked=1"><b>${what}</b> & "${what}"`
const NAME = evil('Enterprise')

/** It stands there letter by letter, and nothing of it became an element or ran. */
async function isText(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) await see(page.getByText(text).first()).toBeVisible()
  expect(await page.locator('img, b').count()).toBe(0)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
}

describe('names, prompts and descriptions full of markup', () => {
  it('show as text on every screen they stand on', async () => {
    const { sandbox } = await service.enterprise(NAME)
    const email = `markup.${Date.now()}@example.com`
    const prompt = evil('Prompt')
    const id = await invited(sandbox, {
      first_name: evil('First'),
      last_name: evil('Last'),
      display_name: evil('Display'),
      email,
      verification_prompt: prompt,
      requested_permissions: ['payment.credit', 'payment.debit'],
    })
    const page = await visitors.visit()
    await page.goto(await invite(sandbox, id))
    await isText(page, NAME, prompt)
    await creator.answers(page, '4711')
    await screen(page, /would like to pay you/)
    await isText(page, NAME)
    await creator.starts(page)
    await isText(page, NAME)
    await creator.createsLogin(page)
    await creator.confirmsEmail(page)
    await creator.givesMobile(page)
    await creator.entersCode(page)
    await creator.applies(page)
    await screen(page, 'Check and agree')
    await isText(page, NAME)
    await page
      .getByRole('region', { name: 'Take payments from your account' })
      .getByRole('radio', { name: 'Not allowed' })
      .check()
    await creator.agrees(page)
    await screen(page, 'You are all set')
    await isText(page, NAME)

    const edit = await visitors.visit()
    await edit.goto(await link(sandbox, id))
    await isText(edit, `Your connection with ${NAME}`)
    await edit.getByRole('button', { name: 'Continue' }).click()
    await see(edit.getByText(/••••\d{4}/)).toBeVisible()
    await isText(edit, NAME)

    const description = evil('Description')
    await paid(sandbox, id, 1_000, { description })
    await sandbox.post('/sandbox/clock/advance', { seconds: 10 })
    const home = await visitors.visit()
    await home.goto(`${service.roots.sandbox}/account`)
    await creator.signsIn(home, email)
    await creator.entersCode(home)
    await screen(home, 'Balance')
    await isText(home, NAME, description)
  })
})
