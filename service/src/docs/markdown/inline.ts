const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

/** Where a link of a document leads; undefined when it leads to nothing that the site has. */
export type Resolve = (href: string) => string | undefined

/** Something found in a text: its HTML, and where the text goes on. */
interface Found {
  readonly html: string
  readonly end: number
}

type Read = (text: string, at: number, resolve: Resolve) => Found | undefined

const readEscape: Read = (text, at) => {
  const next = text[at + 1] ?? ''
  return /[\\`*_[\]|<>#-]/.test(next) ? { html: escapeHtml(next), end: at + 2 } : undefined
}

const readCode: Read = (text, at) => {
  let end = at
  while (text[end] === '`') end++
  const ticks = text.slice(at, end)
  const close = text.indexOf(ticks, end)
  if (close < 0) return undefined
  return { html: `<code>${escapeHtml(text.slice(end, close).trim())}</code>`, end: close + ticks.length }
}

/** `**strong**` and `*stressed*`. A star that stands alone, as in `2 * 3`, is one. */
const readStress: Read = (text, at, resolve) => {
  const mark = text.startsWith('**', at) ? '**' : '*'
  const from = at + mark.length
  const close = text.indexOf(mark, from + 1)
  if (close < 0 || /\s/.test(text[from] ?? ' ')) return undefined
  const tag = mark === '**' ? 'strong' : 'em'
  return { html: `<${tag}>${renderInline(text.slice(from, close), resolve)}</${tag}>`, end: close + mark.length }
}

const readLink: Read = (text, at, resolve) => {
  const close = text.indexOf('](', at)
  const end = text.indexOf(')', close)
  if (close < 0 || end < 0 || text.slice(at + 1, close).includes('[')) return undefined
  const label = renderInline(text.slice(at + 1, close), resolve)
  const href = resolve(text.slice(close + 2, end))
  return { html: href === undefined ? label : `<a href="${escapeHtml(href)}">${label}</a>`, end: end + 1 }
}

const READERS: Readonly<Record<string, Read>> = { '\\': readEscape, '`': readCode, '*': readStress, '[': readLink }

/** The HTML of a line of Markdown: code, stress and links. Everything else is text. */
export function renderInline(text: string, resolve: Resolve): string {
  let html = ''
  for (let at = 0; at < text.length; ) {
    const found = READERS[text[at] as string]?.(text, at, resolve)
    html += found?.html ?? escapeHtml(text[at] as string)
    at = found?.end ?? at + 1
  }
  return html
}

/** The text alone, for titles and for the search. */
export const plainText = (text: string): string =>
  renderInline(text, () => undefined)
    .replace(/<\/?(?:code|strong|em)>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
