import { describe, expect, it } from 'vitest'
import { PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { atDashboard, dashboard } from '../support/dashboard.ts'
import { shiftsOn, WATCH_SHIFTS } from '../support/looks.ts'
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

describe('the settings', () => {
  it('show no card that a late answer would push down', async () => {
    const page = await atDashboard(service, visitors, enterprise)
    const late = Promise.withResolvers<void>()
    await page.route(/\/sandbox\/(brand|approval-rules)$/, async (route) => {
      await late.promise
      await route.continue()
    })
    await page.setViewportSize(PHONE)
    await page.addInitScript(WATCH_SHIFTS)
    await page.goto(dashboard(service, '/settings'))
    // A page is shown after some seconds, whatever it still waits for.
    await see(page.locator('[data-page]')).toHaveAttribute('aria-busy', 'false')
    await see(page.getByRole('heading', { name: 'Limits' })).toHaveCount(0)
    late.resolve()
    for (const title of ['Your own', 'How creators see you', 'Limits'])
      await see(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await shiftsOn(page)).toEqual([])
  })

  it('say what could not be read, and read it again', async () => {
    const page = await atDashboard(service, visitors, enterprise)
    let fails = true
    await page.route('**/sandbox/alert-settings', (route) => (fails ? route.abort() : route.continue()))
    await page.goto(dashboard(service, '/settings'))
    const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
    await see(again).toBeVisible()
    fails = false
    await again.click()
    await see(page.getByRole('heading', { name: 'Your own' })).toBeVisible()
  })
})
