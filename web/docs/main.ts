import { fillKey, offerKey } from './key.ts'
import { openSearch } from './search.ts'

const root = document.documentElement
const find = <E extends HTMLElement>(selector: string): E => document.querySelector<E>(selector) as E

/** The reference that stood at /docs before had addresses like `#tag/payouts/POST/payout`. */
function followOldAddress(): void {
  const [, method, path] = /^#tag\/[^/]+\/(?:webhook\/)?([A-Z]+)\/(.+)$/.exec(location.hash) ?? []
  if (method && path && location.pathname.replace(/\/$/, '') === '/docs')
    location.replace(`/docs/operation/${method}/${path}`)
}

function remember(name: string, value: string): void {
  root.dataset[name] = value
  try {
    localStorage.setItem(`docs-${name}`, value)
  } catch {
    // A browser that keeps nothing still shows this page as chosen.
  }
}

function chooseTheme(): void {
  const isDark = getComputedStyle(root).colorScheme.startsWith('dark') || (!root.dataset.theme && prefersDark())
  remember('theme', isDark ? 'light' : 'dark')
}

const prefersDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches

function markLanguage(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose]')) {
    button.setAttribute('aria-pressed', String(button.dataset.choose === root.dataset.language))
  }
}

/** Says on the button for a moment what has happened. */
async function copy(button: HTMLButtonElement, text: () => Promise<string> | string): Promise<void> {
  const { textContent } = button
  const said = await Promise.resolve(text())
    .then((copied) => navigator.clipboard.writeText(copied))
    .then(
      () => 'Copied',
      () => 'Not copied',
    )
  button.textContent = said
  setTimeout(() => {
    button.textContent = textContent
  }, 1_500)
}

function addCopyButtons(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('figure.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => void copy(button, () => figure.querySelector('code')?.textContent ?? ''))
    figure.append(button)
  }
}

function listen(): void {
  find('#theme').addEventListener('click', chooseTheme)
  find('#search').addEventListener('click', () => void openSearch())
  find('#menu').addEventListener('click', ({ currentTarget }) => {
    const isOpen = find('#nav').classList.toggle('open')
    ;(currentTarget as HTMLElement).setAttribute('aria-expanded', String(isOpen))
  })
  const page = find<HTMLButtonElement>('#copy-page')
  page.addEventListener('click', () => void copy(page, () => fetchText(page.dataset.markdown ?? '')))
  document.addEventListener('click', ({ target }) => {
    const language = (target as HTMLElement).dataset?.choose
    if (!language) return
    remember('language', language)
    markLanguage()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    const isWanted = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey))
    if (!isWanted) return
    event.preventDefault()
    void openSearch()
  })
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`)
  return answer.text()
}

followOldAddress()
addCopyButtons()
markLanguage()
listen()
fillKey()
// A reader who is not signed in sees the page as it is.
offerKey(find('#key')).catch(() => undefined)
