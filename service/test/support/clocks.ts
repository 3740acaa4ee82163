import type { Page } from '@playwright/test'

const DAY_MS = 86_400_000

/** How far a sandbox is put ahead, so that a date tells by itself which clock it is from. */
export const AHEAD_SECONDS = 300 * 86_400
const NEAR_MS = 100 * DAY_MS

interface Dated {
  /** The date, or the label of a picker. */
  readonly words: string
  readonly at: number | null
  readonly isDay: boolean
  /** The clock that is named nearest to it: in its row, its card, its page, at the top or the foot of the page. */
  readonly clock: 'real' | 'sandbox' | 'none'
}

/** In the page: every date and every picker of dates that can be seen. Code and answers of programs are left out. */
const DATES = `(() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) texts.push(walker.currentNode)
  const claims = texts
    .filter(({ data }) => /(real|sandbox) time/i.test(data))
    .map((node) => ({ node, isReal: /real time/i.test(node.data), row: node.parentElement.closest('tr, li') }))
  const clockOf = (element) => {
    for (let place = element; place; place = place.parentElement) {
      const said = claims.filter(({ node, row }) => place.contains(node) && (!row || row.contains(element)))
      if (said.length > 0) return said.some(({ isReal }) => isReal) ? 'real' : 'sandbox'
    }
    return 'none'
  }
  const outside = (element) => element.closest('header, time, code, pre, iframe, [role="grid"], [role="tabpanel"]') === null
  const written = /\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d{1,2}, \\d{4}|\\b\\d{4}-\\d\\d-\\d\\d\\b/g
  // A version of the terms has its date for a name.
  const version = /Version of \\w+ \\d+, \\d{4}/
  return [
    ...[...document.querySelectorAll('main time, [role="dialog"] time')]
      .filter((time) => time.checkVisibility())
      .map((time) => ({ words: time.textContent, at: Date.parse(time.dateTime), isDay: false, clock: clockOf(time) })),
    ...texts.filter(({ parentElement }) => outside(parentElement)).flatMap(({ data, parentElement }) =>
      (data.replace(version, '').match(written) ?? []).map((words) =>
        ({ words, at: Date.parse(words), isDay: true, clock: clockOf(parentElement) }))),
    ...[...document.querySelectorAll('input[type="datetime-local"], .mantine-DateInput-input')]
      .filter((input) => input.checkVisibility())
      .map((input) => ({ words: 'the picker ' + (input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent),
        at: null, isDay: false, clock: clockOf(input) })),
  ]
})()`

export interface Moved {
  /** When, in real time, the sandbox was put ahead: what is dated later and near is of the real clock. */
  readonly movedAt: number
  /** The clock of dates beside which none is named: that of production, where there is no other. */
  readonly unnamed?: 'real'
  /** Filled with the clocks of the dates that were seen, so that a test knows that there were some. */
  readonly seen: Set<string>
}

/** Every date on a page that does not say its clock, or says the other one. */
export async function clockFaults(page: Page, { movedAt, unnamed, seen }: Moved): Promise<string[]> {
  const ahead = Date.now() + AHEAD_SECONDS * 1_000
  const clockOf = (at: number, isDay: boolean): string | undefined => {
    if (Math.abs(at - ahead) < NEAR_MS) return 'sandbox'
    return at >= movedAt - (isDay ? DAY_MS : 0) && at < Date.now() + NEAR_MS ? 'real' : undefined
  }
  const faults: string[] = []
  for (const { words, at, isDay, clock } of await page.evaluate<Dated[]>(DATES)) {
    const said = clock === 'none' ? unnamed : clock
    const is = at === null ? undefined : clockOf(at, isDay)
    if (said) seen.add(`${at === null ? 'picker' : 'date'}: ${said}`)
    if (said === undefined) faults.push(`${words} names no clock`)
    else if (is && said !== is) faults.push(`${words} is ${is} time and is called ${said} time`)
  }
  return faults
}
