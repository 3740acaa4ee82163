import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { RecordedExamples } from '../http/index.ts'
import { type FilePage, GROUPS, type MadePage } from './contents.ts'
import type { ApiDocument } from './document.ts'
import { errorsPage } from './errors.ts'
import { type Block, parseMarkdown } from './markdown/blocks.ts'
import { renderBlocks } from './markdown/html.ts'
import { plainText, type Resolve } from './markdown/inline.ts'
import { overviewPage, REFERENCE, shapesPage, tagPage, tagSlug } from './reference.ts'
import { EXAMPLE_ROOT } from './snippets.ts'
import { statesPage } from './states.ts'

const ROOT = join(import.meta.dirname, '../../..')

export interface SiteOptions {
  readonly document: () => ApiDocument
  readonly examples: RecordedExamples
  /** The public address of the sandbox, which the examples call. */
  readonly sandboxRoot: () => string
}

export interface PageEntry {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly group: string
}

export interface Section {
  readonly id: string
  readonly level: number
  readonly title: string
  readonly text: string
}

export interface Rendered {
  readonly entry: PageEntry
  readonly markdown: string
  readonly html: string
  readonly sections: readonly Section[]
}

interface Source extends PageEntry {
  /** The folder that its relative links begin at. */
  readonly folder: string
  read(): Promise<string>
}

export interface Site {
  readonly entries: () => readonly PageEntry[]
  /** Undefined where there is no such page. Rendered at its first request, then kept. */
  page(slug: string): Promise<Rendered | undefined>
  all(): Promise<Rendered[]>
}

export function createSite(options: SiteOptions): Site {
  let sources: readonly Source[] | undefined
  const known = (): readonly Source[] => {
    sources ??= [...guides(options), ...reference(options)]
    return sources
  }
  const rendered = new Map<string, Promise<Rendered>>()
  const page = async (slug: string): Promise<Rendered | undefined> => {
    const source = known().find((one) => one.slug === slug)
    if (!source) return undefined
    const made = rendered.get(slug) ?? render(source, known(), options)
    rendered.set(slug, made)
    return made
  }
  return {
    entries: known,
    page,
    async all() {
      const pages: Rendered[] = []
      for (const { slug } of known()) {
        pages.push((await page(slug)) as Rendered)
        // Requests that wait are answered between two pages.
        await setImmediate()
      }
      return pages
    },
  }
}

function guides({ examples }: SiteOptions): Source[] {
  const read = (one: FilePage | MadePage) => async (): Promise<string> => {
    if ('file' in one) return readFile(join(ROOT, one.file), 'utf8')
    return one.made === 'states' ? statesPage() : errorsPage(examples)
  }
  return GROUPS.flatMap(({ title: group, pages }) =>
    pages.map((one) => ({
      slug: one.slug,
      title: one.title,
      summary: one.summary,
      group,
      folder: 'file' in one ? dirname(one.file) : '.',
      read: read(one),
    })),
  )
}

function reference({ document }: SiteOptions): Source[] {
  const made = (slug: string, title: string, summary: string, text: () => string): Source => ({
    slug,
    title,
    summary,
    group: 'API reference',
    folder: '.',
    read: async () => text(),
  })
  return [
    made(REFERENCE, 'Overview', 'Conventions of every operation.', () => overviewPage(document())),
    ...document().tags.map(({ name, description = '' }) =>
      made(tagSlug(name), name, plainText(description.split('\n', 1)[0] ?? ''), () => tagPage(document(), name)),
    ),
    made(`${REFERENCE}/shapes`, 'Shapes', 'Every object by name.', () => shapesPage(document())),
  ]
}

/** Files beside those of the pages that a link may name, and the page that holds their words. */
const ALSO: Readonly<Record<string, string>> = {
  'README.md': '',
  'sdk/typescript/README.md': 'libraries',
  'sdk/python/README.md': 'libraries',
  'cli/README.md': 'libraries',
}

const FILES: Readonly<Record<string, string>> = {
  ...ALSO,
  ...Object.fromEntries(
    GROUPS.flatMap(({ pages }) => pages.flatMap((one) => ('file' in one ? [[one.file, one.slug]] : []))),
  ),
}

export const addressOfSlug = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`)

/** Links between our files become links between pages. A file that is no page, like a test, is named without a link. */
export const resolverFor =
  (folder: string): Resolve =>
  (href) => {
    if (/^(?:https?:|\/|#)/.test(href)) return href
    const [path = '', hash] = href.split('#')
    const slug = FILES[normalize(join(folder, path))]
    if (slug === undefined) return undefined
    return addressOfSlug(slug) + (hash === undefined ? '' : `#${hash}`)
  }

async function render(source: Source, entries: readonly PageEntry[], { sandboxRoot }: SiteOptions): Promise<Rendered> {
  const text = (await source.read()).replaceAll(EXAMPLE_ROOT, sandboxRoot())
  const blocks = parseMarkdown(text)
  const { slug, title, summary, group } = entries.find((one) => one.slug === source.slug) ?? source
  return {
    entry: { slug, title, summary, group },
    markdown: text,
    html: renderBlocks(blocks, resolverFor(source.folder)),
    sections: sectionsOf(blocks),
  }
}

/** The words of a block, for the search. */
function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.text)
    case 'code':
      return block.code
    case 'table':
      return [...block.head, ...block.rows.flat()].map(plainText).join(' ')
    case 'list':
      return block.items.flatMap((item) => item.map(textOf)).join(' ')
    case 'quote':
      return block.blocks.map(textOf).join(' ')
  }
}

/** The parts of a page between its headings. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: { id: string; level: number; title: string; texts: string[] }[] = []
  for (const block of blocks) {
    if (block.kind === 'heading')
      sections.push({ id: block.id, level: block.level, title: plainText(block.text), texts: [] })
    else sections.at(-1)?.texts.push(textOf(block))
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ').replace(/\s+/g, ' ') }))
}
