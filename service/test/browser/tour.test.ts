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

const VIEWS: Record<string, { readonly width: number; readonly height: number; readonly axe?: boolean }> = {
  'phone-390': { ...PHONE, axe: true },
  'frame-600': FRAME,
  // A window of 1280 px at 200 %, and the narrowest that text must still fit in.
  'zoomed-640': { width: 640, height: 450 },
  'narrow-320': { width: 320, height: 568 },
  'desktop-1280': { ...DESKTOP, axe: true },
}

async function photograph(page: Page, view: string, name: string): Promise<void> {
  if (!FOLDER) return
  const path = join(import.meta.dirname, '../../..', FOLDER, view)
  await mkdir(path, { recursive: true })
  await page.screenshot({ path: join(path, `${name}.png`), fullPage: true })
}

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.html).join(' ')}`)
}

describe('every screen', () => {
  it('fits from 320 px to a desktop, also at 200 %, and axe finds nothing wrong with it', async () => {
    const seen: string[] = []
    const faults: string[] = []
    await tour(
      service,
      () => visitors.visit(),
      async (page, name) => {
        seen.push(name)
        for (const [view, { axe, ...size }] of Object.entries(VIEWS)) {
          await page.setViewportSize(size)
          const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          const found = [...(wide > 0 ? [`${wide} px too wide`] : []), ...(axe ? await violationsOn(page) : [])]
          faults.push(...found.map((fault) => `${name} at ${view}: ${fault}`))
          await photograph(page, view, name)
        }
      },
    )
    expect(faults).toEqual([])
    expect(seen.sort()).toEqual([...SCREENS].sort())
  }, 240_000)
})
