import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** `npm run screens` names a folder: then every screen is also photographed. */
const FOLDER = process.env.SCREENS
export const isPhotographing = FOLDER !== undefined

export async function photograph(page: Page, view: string, name: string): Promise<void> {
  if (!FOLDER) return
  const path = join(import.meta.dirname, '../../..', FOLDER, view)
  await mkdir(path, { recursive: true })
  await page.screenshot({ path: join(path, `${name}.png`), fullPage: true })
}

/** `isPlain`: without frames of other origins it need not open a page of its own for each look. */
export async function violationsOn(page: Page, isPlain = false): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(isPlain).analyze()
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map((node) => node.html).join(' ')}`)
}

/** In the page: cells that begin or end outside the frame of their table, or are cut without saying so by three dots. */
const CUT_CELLS = `[...document.querySelectorAll('section[aria-label]:has(> table)')].flatMap((frame) => {
  const { left, right } = frame.getBoundingClientRect()
  const isCut = (cell) => {
    const box = cell.getBoundingClientRect()
    const isOutside = box.width > 1 && (box.left < left - 1 || box.right > right + 1)
    return isOutside || (cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).textOverflow !== 'ellipsis')
  }
  const cut = [...frame.querySelectorAll('td')].find(isCut)
  return cut ? ['a cell of ' + frame.getAttribute('aria-label') + ' is cut: ' + cut.textContent] : []
})`

/** Whatever does not fit: the page itself, or a table into its frame. */
export async function tooWide(page: Page): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return [...(wide > 0 ? [`${wide} px too wide`] : []), ...(await page.evaluate<string[]>(CUT_CELLS))]
}

/** A script in the page: how much of it has moved by itself, as browsers measure it. */
export const WATCH_SHIFTS = `
  globalThis.shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

export const SHIFT_MAX = 0.02

export const shiftOf = (page: Page): Promise<number> => page.evaluate<number>('globalThis.shifted')
