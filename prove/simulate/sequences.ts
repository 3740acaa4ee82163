import fc from 'fast-check'
import { anyCommand, type Command } from './commands.ts'
import { Run } from './run.ts'
import { openWorld, type World } from './world.ts'

const SEQUENCE_MAX = 250
const SEQUENCE_MEAN = SEQUENCE_MAX / 2
/** Enterprises that are served at the same time. */
const TENANTS = 8
const AUDIT_MS = 5_000
const SHRINK_MS = 30_000
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
      const outcome = await sequence(world, own)
      underWay -= SEQUENCE_MEAN
      compared += outcome.compared
      if (outcome.fault !== undefined) fault(`seed ${own}, after ${outcome.length} commands: ${outcome.fault}`)
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
  readonly fault?: string
}

async function sequence(world: World, seed: number): Promise<Outcome> {
  const [commands = []] = fc.sample(commandsOf, { seed, numRuns: 1 })
  const run = new Run(world, await world.enterprise())
  const { length } = commands
  try {
    await run.carryOut(commands)
    return { compared: run.compared, length }
  } catch (error) {
    return { compared: run.compared, length, fault: await shrink(world, seed, { commands, error }) }
  }
}

interface Failure {
  readonly commands: readonly Command[]
  readonly error: unknown
}

/** One that fails is made as short as it can be within a while, each try on a new enterprise. */
async function shrink(world: World, seed: number, failure: Failure): Promise<string> {
  let shortest = failure
  const property = fc.asyncProperty(commandsOf, async (commands) => {
    try {
      await new Run(world, await world.enterprise()).carryOut(commands)
    } catch (error) {
      if (commands.length <= shortest.commands.length) shortest = { commands, error }
      throw error
    }
  })
  await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
  return story(seed, shortest)
}

/** Of any length alike. What is at an edge has its weight in the commands. */
const commandsOf = fc.noBias(fc.array(anyCommand, { minLength: 1, maxLength: SEQUENCE_MAX, size: 'max' }))

const story = (seed: number, { commands, error }: Failure): string =>
  [
    `${error instanceof Error ? error.message : error}`,
    `The shortest found that fails (${commands.length} commands):`,
    ...commands.map((command) => JSON.stringify(command)),
    `Again: npm run prove -- simulate --seed ${seed} --steps 1`,
  ].join('\n    ')
