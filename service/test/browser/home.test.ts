import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { type RunningService, startService } from '../support/service.ts'

let running: RunningService
const { visit } = receiveVisitors()

beforeAll(async () => {
  running = await startService()
})

const VIEWS = [
  { name: 'home-1280-light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'home-1280-dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'home-390-light', viewport: PHONE, colorScheme: 'light' },
  { name: 'home-390-dark', viewport: PHONE, colorScheme: 'dark' },
] as const

describe.each(VIEWS)('$name', ({ name, viewport, colorScheme }) => {
  it('the start page names its environment and address, fits, and can be used by everybody', async () => {
    const page = await visit({ viewport, colorScheme })
    await page.goto(running.roots.sandbox)
    await see(page.getByText('Sandbox: no real money moves')).toBeVisible()
    await see(page.locator('pre')).toHaveText(`curl -u $API_KEY: ${running.roots.sandbox}/enterprise/v1/enterprise`)
    expect(await tooWide(page)).toEqual([])
    expect(await violationsOn(page, true)).toEqual([])
    const ground = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(11, 18, 17)' : 'rgb(244, 247, 246)')
    await photograph(page, name, 'home')
  })

  it('the page for an unknown address leads on', async () => {
    const page = await visit({ viewport, colorScheme })
    const answer = await page.goto(`${running.roots.sandbox}/nowhere`)
    expect(answer?.status()).toBe(404)
    expect(await tooWide(page)).toEqual([])
    expect(await violationsOn(page, true)).toEqual([])
    await photograph(page, name, 'not-found')
    await page.getByRole('link', { name: 'Start page' }).click()
    await see(page.getByRole('heading', { level: 1 })).toHaveText('Pay creators, collect from buyers, share deposits')
  })
})
