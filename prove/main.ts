import { abuse } from './abuse.ts'
import { alerts } from './alerts/alerts.ts'
import { drill } from './drill/drill.ts'
import { failover } from './failover/failover.ts'
import { crash } from './faults/crash.ts'
import { network } from './faults/network.ts'
import { backups, month, secrets } from './kept-by-tests.ts'
import { mutants } from './mutants.ts'
import { packages } from './packages/packages.ts'
import type { Proof } from './proof.ts'
import { simulate } from './simulate/simulate.ts'
import { rolling } from './upgrade/side-by-side.ts'
import { upgrade } from './upgrade/upgrade.ts'

/** Each proof checks one promise on this machine, against the real program, and says what it counted. */
const PROOFS: Record<string, Proof> = {
  simulate,
  crash,
  network,
  failover,
  abuse,
  secrets,
  upgrade,
  rolling,
  backups,
  month,
  drill,
  packages,
  alerts,
  mutants,
}

/** `--seed=7` is the same as `--seed 7`. */
const [name, ...rest] = process.argv.slice(2).flatMap((one) => one.split('='))
const proof = name === undefined || !Object.hasOwn(PROOFS, name) ? undefined : PROOFS[name]
if (!proof) {
  const all = Object.entries(PROOFS).map(([known, { proves, options = {} }]) => {
    const settings = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`)
    return `  npm run prove -- ${[known, ...settings].join(' ')}\n      ${proves}`
  })
  const fault = name === undefined ? 'Which proof?' : `There is no proof \`${name}\`.`
  console.error(`${fault} There are\n\n${all.join('\n')}`)
  process.exit(1)
}

// What was started ends with the proof, however that ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const startedAt = performance.now()
console.log(`\n${name}: ${proof.proves}\n`)
try {
  const { passed, failed } = await proof.run(readOptions(rest, proof.options ?? {}))
  console.log(`\n  ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  finish(passed, failed)
} catch (error) {
  console.error(error)
  finish(0, 1)
}

function finish(passed: number, failed: number): never {
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && passed > 0 ? 0 : 1)
}

function readOptions(args: readonly string[], known: Readonly<Record<string, number>>): Record<string, number> {
  const options = { ...known }
  for (let nth = 0; nth < args.length; nth += 2) {
    const option = args[nth]?.replace(/^--/, '') ?? ''
    const value = args[nth + 1] ?? ''
    if (!Object.hasOwn(known, option) || !/^\d{1,15}$/.test(value)) {
      console.error(
        `\`${args.slice(nth, nth + 2).join(' ')}\` is none of ${Object.keys(known).map((one) => `--${one} N`)}.`,
      )
      process.exit(1)
    }
    options[option] = Number(value)
  }
  return options
}
