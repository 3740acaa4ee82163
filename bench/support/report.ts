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

/** With so many significant digits; whole numbers and what is left of the point are never cut. */
export function figure(value: number, digits = 3): string {
  const left = Math.floor(Math.log10(Math.abs(value))) + 1
  const fraction = Number.isInteger(value) ? 0 : Math.max(0, digits - left)
  return value.toLocaleString('en-US', { minimumFractionDigits: fraction, maximumFractionDigits: fraction })
}

const DIGITS_MAX = 15

/** The figure of a line, with as many digits as it takes to agree with its verdict: `0.0499` misses 0.05, `0.05` would not. */
export function shown(line: Line): string {
  for (let digits = 3; digits < DIGITS_MAX; digits++) {
    const text = figure(line.value, digits)
    if (holds({ ...line, value: Number(text.replaceAll(',', '')) }) === holds(line)) return text
  }
  return String(line.value)
}

/** A bound is said as it was set. */
const bound = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 10 })

export const wanted = ({ atLeast, atMost }: Line): string =>
  atLeast !== undefined ? `at least ${bound(atLeast)}` : atMost !== undefined ? `at most ${bound(atMost)}` : ''

/** The figures of one benchmark of this run. */
export interface Measured {
  readonly name: string
  readonly lines: readonly Line[]
}
export const measured: Measured[] = []

export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.version}`

const RESULTS = join(ROOT, 'bench/results')

/** Keeps figures as JSON, with the machine they are of. */
export async function save(name: string, figures: object): Promise<void> {
  await mkdir(RESULTS, { recursive: true })
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify({ machine: machine(), ...figures }, null, 2)}\n`)
}

/** Prints the figures, saves them beside a plot, and says whether all hold. */
export async function report(name: string, lines: readonly Line[]): Promise<boolean> {
  measured.push({ name, lines })
  for (const line of lines) {
    const verdict = wanted(line) ? `${holds(line) ? 'ok ' : 'NOT'} ${wanted(line)}` : ''
    console.log(`  ${line.name.padEnd(58)}${shown(line).padStart(10)} ${line.unit.padEnd(12)}${verdict}`)
  }
  await save(name, { lines })
  await writeFile(join(RESULTS, `${name}.svg`), plot(name, lines))
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
