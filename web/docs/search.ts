/** An entry of /docs/search.json: where it leads, the page, the heading, and the words below it. */
export type Entry = readonly [address: string, page: string, heading: string, text: string]

const SHOWN_MAX = 12
const [PAGE_WEIGHT, HEADING_WEIGHT, START_BONUS] = [6, 10, 4]

export const wordsOf = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** How well an entry answers; 0 when one of the words is nowhere in it. */
export function scoreOf([, page, heading, text]: Entry, words: readonly string[]): number {
  let score = 0
  for (const word of words) {
    const [inPage, inHeading, inText] = [page, heading, text].map((part) => part.toLowerCase().indexOf(word))
    if (inPage === -1 && inHeading === -1 && inText === -1) return 0
    score +=
      (inPage === -1 ? 0 : PAGE_WEIGHT) +
      (inHeading === -1 ? 0 : HEADING_WEIGHT) +
      (inHeading === 0 ? START_BONUS : 0) +
      (heading.toLowerCase() === word ? HEADING_WEIGHT : 0) +
      (inText === -1 ? 0 : 1)
  }
  return score
}

/** The best entries, best first. */
export function search(entries: readonly Entry[], query: string): Entry[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, SHOWN_MAX)
    .map(({ entry }) => entry)
}

/** The words around the first hit. */
export function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length)
  const from = first === text.length ? 0 : Math.max(0, first - 40)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 140)}`
}

let entries: Promise<readonly Entry[]> | undefined

async function readEntries(): Promise<readonly Entry[]> {
  const answer = await fetch('/docs/search.json')
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`)
  return answer.json()
}

/** A text with the words of the query marked. */
function marked(tag: 'strong' | 'small', text: string, words: readonly string[]): HTMLElement {
  const element = document.createElement(tag)
  const lower = text.toLowerCase()
  for (let at = 0; at < text.length; ) {
    const word = words.find((one) => lower.startsWith(one, at))
    const end = word ? at + word.length : at + 1
    const part = text.slice(at, end)
    if (word) element.append(Object.assign(document.createElement('mark'), { textContent: part }))
    else element.append(part)
    at = end
  }
  element.normalize()
  return element
}

function hit([address, page, heading, text]: Entry, words: readonly string[], close: () => void): HTMLElement {
  const link = document.createElement('a')
  link.href = address
  link.append(marked('strong', heading === page ? page : `${page} › ${heading}`, words))
  link.append(marked('small', excerptOf(text, words), words))
  link.addEventListener('click', close)
  const item = document.createElement('li')
  item.append(link)
  return item
}

const part = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector) as E

async function show(dialog: HTMLDialogElement, query: string): Promise<void> {
  entries ??= readEntries()
  const found = await entries.then(
    (all) => search(all, query),
    () => {
      entries = undefined
      return undefined
    },
  )
  const words = wordsOf(query)
  part('#hits').replaceChildren(...(found ?? []).map((one) => hit(one, words, () => dialog.close())))
  part('#found').textContent =
    found === undefined
      ? 'The search could not be loaded. Please try again.'
      : query.trim() === ''
        ? 'Type a word, a path or an error code.'
        : `${found.length === 0 ? 'Nothing' : found.length} found.`
}

/** Arrow keys walk through the hits, Enter in the field opens the first. */
function walk(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  const stops = [part<HTMLInputElement>('#query'), ...dialog.querySelectorAll<HTMLElement>('#hits a')]
  const at = stops.indexOf(document.activeElement as HTMLInputElement)
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) {
    event.preventDefault()
    stops[(at + step + stops.length) % stops.length]?.focus()
  } else if (event.key === 'Enter' && at === 0) stops[1]?.click()
}

let isWired = false

/** Opens the search. Its entries are fetched when it is opened first. */
export async function openSearch(): Promise<void> {
  const [dialog, query] = [part<HTMLDialogElement>('#results'), part<HTMLInputElement>('#query')]
  if (!isWired) {
    isWired = true
    query.addEventListener('input', () => void show(dialog, query.value))
    dialog.addEventListener('keydown', (event) => walk(dialog, event))
    dialog.addEventListener('click', ({ target }) => {
      if (target === dialog) dialog.close()
    })
  }
  if (!dialog.open) dialog.showModal()
  query.select()
  await show(dialog, query.value)
}
