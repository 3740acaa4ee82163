import { escapeHtml } from './markdown/inline.ts'
import { addressOfSlug, type PageEntry, type Rendered } from './site.ts'

/** The parts of a page that its template, web/docs/index.html, leaves open. */
export interface Shell {
  readonly title: string
  readonly nav: string
  readonly contents: string
  readonly page: string
  readonly around: string
  readonly markdown: string
}

const linkTo = ({ slug, title }: PageEntry, isHere: boolean): string =>
  `<li><a href="${addressOfSlug(slug)}"${isHere ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`

function nav(entries: readonly PageEntry[], slug: string): string {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return groups
    .map((group) => {
      const links = entries.filter((one) => one.group === group).map((one) => linkTo(one, one.slug === slug))
      return `<p class="group">${escapeHtml(group)}</p><ul>${links.join('')}</ul>`
    })
    .join('')
}

function contents({ sections }: Rendered): string {
  const shown = sections.filter(({ level }) => level === 2)
  if (shown.length < 2) return ''
  const links = shown.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  return `<p class="group">On this page</p><ul>${links.join('')}</ul>`
}

/** The pages before and after this one. */
function around(entries: readonly PageEntry[], slug: string): string {
  const at = entries.findIndex((one) => one.slug === slug)
  const to = (entry: PageEntry | undefined, rel: 'prev' | 'next'): string =>
    entry ? `<a rel="${rel}" href="${addressOfSlug(entry.slug)}">${escapeHtml(entry.title)}</a>` : ''
  return to(entries[at - 1], 'prev') + to(entries[at + 1], 'next')
}

export const markdownAddress = (slug: string): string => `/docs/${slug === '' ? 'index' : slug}.md`

export const shellOf = (entries: readonly PageEntry[], page: Rendered): Shell => ({
  title: `${page.entry.slug === '' ? 'Docs' : page.entry.title} · Tributary`,
  nav: nav(entries, page.entry.slug),
  contents: contents(page),
  page: page.html,
  around: around(entries, page.entry.slug),
  markdown: markdownAddress(page.entry.slug),
})

/** Puts the parts where the template names them: `<!--docs:nav-->`, or `{docs:title}` in an attribute. */
export function fill(template: string, shell: Shell): string {
  let html = template
  for (const [name, value] of Object.entries(shell)) {
    html = html.split(`<!--docs:${name}-->`).join(value).split(`{docs:${name}}`).join(escapeHtml(value))
  }
  return html
}
