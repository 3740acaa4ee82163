import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** A table of the specification, row by row, each with the tests that prove it: `file › title`. */
export interface SpecifiedTable {
  readonly section: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly tests: readonly string[] }[]
}

export const readSpecification = (): SpecifiedTable[] =>
  JSON.parse(readFileSync(join(ROOT, 'service/test/data/specification.json'), 'utf8'))

/** A test, or a group of them, as `it('…'`, `describe('…'` and their `.each(…)('…'` name it in the source. */
const NAMED =
  /(?:^\s*(?:it|describe)(?:\.\w+)*|^\s*\]\s*(?:as const)?\)|\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/gm

export function titlesIn(source: string): Set<string> {
  const names = [...source.matchAll(NAMED)].map(([, single, double, template]) => single ?? double ?? template ?? '')
  return new Set(names.map((name) => name.replaceAll("\\'", "'")))
}

const titles = new Map<string, Set<string>>()

/** Whether the file of a reference has a test, or a group of tests, of its title. */
export function exists(reference: string): boolean {
  const [file = '', title = ''] = reference.split(' › ')
  if (!titles.has(file)) titles.set(file, titlesIn(readFileSync(join(ROOT, file), 'utf8')))
  return titles.get(file)?.has(title) ?? false
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function inMarkdown(reference: string): string {
  const [file = '', title = ''] = reference.split(' › ')
  return `[${title.replaceAll('|', '\\|')}](../${file})`
}

const tableOf = ({ section, title, columns, rows }: SpecifiedTable): string =>
  [
    `## ${section} ${title}`,
    '',
    row([...columns, 'proven by']),
    row([...columns, ''].map(() => '---')),
    ...rows.map(({ cells, tests }) => row([...cells, tests.map(inMarkdown).join('; ')])),
  ].join('\n')

/** docs/conformance.md. `node scripts/conformance.mjs` writes it. */
export function conformanceDocument(tables: readonly SpecifiedTable[]): string {
  const rows = tables.flatMap((table) => table.rows)
  const tests = new Set(rows.flatMap((one) => one.tests))
  return `# Conformance

Every row of the specification's tables, and every rule of its parts on authentication and errors, with the tests that prove
it: ${rows.length} rows in ${tables.length} tables, ${tests.size} tests. Where the specification is silent ("not shown"),
[decisions.md](decisions.md) has the answer.

Made by \`node scripts/conformance.mjs\` from \`service/test/data/specification.json\`. A test fails when this file is not what
the table gives, when a row names no test, or when a test that is named does not exist.

${tables.map(tableOf).join('\n\n')}
`
}
