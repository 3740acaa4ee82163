import { openArena, peakMemoryMb } from './support/arena.ts'
import { fire, type LoadResult, perSecond } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { purchaseBodies, purchaseRequests } from './support/requests.ts'
import { demoTenant, seedBuyers } from './support/seed.ts'

const PORT = 4794
const BUYERS = 10_000
const CONNECTIONS = 64
const SECONDS = 6
const ROUNDS = 3
const RATIO_MIN = 0.04

const pairs = () =>
  fire({
    port: PORT,
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...purchaseRequests(BUYERS),
  })

const bare = (port: number) =>
  fire({
    port,
    connections: CONNECTIONS,
    seconds: SECONDS,
    method: 'POST',
    path: '/purchase',
    keyed: true,
    bodies: purchaseBodies(BUYERS),
  })

/** Create and commit, beside the bare framework's POST of the same body. */
export async function purchases(): Promise<boolean> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    await seedBuyers(arena.database, await demoTenant(arena.database), BUYERS)
    const peer = await arena.peer('bare-purchase.ts')
    await pairs()
    const ours: LoadResult[] = []
    const bares: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await pairs())
      bares.push(await bare(peer.port))
    }
    await peer.stop()
    const memory = await peakMemoryMb(service.child.pid as number)
    const rate = perSecond(ours)
    const failed = [...ours, ...bares].reduce((sum, { bad }) => sum + bad, 0)
    const lines: Line[] = [
      { name: 'POST /purchase and its commit, 64 connections', value: rate, unit: 'pairs/s' },
      { name: 'bare Fastify POST, the same body validated', value: perSecond(bares), unit: 'requests/s' },
      { name: 'ratio of pairs to the bare POST', value: rate / perSecond(bares), unit: '', atLeast: RATIO_MIN },
      { name: 'p99 of a pair', value: Math.max(...ours.map(({ p99Ms }) => p99Ms)), unit: 'ms' },
      { name: 'requests that failed', value: failed, unit: '', atMost: 0 },
      ...(memory === undefined ? [] : [{ name: 'peak memory of the API process', value: memory, unit: 'MB' }]),
    ]
    return await report('purchases', lines)
  } finally {
    await service.stop()
    await arena.close()
  }
}
