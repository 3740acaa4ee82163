import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { DESKTOP, FRAME, PHONE, receiveVisitors } from '../support/browser.ts'
import { AHEAD_SECONDS, clockFaults } from '../support/clocks.ts'
import { photograph, shiftsOn, tooWide, violationsOn, WATCH_ANSWERS, WATCH_SHIFTS } from '../support/looks.ts'
import { advance } from '../support/payouts.ts'
import { startService } from '../support/service.ts'
import { SCREENS, tour } from '../support/tour.ts'

const service = await startService()
const visitors = receiveVisitors()

interface View {
  readonly size: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'dark'
  readonly axe?: boolean
}

/** axe looks at each screen by day on a phone and by night on a desktop. */
const VIEWS: Record<string, View> = {
  'hosted-390-light': { size: PHONE, axe: true },
  'hosted-390-dark': { size: PHONE, colorScheme: 'dark' },
  'hosted-600-light': { size: FRAME },
  // A window of 1280 px at 200 %, and the narrowest that text must still fit in.
  'hosted-640-light': { size: { width: 640, height: 450 } },
  'hosted-320-light': { size: { width: 320, height: 568 } },
  'hosted-1280-light': { size: DESKTOP },
  'hosted-1280-dark': { size: DESKTOP, colorScheme: 'dark', axe: true },
}

/** The tour goes through most screens twice: in Spanish on a phone, in English on a desktop. */
async function visit(options?: { readonly locale: string }): Promise<Page> {
  const page = await visitors.visit({ ...options, viewport: options ? PHONE : DESKTOP })
  await page.addInitScript(WATCH_ANSWERS + WATCH_SHIFTS)
  return page
}

describe('every screen', () => {
  it('moves nothing by itself, fits from 320 px to a desktop, also at 200 %, by day and by night, and axe finds nothing wrong', async () => {
    const seen: string[] = []
    const faults: string[] = []
    await advance(service.sandbox, AHEAD_SECONDS)
    const clocks = { movedAt: Date.now(), seen: new Set<string>() }
    await tour(service, visit, async (page, name) => {
      seen.push(name)
      const walked = page.viewportSize() ?? DESKTOP
      faults.push(...(await shiftsOn(page)).map((fault) => `${name} at ${walked.width}: ${fault}`))
      // In English, and of the enterprise whose clock is ahead.
      if (/^account-.*(?<!-es)$/.test(name))
        faults.push(...(await clockFaults(page, clocks)).map((fault) => `${name}: ${fault}`))
      for (const [view, { size, axe, colorScheme = 'light' }] of Object.entries(VIEWS)) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const found = [...(await tooWide(page)), ...(axe ? await violationsOn(page) : [])]
        faults.push(...found.map((fault) => `${name} at ${view}: ${fault}`))
        await photograph(page, view, name)
      }
      await page.setViewportSize(walked)
      // The other sizes have moved everything.
      await shiftsOn(page)
    })
    expect(faults).toEqual([])
    expect([...clocks.seen].sort()).toEqual(['date: real', 'date: sandbox'])
    expect(seen.sort()).toEqual([...SCREENS].sort())
  })
})
