import { ach } from './ach.ts'
import { connect } from './connect.ts'
import { dashboard } from './dashboard.ts'
import { door } from './door.ts'
import { lists } from './lists.ts'
import { p2p } from './p2p.ts'
import { payouts } from './payouts.ts'
import { purchases } from './purchases.ts'
import { webhooks } from './webhooks.ts'

/** Each benchmark runs its contestants on this machine, in one run, and says the ratios. */
const BENCHMARKS: Record<string, () => Promise<boolean>> = {
  door,
  payouts,
  p2p,
  purchases,
  lists,
  webhooks,
  connect,
  ach,
  dashboard,
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined) {
  console.error(`There is no benchmark \`${unknown}\`; there are ${Object.keys(BENCHMARKS).join(', ')}.`)
  process.exit(1)
}

let held = true
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}\n`)
  held = (await run()) && held
}
process.exit(held ? 0 : 1)
