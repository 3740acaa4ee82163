import type { Locator, Page } from '@playwright/test'
import { expect } from 'vitest'
import { see } from './creator.ts'

const PRESSES_MAX = 120

/**
 * In the page: what has the focus without showing it. A ring is drawn around the control, around the frame or the label of
 * a field, or around the row that a link opens; an item of a menu has a ground of its own.
 */
const UNSEEN = `(() => {
  const at = document.activeElement
  if (!at || at === document.body) return ''
  const hasRing = (element, part) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  }
  const near = at.matches('input') ? [at, at.parentElement, ...at.labels] : [at]
  const isSeen = near.some((element) => hasRing(element)) || hasRing(at, '::after') ||
    (at.matches('[role="menuitem"]') && getComputedStyle(at).backgroundColor !== 'rgba(0, 0, 0, 0)')
  return isSeen ? '' : at.outerHTML.slice(0, 300)
})()`

const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((found) => found.some((element) => element === element.ownerDocument.activeElement))

/** Presses a key until this has the focus. Each stop on the way shows that it has it. */
export async function keyTo(page: Page, wanted: Locator, key = 'Tab'): Promise<void> {
  await see(wanted.first()).toBeVisible()
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    if (await hasFocus(wanted)) return
    await page.keyboard.press(key)
    await expect.poll(() => page.evaluate<string>(UNSEEN), { message: 'has the focus and does not show it' }).toBe('')
  }
  expect.fail(`${wanted} cannot be reached by ${key}`)
}

export async function pressAt(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await keyTo(page, wanted)
  await page.keyboard.press(key)
}

export async function typeInto(page: Page, wanted: Locator, text: string): Promise<void> {
  await keyTo(page, wanted)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
