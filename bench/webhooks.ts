import type { TenantId } from '../service/src/kernel/ids.ts'
import type { Change, WebhookEvent } from '../service/src/resources/events/index.ts'
import { recordEvents } from '../service/src/resources/webhooks/index.ts'
import { type Arena, AUTHORIZATION, openArena, peakMemoryMb } from './support/arena.ts'
import { median } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { connectionId, demoTenant, seedConnections } from './support/seed.ts'

const PORT = 4794
const CONNECTIONS = 2_000
const EVENTS = 20_000
const AT_ONCE = 50
const RATE = 200
const SECONDS = 8
const ROUNDS = 3

type Seen = readonly (readonly [n: number, at: number])[]

/** Committed changes to the receiver's 200, in bulk and one by one, alone and beside a receiver that takes 14 seconds. */
export async function webhooks(): Promise<boolean> {
  const arena = await openArena()
  const receiver = await arena.peer('receiver.ts')
  const address = `http://127.0.0.1:${receiver.port}`
  try {
    const api = await arena.serve('api', PORT)
    const tenant = await demoTenant(arena.database)
    await seedConnections(arena.database, tenant, CONNECTIONS)
    await subscribe('account_connection.update', `${address}/fast`)
    await subscribe('payout.update', `${address}/slow`)
    await api.stop()
    const worker = await arena.serve('worker', 0)
    const seen = async (): Promise<Seen> => (await (await fetch(address)).json()) as Seen
    const deliver = createDelivering(arena, tenant, seen)

    await deliver.many(2_000)
    const bulk: Delivered[] = []
    for (let round = 0; round < ROUNDS; round++) bulk.push(await deliver.many(EVENTS))
    const alone: number[] = []
    for (let round = 0; round < ROUNDS; round++) alone.push(await deliver.paced())
    await deliver.clog()
    const beside: number[] = []
    for (let round = 0; round < ROUNDS; round++) beside.push(await deliver.paced())
    const memory = await peakMemoryMb(worker.child.pid as number)
    await worker.stop()

    const lines: Line[] = [
      {
        name: 'events delivered, from commit to 200',
        value: median(bulk.map(({ perSecond }) => perSecond)),
        unit: 'events/s',
        atLeast: 1_500,
      },
      {
        name: 'events of a resource out of order',
        value: bulk.reduce((sum, { disordered }) => sum + disordered, 0),
        unit: '',
        atMost: 0,
      },
      { name: 'commit to first byte at 200 events/s, p99', value: median(alone), unit: 'ms', atMost: 250 },
      { name: 'the same beside a receiver that takes 14 s, p99', value: median(beside), unit: 'ms' },
      { name: 'ratio of the two', value: median(beside) / median(alone), unit: '', atMost: 1.5 },
      ...(memory === undefined ? [] : [{ name: 'peak memory of the worker', value: memory, unit: 'MB', atMost: 400 }]),
    ]
    return await report('webhooks', lines)
  } finally {
    await receiver.stop()
    await arena.close()
  }
}

async function subscribe(event: WebhookEvent, url: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${PORT}/enterprise/v1/webhook`, {
    method: 'POST',
    headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
    body: JSON.stringify({ url, event }),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

interface Delivered {
  readonly perSecond: number
  readonly disordered: number
}

function createDelivering({ database }: Arena, tenant: TenantId, seen: () => Promise<Seen>) {
  let last = 0

  /** What a room does: changes rows, and records one event for each, in one transaction. */
  async function commit(event: WebhookEvent, numbers: readonly number[]): Promise<void> {
    const changes: Change[] = numbers.map((n) => ({
      event,
      id: connectionId(n % CONNECTIONS),
      at: new Date(),
      userData: { n },
    }))
    await database.transaction(async (tx) => {
      await tx`
        update account_connections set updated_at = clock_timestamp()
        where tenant_id = ${tenant} and id = any(${changes.map(({ id }) => id)}::text[])`
      await recordEvents(tx, tenant, changes)
    })
  }

  const next = (count: number): number[] => Array.from({ length: count }, () => last++)

  async function collect(count: number): Promise<(readonly [number, number])[]> {
    const all: (readonly [number, number])[] = []
    for (let waited = 0; all.length < count; waited++) {
      if (waited > 1_200) throw new Error(`only ${all.length} of ${count} events arrived`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      all.push(...(await seen()))
    }
    return all
  }

  return {
    async many(count: number): Promise<Delivered> {
      const startedAt = performance.timeOrigin + performance.now()
      const collecting = collect(count)
      for (let done = 0; done < count; done += AT_ONCE) await commit('account_connection.update', next(AT_ONCE))
      const all = await collecting
      const endedAt = Math.max(...all.map(([, at]) => at))
      const latest = new Map<number, number>()
      let disordered = 0
      for (const [n] of all) {
        const resource = n % CONNECTIONS
        if ((latest.get(resource) ?? -1) > n) disordered++
        latest.set(resource, n)
      }
      return { perSecond: count / ((endedAt - startedAt) / 1_000), disordered }
    },

    /** The 99th percentile of the time from commit to the first byte, at a steady rate. */
    async paced(): Promise<number> {
      const committed = new Map<number, number>()
      const startedAt = performance.now()
      const commits: Promise<void>[] = []
      for (let nth = 0; nth < RATE * SECONDS; nth++) {
        const wait = startedAt + (nth * 1_000) / RATE - performance.now()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        const numbers = next(1)
        commits.push(
          commit('account_connection.update', numbers).then(() => {
            committed.set(numbers[0] as number, performance.timeOrigin + performance.now())
          }),
        )
      }
      await Promise.all(commits)
      const all = await collect(RATE * SECONDS)
      const waits = all.map(([n, at]) => at - (committed.get(n) ?? at)).sort((a, b) => a - b)
      return waits[Math.floor(waits.length * 0.99)] as number
    },

    /** More for the slow receiver than it will ever take. */
    async clog(): Promise<void> {
      for (let nth = 0; nth < 100; nth++) await commit('payout.update', next(AT_ONCE))
    },
  }
}
