import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runKind } from '../service/src/platform/due.ts'
import { createLogger } from '../service/src/platform/logs.ts'
import { openVault } from '../service/src/platform/vault.ts'
import { sandboxAch } from '../service/src/rails/ach/sandbox.ts'
import { payoutsDue } from '../service/src/resources/payouts/index.ts'
import { tenantNow } from '../service/src/tenants/index.ts'
import { type Arena, AUTHORIZATION, openArena, peakMemoryMb } from './support/arena.ts'
import { fire, type LoadResult, median, perSecond } from './support/load.ts'
import { type Line, report } from './support/report.ts'
import { payoutBodies, payoutRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections } from './support/seed.ts'

const PORT = 4792
const CONNECTIONS = 100_000
const SECONDS = 6
const ROUNDS = 3
const BATCH = 1_000

const BODIES = payoutBodies(CONNECTIONS)

const ours = (connections: number, rate?: number) =>
  fire({
    port: PORT,
    connections,
    seconds: SECONDS,
    ...payoutRequests(CONNECTIONS),
    ...(rate === undefined ? {} : { rate }),
  })

const peer = (port: number) =>
  fire({ port, connections: 64, seconds: SECONDS, method: 'POST', path: '/payout', keyed: true, bodies: BODIES })

/** Creation of payouts, beside the same without lanes, the bare framework and PostgreSQL's own benchmark. */
export async function payouts(): Promise<boolean> {
  const arena = await openArena()
  const service = await arena.serve('api', PORT)
  try {
    const tenant = await demoTenant(arena.database)
    await seedConnections(arena.database, tenant, CONNECTIONS)
    await fund(`http://127.0.0.1:${PORT}/enterprise/v1`, AUTHORIZATION)
    const bare = await arena.peer('bare-post.ts')
    const single = await arena.peer('one-transaction.ts', { TENANT: String(tenant) })
    await ours(64)

    const at64: LoadResult[] = []
    const bares: LoadResult[] = []
    const singles: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) {
      at64.push(await ours(64))
      bares.push(await peer(bare.port))
      singles.push(await peer(single.port))
    }
    await single.stop()
    const rate = perSecond(at64)
    const paced: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) paced.push(await ours(64, rate * 0.7))
    const at16 = await ours(16)
    const at256 = await ours(256)
    const batches = await batch()
    const sweep = await sweepPerSecond(arena)
    const beside = await withWorker(arena)
    await bare.stop()
    const memory = await peakMemoryMb(service.child.pid as number)
    const tpcB = await pgbench(arena.url)
    const failed = [...at64, ...bares, ...singles, ...beside, ...paced, at16, at256].reduce(
      (sum, { bad }) => sum + bad,
      0,
    )

    const lines: Line[] = [
      { name: 'POST /payout, 16 connections', value: at16.perSecond, unit: 'payouts/s' },
      { name: 'POST /payout, 64 connections', value: rate, unit: 'payouts/s' },
      { name: 'POST /payout, 256 connections', value: at256.perSecond, unit: 'payouts/s' },
      { name: 'POST /payout, 64 connections, worker beside', value: perSecond(beside), unit: 'payouts/s' },
      { name: 'one transaction per request', value: perSecond(singles), unit: 'payouts/s' },
      { name: 'bare Fastify POST, the same body validated', value: perSecond(bares), unit: 'requests/s' },
      { name: 'POST /payout/batch of 1,000', value: batches, unit: 'payouts/s' },
      { name: 'sweep pending → sent', value: sweep, unit: 'payouts/s' },
      ...(tpcB === undefined ? [] : [{ name: 'pgbench TPC-B, 16 clients', value: tpcB, unit: 'tx/s' }]),
      { name: 'ratio to the bare POST', value: rate / perSecond(bares), unit: '', atLeast: 0.3 },
      {
        name: 'ratio to the bare POST, worker beside',
        value: perSecond(beside) / perSecond(bares),
        unit: '',
        atLeast: 0.2,
      },
      { name: 'ratio to one transaction per request', value: rate / perSecond(singles), unit: '', atLeast: 5 },
      { name: 'ratio of the batch to single payouts', value: batches / rate, unit: '', atLeast: 3 },
      { name: 'ratio of the sweep to single payouts', value: sweep / rate, unit: '', atLeast: 3 },
      { name: 'p99 at 70 % of the rate', value: median(paced.map(({ p99Ms }) => p99Ms)), unit: 'ms', atMost: 50 },
      { name: 'requests that failed', value: failed, unit: '', atMost: 0 },
      ...(memory === undefined
        ? []
        : [{ name: 'peak memory of the API process', value: memory, unit: 'MB', atMost: 400 }]),
    ]
    return await report('payouts', lines)
  } finally {
    await service.stop()
    await arena.close()
  }
}

async function batch(): Promise<number> {
  const bodies = Array.from({ length: 20 }, (_, nth) => {
    const entries = BODIES.slice(nth * 200, nth * 200 + BATCH).map((body) => JSON.parse(body))
    return JSON.stringify({ payouts: [...entries, ...entries].slice(0, BATCH) })
  })
  const result = await fire({
    port: PORT,
    connections: 4,
    seconds: SECONDS,
    method: 'POST',
    path: '/enterprise/v1/payout/batch',
    authorization: AUTHORIZATION,
    keyed: true,
    bodies: bodies.filter((body) => body.length > 1_000),
  })
  return result.perSecond * BATCH
}

/** Everything created so far is pending and due: how fast it is moved. */
async function sweepPerSecond({ database, variables }: Arena): Promise<number> {
  const tenant = await demoTenant(database)
  const due = payoutsDue({
    vault: openVault(variables.VAULT_KEY as string),
    ach: { sandbox: sandboxAch, production: sandboxAch },
    log: createLogger('silent'),
  })
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const startedAt = performance.now()
  const moved = await runKind(database, due, tenant, await tenantNow(database.sql, tenant))
  return moved / ((performance.now() - startedAt) / 1_000)
}

async function withWorker(arena: Arena): Promise<LoadResult[]> {
  const worker = await arena.serve('worker', 0)
  const results: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round++) results.push(await ours(64))
  await worker.stop()
  return results
}

/** PostgreSQL's own benchmark on the same server, where it is installed. */
async function pgbench(url: string): Promise<number | undefined> {
  const host = new URLSearchParams(url.split('?')[1]).get('host') ?? ''
  const run = (...args: string[]) =>
    promisify(execFile)('pgbench', ['-h', host, '-U', 'tributary', ...args, 'postgres'])
  try {
    await run('-i', '-q', '-s', '10')
    const { stdout } = await run('-c', '16', '-j', '2', '-T', '8')
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch {
    return undefined
  }
}
