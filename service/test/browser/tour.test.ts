import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, FRAME, PHONE, receiveVisitors } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import { SCREENS, tour } from '../support/tour.ts'

const service = await startService()
const visitors = receiveVisitors()

/** `npm run screens` names a folder: then every screen is also photographed. */
const FOLDER = process.env.SCREENS

const VIEWS = {
  'phone-390': PHONE,
  'frame-600': FRAME,
  'desktop-1280': DESKTOP,
  // A 1280 px wide window at 200 %, and a phone's at 320 px, as narrow as text must still fit.
  'zoomed-640': { width: 640, height: 450 },
  'narrow-320': { width: 320, height: 568 },
}

async function photograph(page: Page, view: string, name: string): Promise<void> {
  if (!FOLDER) return
  const path = join(import.meta.dirname, '../../..', FOLDER, view)
  await mkdir(path, { recursive: true })
  await page.screenshot({ path: join(path, `${name}.png`), fullPage: true })
}

async function faultsOf(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations.map(
    ({ id, impact, nodes }) => `${name}: ${id} (${impact}) ${nodes.map((node) => node.html).join(' ')}`,
  )
}

describe('every screen', () => {
  for (const [view, viewport] of Object.entries(VIEWS)) {
    it(`at ${view}: nothing sticks out sideways, and axe finds nothing wrong`, async () => {
      const seen: string[] = []
      const faults: string[] = []
      await tour(
        service,
        () => visitors.visit({ viewport }),
        async (page, name) => {
          seen.push(name)
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (wide > 0) faults.push(`${name}: ${wide} px too wide`)
          faults.push(...(await faultsOf(page, name)))
          await photograph(page, view, name)
        },
      )
      expect(faults).toEqual([])
      expect(seen.sort()).toEqual([...SCREENS].sort())
    }, 180_000)
  }
})
