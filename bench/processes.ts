import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Arena, AUTHORIZATION, openArena, peakMemoryMb } from './support/arena.ts'
import { cpuMicroseconds } from './support/cpu-time.ts'
import { fire, type LoadResult, median, perSecond, WARM_UP_SECONDS } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { payoutRequests, readRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections } from './support/seed.ts'

const PORT = 4798
const CONNECTIONS = 100_000
const SECONDS = 6
const ROUNDS = 3
const COUNTS = [1, 2] as const
const POLL_MS = 100

interface Figures {
  readonly payouts: LoadResult[]
  readonly reads: LoadResult[]
  /** CPU time of all processes and PostgreSQL per payout, from its request until it is sent, in microseconds. */
  readonly cpu: number[]
  /** Payouts committed together. */
  readonly batch: number[]
  readonly memory: number[]
}

/** The whole service, with one process that answers requests and with two, on one tenant. */
export async function processes(): Promise<boolean> {
  const arena = await openArena()
  try {
    await seed(arena)
    const figures = COUNTS.map((): Figures => ({ payouts: [], reads: [], cpu: [], batch: [], memory: [] }))
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, count] of COUNTS.entries()) await measure(arena, count, figures[index] as Figures)
    }
    return await report('processes', linesOf(figures))
  } finally {
    await arena.close()
  }
}

function linesOf(figures: readonly Figures[]): Line[] {
  const [one, two] = figures as [Figures, Figures]
  const of = ({ payouts, reads, cpu, batch }: Figures, name: string): Line[] => [
    { name: `POST /payout, 64 connections, everything running, ${name}`, value: perSecond(payouts), unit: 'payouts/s' },
    { name: `the same: p99, ${name}`, value: median(payouts.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
    { name: `the same: CPU per payout until it is sent, ${name}`, value: median(cpu), unit: 'µs' },
    { name: `the same: payouts of one transaction, ${name}`, value: median(batch), unit: '' },
    { name: `GET /enterprise, ${name}`, value: perSecond(reads), unit: 'requests/s' },
  ]
  const failed = figures.flatMap(({ payouts, reads }) => [...payouts, ...reads]).reduce((sum, { bad }) => sum + bad, 0)
  return [
    ...of(one, 'one process'),
    ...of(two, 'two processes'),
    {
      name: 'ratio of two processes to one, payouts',
      value: perSecond(two.payouts) / perSecond(one.payouts),
      unit: '',
      atLeast: 1,
    },
    {
      name: 'ratio of two processes to one, CPU per payout',
      value: median(two.cpu) / median(one.cpu),
      unit: '',
      atMost: 1.1,
    },
    { name: 'requests that failed', value: failed, unit: '', atMost: 0 },
    {
      name: 'peak memory of the largest process',
      value: Math.max(...one.memory, ...two.memory),
      unit: 'MB',
      atMost: 400,
    },
  ]
}

async function seed(arena: Arena): Promise<void> {
  const api = await arena.serve('api', PORT)
  await seedConnections(arena.database, await demoTenant(arena.database), CONNECTIONS)
  await fund(`http://127.0.0.1:${PORT}/enterprise/v1`, AUTHORIZATION)
  await api.stop()
}

async function measure(arena: Arena, count: number, figures: Figures): Promise<void> {
  const { payouts, reads, cpu, batch, memory } = figures
  const service = await arena.serve('all', PORT, { API_PROCESSES: String(count) })
  const root = service.child.pid as number
  const cpuSoFar = () => cpuMicroseconds(root, arena.postmaster)
  const load = { port: PORT, connections: 64 }
  // Two processes get half of the requests each.
  await fire({ ...load, seconds: WARM_UP_SECONDS * count, ...payoutRequests(CONNECTIONS) })
  await untilSent(arena)
  const before = cpuSoFar()
  const paid = await fire({ ...load, seconds: SECONDS, ...payoutRequests(CONNECTIONS) })
  payouts.push(paid)
  await untilSent(arena)
  cpu.push((cpuSoFar() - before) / paid.good)
  batch.push(await payoutsOfBatch())
  reads.push(await fire({ ...load, seconds: SECONDS / 2, ...readRequests('/enterprise') }))
  const peaks = await Promise.all(childrenOf(root).map(peakMemoryMb))
  memory.push(...peaks.filter((peak) => peak !== undefined))
  await service.stop()
}

async function payoutsOfBatch(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text()
  const [sum, count] = ['sum', 'count'].map((what) =>
    Number(new RegExp(`^tributary_lane_batch_size_${what}\\{lane="payouts"\\} (\\d+)`, 'm').exec(text)?.[1]),
  ) as [number, number]
  return sum / count
}

/** Every payout has had its whole life, and the next contestant finds nothing left to send. */
async function untilSent({ database }: Arena): Promise<void> {
  for (;;) {
    const [row] = await database.sql<{ left: boolean }[]>`
      select exists (select from payouts where status = 'pending') as left`
    if (!row?.left) return
    await sleep(POLL_MS)
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
