import fc from 'fast-check'
import { figure, type Proof, type Tally } from '../proof.ts'
import { openServer } from '../server.ts'
import { anyCommand, type Command } from './commands.ts'
import { Run } from './run.ts'
import { openWorld, type World } from './world.ts'

const SEQUENCE_MAX = 250
/** Enterprises that are served at the same time. */
const TENANTS = 8
const AUDIT_MS = 5_000
const SHRINK_MS = 30_000
const FAILURES_MAX = 1

export const simulate: Proof = {
  proves: 'Random commands over all resources have the answers, states, balances and events of a model in memory.',
  options: { seed: 1, steps: 100_000 },
  async run({ seed = 1, steps = 100_000 }) {
    const server = await openServer({ durable: false })
    try {
      return await simulateOn(server.url, seed, steps)
    } finally {
      await server.close()
    }
  },
}

/** Sequences of commands, each of an own seed and on an enterprise of its own, eight at a time, until there are enough. */
export async function simulateOn(databaseUrl: string, seed: number, steps: number): Promise<Tally> {
  const world = await openWorld(databaseUrl)
  const startedAt = performance.now()
  let [started, compared, failed, audits, next] = [0, 0, 0, 0, seed]
  const auditing = setInterval(async () => {
    for (const { what } of await world.auditNew()) fault(`the audit says: ${what}`)
    audits++
  }, AUDIT_MS)

  function fault(what: string): void {
    failed++
    console.log(`  FAILED  ${what}`)
  }

  async function work(): Promise<void> {
    while (started < steps && failed < FAILURES_MAX) {
      const own = next++
      const {
        compared: count,
        fault: found,
        length,
      } = await sequence(world, own, (planned) => {
        started += planned
      })
      compared += count
      if (found !== undefined) fault(`seed ${own}, after ${length} commands: ${found}`)
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
  const seconds = (performance.now() - startedAt) / 1_000
  figure('enterprises, each with an own seed', next - seed)
  figure('steps compared', compared)
  figure('steps a second', compared / seconds)
  figure('card charges made', world.network.charged())
  figure('audits of what was new, while it ran', audits)
  return { passed: compared, failed }
}

interface Outcome {
  /** Steps of the sequence as it was made; those of shrunk ones are not counted. */
  readonly compared: number
  readonly length: number
  readonly fault?: string
}

/** One sequence; one that fails is made as short as it can be, each try on a new enterprise. */
async function sequence(world: World, seed: number, planned: (steps: number) => void): Promise<Outcome> {
  let first: { compared: number; length: number } | undefined
  const property = fc.asyncProperty(commandsOf, async (commands) => {
    const run = new Run(world, await world.enterprise())
    if (!first) planned(commands.length)
    try {
      await run.carryOut(commands)
    } finally {
      first ??= { compared: run.compared, length: commands.length }
    }
  })
  const details = await fc.check(property, { seed, numRuns: 1, interruptAfterTimeLimit: SHRINK_MS })
  const outcome = first ?? { compared: 0, length: 0 }
  if (!details.failed) return outcome
  const [commands] = details.counterexample ?? [[]]
  return { ...outcome, fault: story(seed, commands as readonly Command[], details.errorInstance) }
}

const commandsOf = fc.array(anyCommand, { minLength: 1, maxLength: SEQUENCE_MAX, size: 'max' })

const story = (seed: number, commands: readonly Command[], error: unknown): string =>
  [
    `${error instanceof Error ? error.message : error}`,
    `The shortest that fails (${commands.length} commands):`,
    ...commands.map((command) => JSON.stringify(command)),
    `Again: npm run prove -- simulate --seed ${seed} --steps 1`,
  ].join('\n    ')
