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

/**
 * A script in the page, for ways on which each press changes something and leads to the next screen. To browsers a move is
 * somebody's own within half a second of the press; with this it is also within half a second of the answer to the change, and
 * to what is read right after it: a screen that takes the place of another has not moved by itself because the machine is slow.
 */
export const WATCH_ANSWERS = `
  let pressedAt = -Infinity
  const changedAt = []
  const answeredAt = []
  const isSoonAfter = (before, at) => at >= before && at - before < 500
  for (const press of ['click', 'keydown']) addEventListener(press, () => { pressedAt = performance.now() }, true)
  const ask = fetch
  globalThis.fetch = (path, options) => {
    const answer = ask(path, options)
    const at = performance.now()
    const isChange = (options?.method ?? 'GET') !== 'GET' && isSoonAfter(pressedAt, at)
    const isReadAfter = changedAt.some((before) => isSoonAfter(before, at))
    const arrives = () => {
      answeredAt.push(performance.now())
      if (isChange) changedAt.push(performance.now())
    }
    if (isChange || isReadAfter) answer.then(arrives, arrives)
    return answer
  }
  globalThis.followsAnswer = (at) => answeredAt.some((before) => isSoonAfter(before, at))`

/** A script in the page: what has moved in it by itself, and how much, as browsers measure it. */
export const WATCH_SHIFTS = `
  globalThis.moved = []
  const isCaused = ({ hadRecentInput, startTime }) => hadRecentInput || globalThis.followsAnswer?.(startTime)
  const note = (entries) => {
    for (const entry of entries) if (!isCaused(entry))
      globalThis.moved.push({ value: entry.value, what: entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
        (node?.outerHTML ?? node?.textContent ?? 'something').replace(/<svg.*?<.svg>/gs, '').slice(0, 120) +
        ' from ' + [from.x, from.y].map(Math.round) + ' to ' + [to.x, to.y].map(Math.round)) })
  }
  const watch = new PerformanceObserver((list) => note(list.getEntries()))
  watch.observe({ type: 'layout-shift', buffered: true })
  globalThis.lastMoves = () => note(watch.takeRecords())`

interface Move {
  readonly value: number
  readonly what: readonly string[]
}

/** The frame after the next has all that the last change of the page moved. */
const MOVED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  lastMoves()
  resolve(moved.splice(0))
})))`

const SHIFT_MAX = 0.02

/** Whatever has moved by itself since the page was loaded or last asked about, where it is more than anybody notices. */
export async function shiftsOn(page: Page): Promise<string[]> {
  const moves = await page.evaluate<Move[]>(MOVED)
  const sum = moves.reduce((all, { value }) => all + value, 0)
  if (sum <= SHIFT_MAX) return []
  return [`moves by ${sum.toFixed(3)}: ${moves.flatMap(({ what }) => what).join('; ')}`]
}
