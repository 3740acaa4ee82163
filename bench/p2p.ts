import { runKind } from '../service/src/platform/due.ts'
import { p2pDue } from '../service/src/resources/p2p/index.ts'
import { tenantNow } from '../service/src/tenants/index.ts'
import { type Arena, openArena, peakMemoryMb } from './support/arena.ts'
import { fire, type LoadResult, perSecond } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { P2P_CODE, p2pBodies, p2pRequests } from './support/requests.ts'
import { demoTenant, letPayEachOther, seedConnections } from './support/seed.ts'

const PORT = 4794
const PAIRS = 1_000
const SECONDS = 6
const ROUNDS = 3

const common = { seconds: SECONDS, method: 'POST', keyed: true, bodies: p2pBodies(PAIRS) } as const

const ours = (connections: number) => fire({ port: PORT, connections, seconds: SECONDS, ...p2pRequests(PAIRS) })

const peerPair = (port: number) =>
  fire({ ...common, port, connections: 64, path: '/p2p', after: { path: '/p2p/{id}/commit', body: P2P_CODE } })

const barePost = (port: number) => fire({ ...common, port, connections: 64, path: '/p2p' })

/** Pairs of create and commit, over a thousand pairs of creators, beside the same without lanes and the bare framework. */
export async function p2p(): Promise<boolean> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    const tenant = await demoTenant(arena.database)
    await seedConnections(arena.database, tenant, 2 * PAIRS)
    await letPayEachOther(arena.database, tenant, 2 * PAIRS)
    const bare = await arena.peer('bare-post.ts')
    const single = await arena.peer('p2p-one-transaction.ts', { TENANT: String(tenant) })
    await ours(64)
    await peerPair(bare.port)
    // As PostgreSQL itself does within a minute of a table's first rows.
    await arena.database.sql`analyze`

    const pairs: LoadResult[] = []
    const posts: LoadResult[] = []
    const barePairs: LoadResult[] = []
    const singles: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) {
      pairs.push(await ours(64))
      posts.push(await barePost(bare.port))
      barePairs.push(await peerPair(bare.port))
      singles.push(await peerPair(single.port))
    }
    await Promise.all([single.stop(), bare.stop()])
    const at16 = await ours(16)
    const sweep = await sweepPerSecond(arena)
    const beside = await withWorker(arena)
    const memory = await peakMemoryMb(service.child.pid as number)
    const all = [...pairs, ...posts, ...barePairs, ...singles, at16, ...beside]
    const failed = all.reduce((sum, { bad }) => sum + bad, 0)
    const rate = perSecond(pairs)

    const lines: Line[] = [
      { name: 'create + commit, 16 connections', value: at16.perSecond, unit: 'pairs/s' },
      { name: 'create + commit, 64 connections', value: rate, unit: 'pairs/s' },
      { name: 'create + commit, 64 connections, worker beside', value: perSecond(beside), unit: 'pairs/s' },
      { name: 'one transaction per request', value: perSecond(singles), unit: 'pairs/s' },
      { name: 'bare Fastify POST, the same body validated', value: perSecond(posts), unit: 'requests/s' },
      { name: 'bare Fastify, two POSTs', value: perSecond(barePairs), unit: 'pairs/s' },
      { name: 'sweep pending → sent', value: sweep, unit: 'payments/s' },
      { name: 'ratio to the bare POST', value: rate / perSecond(posts), unit: '', atLeast: 0.05 },
      { name: 'ratio to two bare POSTs', value: rate / perSecond(barePairs), unit: '' },
      { name: 'ratio to one transaction per request', value: rate / perSecond(singles), unit: '' },
      { name: 'p99 of a pair at 64 connections', value: pairs[0]?.p99Ms ?? 0, unit: 'ms' },
      { name: 'requests that failed', value: failed, unit: '', atMost: 0 },
      ...(memory === undefined ? [] : [{ name: 'peak memory of the API process', value: memory, unit: 'MB' }]),
    ]
    return await report('p2p', lines)
  } finally {
    await service.stop()
    await arena.close()
  }
}

/** Everything committed so far is due: how fast it is moved. */
async function sweepPerSecond({ database }: Arena): Promise<number> {
  const tenant = await demoTenant(database)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const startedAt = performance.now()
  const moved = await runKind(database, p2pDue, tenant, await tenantNow(database.sql, tenant))
  return moved / ((performance.now() - startedAt) / 1_000)
}

async function withWorker(arena: Arena): Promise<LoadResult[]> {
  const worker = await arena.serve('worker', 0)
  const results: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round++) results.push(await ours(64))
  await worker.stop()
  return results
}
