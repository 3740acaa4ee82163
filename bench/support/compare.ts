import { median } from './load.ts'
import { figure, type Line } from './report.ts'

/** The same figure of several passes. */
interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface Comparison {
  readonly name: string
  readonly unit: string
  readonly ours: Spread
  readonly theirs: Spread
  /** Our median to theirs. */
  readonly ratio: number
}

const spreadOf = (values: readonly number[]): Spread => ({
  median: median(values),
  min: Math.min(...values),
  max: Math.max(...values),
})

/** Passes of equal lines of two programs, line by line. */
export function compare(ours: readonly (readonly Line[])[], theirs: readonly (readonly Line[])[]): Comparison[] {
  const spread = (passes: readonly (readonly Line[])[], nth: number): Spread =>
    spreadOf(passes.map((lines) => (lines[nth] as Line).value))
  return (ours[0] ?? []).map(({ name, unit }, nth) => {
    const [us, them] = [spread(ours, nth), spread(theirs, nth)]
    return { name, unit, ours: us, theirs: them, ratio: us.median / them.median }
  })
}

const said = ({ median: middle, min, max }: Spread): string =>
  `${figure(middle)} (${figure(min)}–${figure(max)})`.padStart(28)

/** A table for the terminal, a row for each line. */
export const comparisonTable = (comparisons: readonly Comparison[]): string[] => [
  `  ${'median (min–max)'.padEnd(52)}${'this'.padStart(28)}${'the other'.padStart(28)}${'ratio'.padStart(8)}`,
  ...comparisons.map(
    ({ name, unit, ours, theirs, ratio }) =>
      `  ${`${name}, ${unit}`.padEnd(52)}${said(ours)}${said(theirs)}${figure(ratio).padStart(8)}`,
  ),
]
