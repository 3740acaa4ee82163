import { ach } from './ach.ts'
import { batches } from './batches.ts'
import { connect } from './connect.ts'
import { cpu } from './cpu.ts'
import { dashboard } from './dashboard.ts'
import { door } from './door.ts'
import { growth } from './growth.ts'
import { latency } from './latency.ts'
import { lists } from './lists.ts'
import { p2p } from './p2p.ts'
import { payouts } from './payouts.ts'
import { processes } from './processes.ts'
import { purchases } from './purchases.ts'
import { sdk } from './sdk.ts'
import { type Command, type CpuOptions, readCommand } from './support/options.ts'
import { writePage } from './support/page.ts'
import { holds, measured } from './support/report.ts'
import { traces } from './traces.ts'
import { webhooks } from './webhooks.ts'

/** Each benchmark runs its contestants on this machine, in one run, and says the ratios. */
const BENCHMARKS: Record<string, (options: CpuOptions) => Promise<boolean>> = {
  door,
  payouts,
  batches,
  processes,
  latency,
  p2p,
  purchases,
  lists,
  webhooks,
  connect,
  ach,
  dashboard,
  sdk,
  traces,
  growth,
  cpu,
}

// A process that a signal ends runs none of its listeners for `exit`, by which servers and contestants are ended.
for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }))
  process.once(signal, () => process.exit(128 + number))

const { names: wanted, cpu: options } = commandLine()

let broken = 0
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}\n`)
  // One that breaks off fails, and the others are measured all the same.
  await run(options).catch((error) => {
    broken++
    console.error(error)
  })
}
// Only a run of everything is a page: its figures are of one machine and one hour.
if (wanted.length === 0) await writePage(measured)
const bound = measured.flatMap(({ lines }) => lines).filter(({ atLeast, atMost }) => (atLeast ?? atMost) !== undefined)
const failed = bound.filter((line) => !holds(line)).length + broken
console.log(`\n${bound.length - (failed - broken)} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function commandLine(): Command {
  try {
    return readCommand(process.argv.slice(2), Object.keys(BENCHMARKS))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
