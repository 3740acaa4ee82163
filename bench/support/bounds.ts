import type { Comparison } from './compare.ts'
import type { Line } from './report.ts'

type Bounds = Readonly<Record<string, Pick<Line, 'atLeast' | 'atMost'>>>

/** The price of a payout, in microseconds of CPU of the program and PostgreSQL together. */
const PRICES: Bounds = {
  'create a payout: CPU of both': { atMost: 160 },
  'send a payout: CPU of both': { atMost: 90 },
  "a payout's life: CPU of both": { atMost: 250 },
}

/** The gain on version 0.1, as ratios to it. */
const GAINS: Bounds = {
  'POST /payout, everything running: rate': { atLeast: 2 },
  'POST /payout, everything running: p99': { atMost: 0.25 },
  'GET /payout/:id: rate': { atLeast: 3 },
}

/** Anything may cost so much more than there. */
const COST_MAX = 1.05
const COST = /: CPU of both$/

/** Figures, with what they may be at most where that is told. */
export const priced = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, ...PRICES[line.name] }))

/** Two programs' figures as lines: ours, with their bounds, then the ratios that have one. */
export const boundedLines = (comparisons: readonly Comparison[]): Line[] => [
  ...priced(comparisons.map(({ name, unit, ours }) => ({ name, unit, value: ours.median }))),
  ...comparisons.flatMap(({ name, ratio }): Line[] => {
    const bound = GAINS[name] ?? (COST.test(name) ? { atMost: COST_MAX } : undefined)
    return bound ? [{ name: `${name}, to the other`, value: ratio, unit: '', ...bound }] : []
  }),
]
