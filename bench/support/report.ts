import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './process.ts'

/** One figure of a benchmark, and what it must be, if anything. */
export interface Line {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly atLeast?: number
  readonly atMost?: number
}

export const holds = ({ value, atLeast, atMost }: Line): boolean =>
  (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost)

export const figure = (value: number): string =>
  value >= 100 || Number.isInteger(value)
    ? Math.round(value).toLocaleString('en-US')
    : value.toFixed(value >= 10 ? 1 : 2)

export const wanted = ({ atLeast, atMost }: Line): string =>
  atLeast !== undefined ? `at least ${figure(atLeast)}` : atMost !== undefined ? `at most ${figure(atMost)}` : ''

/** What this run has measured so far. */
export interface Measured {
  readonly name: string
  readonly lines: readonly Line[]
}
export const measured: Measured[] = []

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.version}`

/** Prints the figures, saves them beside a plot, and says whether all hold. */
export async function report(name: string, lines: readonly Line[]): Promise<boolean> {
  measured.push({ name, lines })
  for (const line of lines) {
    const verdict = wanted(line) ? `${holds(line) ? 'ok ' : 'NOT'} ${wanted(line)}` : ''
    console.log(`  ${line.name.padEnd(58)}${figure(line.value).padStart(10)} ${line.unit.padEnd(12)}${verdict}`)
  }
  const folder = join(ROOT, 'bench/results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ machine: machine(), lines }, null, 2)}\n`)
  await writeFile(join(folder, `${name}.svg`), plot(name, lines))
  return lines.every(holds)
}

const markup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Bars of what is counted per second; ratios and times stand in the table. */
export function plot(name: string, lines: readonly Line[]): string {
  const bars = lines.filter(({ unit }) => unit.endsWith('/s'))
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const rows = bars.map(({ name: label, value, unit }, index) => {
    const y = 50 + index * 34
    const width = Math.max(1, Math.round((value / most) * 420))
    return `<text x="20" y="${y + 15}">${markup(label)}</text><rect x="400" y="${y}" width="${width}" height="20" rx="3"/><text x="${408 + width}" y="${y + 15}">${figure(value)} ${unit}</text>`
  })
  const height = 70 + bars.length * 34
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="${markup(name)}"><title>${markup(name)}</title><style>rect{fill:#2f6f9f}text{fill:#222}</style><rect width="960" height="${height}" style="fill:#fff"/><text x="20" y="28" font-size="16" font-weight="600">${markup(name)}</text>${rows.join('')}</svg>\n`
}
