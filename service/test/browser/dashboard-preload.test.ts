import { describe, expect, it } from 'vitest'
import { receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()
const { id: enterprise } = await service.enterprise('Preload')

/** Beginnings of the files' names. The last page of all is the settings. */
const CODE = ['Home-', 'ResourceList-', 'ResourceDetail-', 'Statement-', 'Keys-', 'Settings-']
const FETCHED = `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))`

describe('the code of the pages', () => {
  it('is here before anybody clicks, so that no click waits for it', async () => {
    const page = await atDashboard(service, visitors, enterprise)
    await page.goto(dashboard(service, '/people'))
    for (const code of CODE)
      await expect
        .poll(async () => (await page.evaluate<string[]>(FETCHED)).some((name) => name.startsWith(code)))
        .toBe(true)
    await page.route('**/assets/**', (route) => route.abort())
    const links = page.getByRole('navigation', { name: 'Main' })
    for (const [link, heading] of [
      ['Payouts', 'Payouts'],
      ['Ledger', 'Ledger'],
      ['Developers', 'API keys'],
      ['Webhooks', 'Webhooks'],
      ['Settings', 'Settings'],
      ['Home', 'Home'],
    ] as const) {
      await links.getByRole('link', { name: link, exact: true }).click()
      await see(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    }
  })

  it('comes when a link is looked at, where there was no idle moment yet', async () => {
    const page = await atDashboard(service, visitors, enterprise)
    await page.addInitScript('window.requestIdleCallback = () => 0')
    await page.goto(dashboard(service, '/people'))
    const links = page.getByRole('navigation', { name: 'Main' })
    const byPointer = page.waitForRequest(/\/assets\/Ledger-.*\.js$/)
    await links.getByRole('link', { name: 'Ledger' }).hover()
    await byPointer
    const byKeyboard = page.waitForRequest(/\/assets\/Keys-.*\.js$/)
    await links.getByRole('link', { name: 'Developers' }).focus()
    await byKeyboard
    expect(await page.evaluate<string[]>(FETCHED)).not.toContainEqual(expect.stringMatching(/^Settings-/))
  })
})
