import fc from 'fast-check'
import { anyCommand } from './commands.ts'
import { Run } from './run.ts'
import { attemptIn, type Failure, shrink } from './shrink.ts'
import { openWorld, type World } from './world.ts'

const SEQUENCE_MAX = 250
const SEQUENCE_MEAN = SEQUENCE_MAX / 2
/** Enterprises that are served at the same time. */
const TENANTS = 8
const AUDIT_MS = 5_000
const FAILURES_MAX = 1

/** What a simulation came to. */
export interface Simulated {
  readonly compared: number
  readonly failed: number
  readonly enterprises: number
  readonly charges: number
  readonly audits: number
}

/** Sequences of commands, each of an own seed and on an enterprise of its own, eight at a time, until there are enough. */
export async function simulateOn(databaseUrl: string, seed: number, steps: number): Promise<Simulated> {
  const world = await openWorld(databaseUrl)
  let [underWay, compared, failed, audits, next] = [0, 0, 0, 0, seed]
  const auditing = setInterval(async () => {
    for (const { what } of await world.auditNew()) fault(`the audit says: ${what}`)
    audits++
  }, AUDIT_MS)

  function fault(what: string): void {
    failed++
    console.log(`  FAILED  ${what}`)
  }

  async function work(): Promise<void> {
    while (compared + underWay < steps && failed < FAILURES_MAX) {
      const own = next++
      underWay += SEQUENCE_MEAN
      const outcome = await sequence(world, own, () => failed >= FAILURES_MAX)
      underWay -= SEQUENCE_MEAN
      compared += outcome.compared
      const { failure } = outcome
      if (!failure) continue
      fault(`seed ${own}, at command ${failure.commands.length} of ${outcome.length}: ${messageOf(failure)}`)
      if (failed === FAILURES_MAX) console.log(story(own, await shrink(failure, attemptIn(world))))
    }
  }

  try {
    await Promise.all(Array.from({ length: TENANTS }, work))
    clearInterval(auditing)
    for (const { what } of await world.auditAll()) fault(`the whole audit says: ${what}`)
    for (const key of world.network.repeated) fault(`a card was charged twice, by ${key}`)
  } finally {
    clearInterval(auditing)
    await world.close()
  }
  return { compared, failed, enterprises: next - seed, charges: world.network.charged(), audits }
}

interface Outcome {
  /** Those of shorter ones that were tried afterwards are not counted. */
  readonly compared: number
  readonly length: number
  readonly failure?: Failure
}

async function sequence(world: World, seed: number, until: () => boolean): Promise<Outcome> {
  const [commands = []] = fc.sample(commandsOf, { seed, numRuns: 1 })
  const run = new Run(world, await world.enterprise())
  const { length } = commands
  try {
    await run.carryOut(commands, { until })
    return { compared: run.compared, length }
  } catch (error) {
    return { compared: run.compared, length, failure: { commands: commands.slice(0, run.begun), error } }
  }
}

/** Of any length alike. What is at an edge has its weight in the commands. */
const commandsOf = fc.noBias(fc.array(anyCommand, { minLength: 1, maxLength: SEQUENCE_MAX, size: 'max' }))

const messageOf = ({ error }: Failure): string => (error instanceof Error ? error.message : String(error))

const story = (seed: number, failure: Failure): string =>
  [
    `          The shortest found that fails, ${failure.commands.length} commands:`,
    ...failure.commands.map((command) => JSON.stringify(command)),
    messageOf(failure),
    `Again: npm run prove -- simulate --seed ${seed} --steps 1`,
  ].join('\n    ')
