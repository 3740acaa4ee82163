import { type Comparison, compare, comparisonTable } from './support/compare.ts'
import type { CpuOptions } from './support/options.ts'
import { type Line, report, save } from './support/report.ts'
import { measureWork } from './support/work.ts'

/** CPU time, WAL, rate and p99 for each piece of work, of this checkout alone or in turns with another one. */
export const cpu = async (options: CpuOptions): Promise<boolean> => report('cpu', (await measureCpu(options)).lines)

interface Pieces {
  /** Of several passes, the medians. */
  readonly lines: readonly Line[]
  /** Where another checkout was measured, too. */
  readonly comparisons: readonly Comparison[]
}

export async function measureCpu({ seconds, against, pairs, pieces, stored }: CpuOptions): Promise<Pieces> {
  if (against === undefined) return { lines: await measureWork(seconds, { pieces, stored }), comparisons: [] }
  const ours: Line[][] = []
  const theirs: Line[][] = []
  const measureOurs = async () => void ours.push(await measureWork(seconds, { pieces, stored }))
  const measureTheirs = async () => void theirs.push(await measureWork(seconds, { pieces, stored, checkout: against }))
  for (let pair = 1; pair <= pairs; pair++) {
    const startedAt = performance.now()
    // The second of a pair may find another machine than the first: they take turns at that too.
    const turns = pair % 2 === 1 ? [measureOurs, measureTheirs] : [measureTheirs, measureOurs]
    for (const measure of turns) await measure()
    // After each pair, so that a run which is broken off has its figures too.
    await save('cpu-against', { against, seconds, ours, theirs })
    console.log(`  pair ${pair} of ${pairs}: ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  }
  const comparisons = compare(ours, theirs)
  console.log(`\n${comparisonTable(comparisons).join('\n')}\n`)
  return { lines: comparisons.map(({ name, unit, ours }) => ({ name, unit, value: ours.median })), comparisons }
}
