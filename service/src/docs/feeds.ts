import { markdownAddress } from './shell.ts'
import { addressOfSlug, type PageEntry, type Rendered } from './site.ts'

/** An entry of the search: where it leads, the page, the heading, and the words below it. */
export type SearchEntry = readonly [address: string, page: string, heading: string, text: string]

const TEXT_MAX = 2_000

/** One entry per heading of every page. The browser searches them: the service is asked once. */
export function searchIndex(pages: readonly Rendered[]): SearchEntry[] {
  return pages.flatMap(({ entry, sections }) =>
    sections.map(
      ({ id, level, title, text }): SearchEntry => [
        addressOfSlug(entry.slug) + (level === 1 ? '' : `#${id}`),
        entry.title,
        level === 1 ? entry.title : title,
        text.slice(0, TEXT_MAX),
      ],
    ),
  )
}

/** https://llmstxt.org: what there is, for programs that read. */
export function llmsText(entries: readonly PageEntry[], root: string): string {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return [
    '# Tributary',
    '> An enterprise payments service: pay creators, collect from buyers, split deposits, onboard with Connect, and hear of every change. Money is whole cents. Every POST takes an Idempotency-Key. The sandbox has a clock that you move, and causes every failure on demand.',
    `The API is at ${root}/enterprise/v1, its OpenAPI document at ${root}/enterprise/v1/openapi.json. Every page is Markdown at its address with \`.md\`; all of them in one text: ${root}/docs/llms-full.txt. \`tributary mcp\` serves the API as tools.`,
    ...groups.map((group) =>
      [
        `## ${group}`,
        '',
        ...entries
          .filter((one) => one.group === group)
          .map(({ slug, title, summary }) => `- [${title}](${root}${markdownAddress(slug)}): ${summary}`),
      ].join('\n'),
    ),
    '',
  ].join('\n\n')
}

export const llmsFullText = (pages: readonly Rendered[]): string =>
  pages.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')
