import { describe, expect, it } from 'vitest'
import { DESKTOP, FRAME, PHONE, receiveVisitors } from '../support/browser.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { startService } from '../support/service.ts'
import { SCREENS, tour } from '../support/tour.ts'

const service = await startService()
const visitors = receiveVisitors()

const VIEWS: Record<string, { readonly width: number; readonly height: number; readonly axe?: boolean }> = {
  'phone-390': { ...PHONE, axe: true },
  'frame-600': FRAME,
  // A window of 1280 px at 200 %, and the narrowest that text must still fit in.
  'zoomed-640': { width: 640, height: 450 },
  'narrow-320': { width: 320, height: 568 },
  'desktop-1280': { ...DESKTOP, axe: true },
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
          const found = [...(await tooWide(page)), ...(axe ? await violationsOn(page) : [])]
          faults.push(...found.map((fault) => `${name} at ${view}: ${fault}`))
          await photograph(page, view, name)
        }
      },
    )
    expect(faults).toEqual([])
    expect(seen.sort()).toEqual([...SCREENS].sort())
  })
})
