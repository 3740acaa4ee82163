import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../service/src/platform/database.ts'
import { Checks, figure, type Proof } from '../proof.ts'
import { createRandom } from '../random.ts'
import { openServer, type Server } from '../server.ts'
import { createMember, LEASE_MS, patiently } from './fleet.ts'
import { openHook } from './hook.ts'
import { inspect } from './inspect.ts'
import type { Load } from './load.ts'
import { type Scene, strikeUnderLoad } from './under-load.ts'

const PAUSE_MS = 60
/** A fault strikes at a random moment after the one before. */
const BETWEEN_MS = 400
/** Of the five, so many may be away when the next fault strikes. */
const AWAY_MAX = 2
/** How long what was killed stays away, at most. */
const AWAY_MS = 500
/** After so many that were killed, a worker is suspended as well. */
const SUSPEND_EVERY = 10

const EVERY_FAULT = ['api killed', 'worker killed', 'worker suspended past its lease']
/** Fewer kills may leave one of them out. */
const EVERY_FAULT_FROM = 40

export const crash: Proof = {
  proves: 'Killed and suspended at random, two APIs, two workers and PostgreSQL lose nothing and do nothing twice.',
  options: { seed: 1, kills: 100 },
  async run({ seed = 1, kills = 100 }) {
    const checks = new Checks()
    const server = await openServer()
    const hook = await openHook()
    const database = openDatabase({ url: server.url, connectionsMax: 2 })
    const roles = ['api', 'api', 'worker', 'worker'] as const
    const members = await Promise.all(roles.map((role, nth) => createMember(`${role} ${(nth % 2) + 1}`, role, server)))
    try {
      await Promise.all(members.map((member) => member.start()))
      await underFire({ server, database, members, hook, checks, random: createRandom(seed), kills })
    } finally {
      await Promise.all(members.map((member) => member.kill()))
      await database.close()
      await hook.close()
      await server.close()
    }
    return checks
  },
}

interface CrashScene extends Scene {
  readonly server: Server
}

async function underFire(scene: CrashScene): Promise<void> {
  const { hook, checks, kills, server } = scene
  const options = { pauseMs: PAUSE_MS, timeoutMs: 10_000 }
  const { struck: faults, load, restSeconds } = await strikeUnderLoad(scene, options, (load) => strike(scene, load))
  for (const [name, count] of Object.entries(faults)) figure(name, count)
  const wanted = [...EVERY_FAULT, ...server.nodes.map(({ name }) => faultOf(name, 'killed'))]
  const missing = wanted.filter((name) => !faults[name])
  checks.check('each kind of fault has struck', kills < EVERY_FAULT_FROM || missing.length === 0, missing)
  figure('keys acknowledged', load.acknowledged.length)
  figure('requests without an answer, sent again', load.counts.lost)
  figure('answers that were replays', load.counts.replays)
  figure('webhook calls, for so many events', `${hook.calls()} / ${hook.got.size}`)
  figure('until nothing was under way after the last fault', restSeconds, 's')
}

/** Something that can be struck, and is then away until it is mended. */
interface Target {
  readonly name: string
  strike(): Promise<void>
  mend(): Promise<void>
}

/** Strikes until enough was killed, without waiting for what was struck before; after each everything is looked at. */
async function strike({ server, database, members, checks, random, kills }: CrashScene, load: Load) {
  const away = new Map<string, Promise<void>>()
  const whole = (): Promise<unknown> => Promise.all(server.nodes.map(({ name }) => away.get(name)))
  const killable: readonly Target[] = [
    ...server.nodes.map(({ name, kill, restart }) => ({ name, strike: kill, mend: restart })),
    ...members.map(({ name, kill, start }) => ({
      name,
      strike: kill,
      mend: () =>
        patiently(async () => {
          await whole()
          await start()
        }),
    })),
  ]
  const workers = members.filter(({ role }) => role === 'worker')
  const suspendable: readonly Target[] = workers.map(({ name, signal }) => ({
    name,
    strike: async () => signal('SIGSTOP'),
    mend: () => sleep(2 * LEASE_MS).then(() => signal('SIGCONT')),
  }))
  const struck: Record<string, number> = {}
  const hit = async (targets: readonly Target[], what: string): Promise<void> => {
    const standing = targets.filter(({ name }) => !away.has(name))
    if (standing.length === 0) return
    const { name, strike, mend } = random.pick(standing)
    await strike()
    const mended = sleep(random.below(AWAY_MS)).then(mend)
    away.set(name, mended)
    mended.then(() => away.delete(name)).catch(() => {})
    const kind = faultOf(name, what)
    struck[kind] = (struck[kind] ?? 0) + 1
    // Nobody can look into a database that is away.
    await whole()
    await inspect(database, load, checks, `after ${name} was ${what}`)
  }
  for (let killed = 0; killed < kills; killed++) {
    await sleep(random.below(BETWEEN_MS))
    if (killed % SUSPEND_EVERY === SUSPEND_EVERY / 2) await hit(suspendable, 'suspended past its lease')
    while (away.size > AWAY_MAX) await Promise.race(away.values())
    await hit(killable, 'killed')
    const died = members.filter(({ name }) => !away.has(name)).flatMap((member) => member.lastWords() ?? [])
    checks.check('nobody dies whom nobody has killed', died.length === 0, died)
  }
  await Promise.all(away.values())
  return struck
}

/** Those of a kind are counted together. */
const faultOf = (name: string, what: string): string => `${name.replace(/ \d$/, '')} ${what}`
