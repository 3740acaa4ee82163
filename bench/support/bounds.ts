import type { Comparison } from './compare.ts'
import type { Line } from './report.ts'

type Bounds = Readonly<Record<string, Pick<Line, 'atLeast' | 'atMost'>>>

/** The price of a payout, in microseconds of CPU of the program and PostgreSQL together. */
const PRICES: Bounds = {
  'create a payout: CPU of both': { atMost: 160 },
  'send a payout: CPU of both': { atMost: 90 },
  "a payout's life: CPU of both": { atMost: 250 },
}

/**
 * The gain on version 0.1, as ratios to it. The first three are the prices above to what 0.1 took on the machine that they were
 * set on (235, 155 and 390 µs): they say the same of any other.
 */
const GAINS: Bounds = {
  'create a payout: CPU of both': { atMost: 0.68 },
  'send a payout: CPU of both': { atMost: 0.58 },
  "a payout's life: CPU of both": { atMost: 0.64 },
  'POST /payout, everything running: rate': { atLeast: 2 },
  'POST /payout, everything running: p99': { atMost: 0.25 },
  'GET /payout/:id: rate': { atLeast: 3 },
}

const COST = /: CPU of both$/
/** No other piece of work may cost more than this, as a ratio to its price in version 0.1. */
const COST_MAX = 1.05

/** Figures, with their bounds where they have any. */
export const priced = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, ...PRICES[line.name] }))

/** The ratios to version 0.1 that have a bound. */
export const gains = (comparisons: readonly Comparison[]): Line[] =>
  comparisons.flatMap(({ name, ratio }): Line[] => {
    const bound = GAINS[name] ?? (COST.test(name) ? { atMost: COST_MAX } : undefined)
    return bound ? [{ name: `${name}, to version 0.1`, value: ratio, unit: '', ...bound }] : []
  })
