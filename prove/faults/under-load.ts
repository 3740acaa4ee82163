import type { Database } from '../../service/src/platform/database.ts'
import { createClient } from '../client.ts'
import type { Checks } from '../proof.ts'
import { createRandom, type Random } from '../random.ts'
import type { Member } from './fleet.ts'
import { compareDeliveries, type Hook } from './hook.ts'
import { compareLedger, inspect, untilAtRest } from './inspect.ts'
import { createLoad, type Load, prepareCast } from './load.ts'

/** A service of several processes that is struck while requests come in. */
export interface Scene {
  readonly database: Database
  readonly members: readonly Member[]
  readonly hook: Hook
  readonly checks: Checks
  readonly random: Random
  readonly kills: number
}

interface LoadOptions {
  /** The longest pause of a client between two requests. */
  readonly pauseMs: number
  readonly timeoutMs: number
}

interface Survived<Struck> {
  readonly struck: Struck
  readonly load: Load
  /** From the last strike until nothing was under way. */
  readonly restSeconds: number
}

/** Strikes under load, waits until everything is at rest, and compares answers, books and webhooks with what was sent. */
export async function strikeUnderLoad<Struck>(
  { database, members, hook, checks, random }: Scene,
  { pauseMs, timeoutMs }: LoadOptions,
  strike: (load: Load) => Promise<Struck>,
): Promise<Survived<Struck>> {
  const apis = members.filter(({ role }) => role === 'api')
  const clients = apis.map(({ base, apiKey }) => createClient({ base, apiKey, timeoutMs }))
  const cast = await prepareCast(clients[0] as (typeof clients)[0], hook.url)
  const load = createLoad(clients, cast, createRandom(random.below(2 ** 31)), pauseMs)
  let isOver = false
  const loading = load.run(() => isOver)
  const struck = await strike(load).finally(() => {
    isOver = true
  })
  await loading
  const restSeconds = await untilAtRest(database, checks)
  await inspect(database, load, checks, 'at the end')
  await compareLedger(database, load, checks)
  await compareDeliveries(database, hook, checks)
  for (const what of load.wrong) checks.check('every request has the answer it should', false, what)
  checks.check('every request has the answer it should', load.wrong.length === 0)
  return { struck, load, restSeconds }
}
