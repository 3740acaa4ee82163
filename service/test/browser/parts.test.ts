import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, receiveVisitors } from '../support/browser.ts'
import { see } from '../support/creator.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const visitors = receiveVisitors()
const BUILT = join(import.meta.dirname, '../../../web/dist/parts/index.html')

const VIEWS = [
  { name: 'parts-1280-light', viewport: DESKTOP, colorScheme: 'light' },
  { name: 'parts-1280-dark', viewport: DESKTOP, colorScheme: 'dark' },
  { name: 'parts-390-light', viewport: PHONE, colorScheme: 'light' },
  { name: 'parts-390-dark', viewport: PHONE, colorScheme: 'dark' },
] as const

/** No route serves the page of the parts: it is for those who change them. */
async function openParts(page: Page): Promise<void> {
  const body = await readFile(BUILT, 'utf8')
  await page.route('**/parts', (route) => route.fulfill({ body, contentType: 'text/html' }))
  await page.goto(`${service.roots.sandbox}/parts`)
  await see(page.getByRole('heading', { level: 1, name: 'The parts' })).toBeVisible()
}

describe.each(VIEWS)('the parts: $name', ({ name, viewport, colorScheme }) => {
  it('fit, can be used by everybody, and are in the typeface that comes with the service', async () => {
    const page = await visitors.visit({ viewport, colorScheme })
    await openParts(page)
    expect(await tooWide(page)).toEqual([])
    expect(await violationsOn(page, true)).toEqual([])
    // Polish letters are in the second file, which is fetched because a name needs it.
    await expect
      .poll(() =>
        page.evaluate<string[]>(
          "[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)",
        ),
      )
      .toEqual(expect.arrayContaining(['Inter', 'Inter']))
    expect(await page.evaluate<string>('getComputedStyle(document.body).fontFamily')).toMatch(/^"?Inter/)
    await photograph(page, name, 'parts')
  })
})
