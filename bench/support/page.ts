import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './process.ts'
import { figure, holds, type Line, type Measured, machine, plot, shown, wanted } from './report.ts'

const PAGE = join(ROOT, 'docs/performance.md')
const FIGURES = join(ROOT, 'docs/figures')
const BEGIN = '<!-- figures -->'
const END = '<!-- /figures -->'

/** The generated part of docs/performance.md: every figure of a run of everything, and the plots. */
export async function writePage(measured: readonly Measured[]): Promise<void> {
  await mkdir(FIGURES, { recursive: true })
  await writeFile(join(FIGURES, 'bounds.svg'), plotBounds(measured))
  for (const { name, lines } of measured) {
    if (isPlotted(lines)) await writeFile(join(FIGURES, `${name}.svg`), plot(name, lines))
  }
  const page = await readFile(PAGE, 'utf8')
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the figures`)
  await writeFile(PAGE, `${page.slice(0, from)}${BEGIN}\n${tables(measured)}\n${page.slice(to)}`)
}

const isPlotted = (lines: readonly Line[]): boolean => lines.some(({ unit }) => unit.endsWith('/s'))

function tables(measured: readonly Measured[]): string {
  const day = new Date().toISOString().slice(0, 10)
  const parts = measured.map(({ name, lines }) => {
    const rows = lines.map((line) => {
      const verdict = wanted(line) && (holds(line) ? ', holds' : ', **missed**')
      return `| ${line.name} | ${shown(line)} ${line.unit} | ${wanted(line)}${verdict} |`.replaceAll('  ', ' ')
    })
    const picture = isPlotted(lines) ? `\n![${name}](figures/${name}.svg)\n` : ''
    return `### ${name}\n\n| | | bound |\n|---|---|---|\n${rows.join('\n')}\n${picture}`
  })
  return `One run of everything, ${day}: ${machine()}, PostgreSQL 18 with fsync on.\n\n![Figures as a share of their bounds](figures/bounds.svg)\n\n${parts.join('\n')}`
}

/** Above 1 a bound holds: a rate over its least, or the most over what was measured. */
function headroom({ value, atLeast, atMost }: Line): number | undefined {
  if (atLeast) return value / atLeast
  return atMost && value > 0 ? atMost / value : undefined
}

const LEFT = 470
const UNIT = 110
const SCALE_MAX = 4
const ROW = 24

/** How much room each figure has to its bound; beyond four times the bar ends. */
function plotBounds(measured: readonly Measured[]): string {
  const bars = measured.flatMap(({ name, lines }) =>
    lines.flatMap((line) => {
      const times = headroom(line)
      return times === undefined ? [] : [{ label: `${name}: ${line.name}`, times }]
    }),
  )
  const rows = bars.map(({ label, times }, nth) => {
    const y = 48 + nth * ROW
    const width = Math.max(1, Math.round(Math.min(times, SCALE_MAX) * UNIT))
    const fill = times >= 1 ? '#2f6f9f' : '#b3402f'
    return `<text x="20" y="${y + 12}">${escaped(label)}</text><rect x="${LEFT}" y="${y}" width="${width}" height="15" rx="3" fill="${fill}"/><text x="${LEFT + width + 6}" y="${y + 12}">${figure(times)} ×</text>`
  })
  const height = 60 + bars.length * ROW
  const line = `<line x1="${LEFT + UNIT}" y1="40" x2="${LEFT + UNIT}" y2="${height - 10}" stroke="#222" stroke-dasharray="4 3"/>`
  const title = 'Room to the bound of each figure (1 = just holds)'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${title}"><title>${title}</title><rect width="1000" height="${height}" fill="#fff"/><text x="20" y="26" font-size="15" font-weight="600">${title}</text>${rows.join('')}${line}</svg>\n`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
