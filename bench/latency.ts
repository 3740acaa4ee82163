import { setTimeout as sleep } from 'node:timers/promises'
import type { TenantId } from '../service/src/kernel/ids.ts'
import type { Database } from '../service/src/platform/database.ts'
import { AUTHORIZATION, openArena, peakMemoryMb } from './support/arena.ts'
import { fire, type LoadResult, median, perSecond } from './support/load.ts'
import { seedPerson, signIn } from './support/person.ts'
import { type Line, report } from './support/report.ts'
import { payoutRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections } from './support/seed.ts'
import { seedBooks } from './support/seed-books.ts'

const PORT = 4800
const ROOT = `http://127.0.0.1:${PORT}`
const STORED = Number(process.env.BENCH_PAYOUTS ?? 1_000_000)
const CONNECTIONS = 10_000
const LOAD_CONNECTIONS = 64
const SECONDS = 6
const DELIVERED_MAX_MS = 180_000
const POLL_MS = 100
const ROUNDS = 3
const SHARE = 0.7
/** An open dashboard reads as often as this, on any of its pages. */
const LOOK_MS = 2_000
const LOOKS = ['home', 'v1/payout', 'v1/event?order=newest', 'v1/sandbox/clock']

/**
 * Creating payouts at 70 % of what the whole service keeps up with, with sendings, deliveries, an export and a dashboard
 * beside. It keeps up with what it has sent and told of, not with what it has accepted: a backlog would be work left over
 * for the time that is measured next.
 */
export async function latency(): Promise<boolean> {
  const arena = await openArena()
  const receiver = await arena.peer('receiver.ts')
  const service = await arena.serve('all', PORT)
  try {
    const tenant = await demoTenant(arena.database)
    await seed(arena.database, tenant)
    await fund(`${ROOT}/enterprise/v1`, AUTHORIZATION)
    const address = `http://127.0.0.1:${receiver.port}`
    await subscribe(`${address}/fast`)
    const cookie = await signIn(ROOT)
    const load = (rate?: number) =>
      fire({
        ...payoutRequests(CONNECTIONS),
        port: PORT,
        connections: LOAD_CONNECTIONS,
        seconds: SECONDS,
        ...(rate === undefined ? {} : { rate }),
      })
    const wholly = async (rate?: number): Promise<Round> => {
      const startedAt = performance.now()
      const result = await load(rate)
      await untilDelivered(address, result.good)
      return { ...result, keptUp: (result.good * 1_000) / (performance.now() - startedAt) }
    }
    await wholly()
    const full = await rounds(() => wholly())
    const keptUp = median(full.map((round) => round.keptUp))
    const beside = besides(cookie)
    const paced = await rounds(() => wholly(SHARE * keptUp))
    const { exported, looks } = await beside.stop()
    const memory = await peakMemoryMb(service.child.pid as number)
    const lines: Line[] = [
      { name: 'POST /payout, 64 connections, everything running', value: perSecond(full), unit: 'payouts/s' },
      { name: 'the same: p99', value: median(full.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
      { name: 'until all of them are sent and delivered', value: keptUp, unit: 'payouts/s' },
      { name: 'accepted at 70 % of that, with all beside', value: perSecond(paced), unit: 'payouts/s' },
      { name: 'at 70 % of it, with all beside: p50', value: median(paced.map(({ p50Ms }) => p50Ms)), unit: 'ms' },
      { name: 'at 70 % of it, with all beside: p99', value: median(paced.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
      { name: 'rows exported beside', value: exported, unit: 'rows' },
      { name: 'an answer to the dashboard beside', value: median(looks), unit: 'ms' },
      {
        name: 'requests that failed',
        value: [...full, ...paced].reduce((sum, { bad }) => sum + bad, 0),
        unit: '',
        atMost: 0,
      },
      ...(memory === undefined ? [] : [{ name: 'peak memory of the supervisor', value: memory, unit: 'MB' }]),
    ]
    return await report('latency', lines)
  } finally {
    await service.stop()
    await receiver.stop()
    await arena.close()
  }
}

interface Round extends LoadResult {
  /** Payouts a second from the first request until the last one is delivered. */
  readonly keptUp: number
}

/** Each payout is told of once, when it is sent. Asking the receiver empties its list. */
async function untilDelivered(address: string, count: number): Promise<void> {
  const latest = performance.now() + DELIVERED_MAX_MS
  for (let delivered = 0; delivered < count; await sleep(POLL_MS)) {
    if (performance.now() > latest) throw new Error(`only ${delivered} of ${count} payouts were delivered in time`)
    delivered += ((await (await fetch(address)).json()) as unknown[]).length
  }
}

async function rounds<T>(measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let round = 0; round < ROUNDS; round++) results.push(await measure())
  return results
}

async function seed(database: Database, tenant: TenantId): Promise<void> {
  await seedConnections(database, tenant, CONNECTIONS)
  await seedBooks(database, tenant, STORED, CONNECTIONS)
  await seedPerson(database, tenant)
}

async function subscribe(url: string): Promise<void> {
  const answer = await fetch(`${ROOT}/enterprise/v1/webhook`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ url, event: 'payout.update' }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** An export of everything, again and again, and a dashboard that somebody has open. */
function besides(cookie: string): { stop(): Promise<{ exported: number; looks: number[] }> } {
  const ended = new AbortController()
  const { signal } = ended
  const looks: number[] = []
  let exported = 0
  const read = async (path: string): Promise<Response> => {
    const answer = await fetch(`${ROOT}/dashboard/api/sandbox/${path}`, { headers: { cookie }, signal })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer
  }
  const exporting = async () => {
    while (!signal.aborted) {
      for await (const chunk of (await read('export/payouts.csv')).body ?? []) {
        for (const byte of chunk) if (byte === 10) exported++
      }
    }
  }
  const looking = async () => {
    for (let nth = 0; !signal.aborted; nth++) {
      const startedAt = performance.now()
      await (await read(LOOKS[nth % LOOKS.length] as string)).text()
      looks.push(performance.now() - startedAt)
      await sleep(LOOK_MS / LOOKS.length, undefined, { signal })
    }
  }
  // Both end by being broken off; anything else is thrown when they are waited for.
  const running = [exporting(), looking()].map((work) =>
    work.catch((error) => {
      if (!signal.aborted) throw error
    }),
  )
  return {
    async stop() {
      ended.abort()
      await Promise.all(running)
      return { exported, looks }
    },
  }
}
