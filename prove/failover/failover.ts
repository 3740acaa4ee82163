import { setTimeout as sleep } from 'node:timers/promises'
import { migrateDatabase } from '../../service/src/app/prepare-database.ts'
import { openDatabase } from '../../service/src/platform/database.ts'
import { createMember } from '../faults/fleet.ts'
import { openHook } from '../faults/hook.ts'
import { inspect } from '../faults/inspect.ts'
import type { Load } from '../faults/load.ts'
import { type Scene, strikeUnderLoad } from '../faults/under-load.ts'
import { Checks, figure, type Proof } from '../proof.ts'
import { createRandom } from '../random.ts'
import { findMissing, openPair, type Pair } from './pair.ts'

const ROLES = ['api', 'api', 'api', 'worker', 'worker'] as const
const PAUSE_MS = 100
/** A kill strikes at a random moment after the service is back from the one before. */
const BETWEEN_MS = 1_500
/** How long nobody notices that the primary is gone, at most. */
const NOTICED_MS = 2_000
/** From the loss of the primary until a payout is acknowledged again. */
const BACK_MAX_MS = 30_000
const POLL_MS = 50

export const failover: Proof = {
  proves:
    'The primary killed under load, the standby promoted: nothing is lost or doubled, back within 30 s, no restart.',
  options: { seed: 1, kills: 20 },
  async run({ seed = 1, kills = 20 }) {
    const checks = new Checks()
    const missing = findMissing()
    if (!checks.check('the machine has what the proof needs', missing === undefined, missing)) return checks
    const pair = await openPair()
    await migrateDatabase(pair.url)
    const hook = await openHook()
    const database = openDatabase({ url: pair.url, connectionsMax: 2 })
    const members = await Promise.all(ROLES.map((role, nth) => createMember(`${role} ${nth + 1}`, role, pair)))
    try {
      for (const member of members) await member.start()
      await throughFailovers({ pair, database, members, hook, checks, random: createRandom(seed), kills })
    } finally {
      await Promise.all(members.map((member) => member.kill()))
      await database.close()
      await hook.close()
      await pair.close()
    }
    return checks
  },
}

interface FailoverScene extends Scene {
  readonly pair: Pair
}

async function throughFailovers(scene: FailoverScene): Promise<void> {
  const { hook } = scene
  const options = { pauseMs: PAUSE_MS, timeoutMs: 20_000 }
  const { struck: back, load, restSeconds } = await strikeUnderLoad(scene, options, (load) => strike(scene, load))
  figure('primaries killed', back.length)
  figure('until a payout was acknowledged again, median', median(back) / 1_000, 's')
  figure('until a payout was acknowledged again, longest', Math.max(...back) / 1_000, 's')
  figure('keys acknowledged', load.acknowledged.length)
  figure('requests sent again, after 503 or without an answer', load.counts.retries)
  figure('requests without an answer', load.counts.lost)
  figure('answers that were replays', load.counts.replays)
  figure('webhook calls, for so many events', `${hook.calls()} / ${hook.got.size}`)
  figure('until nothing was under way after the last kill', restSeconds, 's')
}

/** Kills one primary after the other, each once its standby is in step; how long each was missed, in milliseconds. */
async function strike(
  { pair, database, members, checks, random, kills }: FailoverScene,
  load: Load,
): Promise<number[]> {
  const back: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(random.below(BETWEEN_MS))
    const killedAt = performance.now()
    await pair.killPrimary()
    await sleep(random.below(NOTICED_MS))
    await pair.promote()
    // A request under way was acknowledged by nobody yet, so that the next acknowledgement is of the new primary.
    const before = load.acknowledged.length
    while (load.acknowledged.length === before && performance.now() - killedAt < 2 * BACK_MAX_MS) await sleep(POLL_MS)
    const tookMs = performance.now() - killedAt
    back.push(tookMs)
    checks.check(`after kill ${kill}: back within ${BACK_MAX_MS / 1_000} s`, tookMs <= BACK_MAX_MS, tookMs)
    await inspect(database, load, checks, `after kill ${kill}`)
    const died = members.flatMap((member) => member.lastWords() ?? [])
    checks.check(`after kill ${kill}: no process has ended`, died.length === 0, died)
    await pair.rebuild()
  }
  return back
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
