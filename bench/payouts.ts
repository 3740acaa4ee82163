import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { measureCpu } from './cpu.ts'
import { AUTHORIZATION, openArena, peakMemoryMb } from './support/arena.ts'
import { gains, priced } from './support/bounds.ts'
import { fire, type LoadResult, median, perSecond } from './support/load.ts'
import type { CpuOptions, PieceName } from './support/options.ts'
import { type Line, report } from './support/report.ts'
import { batchRequests, payoutBodies, payoutRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections } from './support/seed.ts'

const PORT = 4792
const CONNECTIONS = 100_000
const SECONDS = 6
const ROUNDS = 3
const PGBENCH_MAX_MS = 120_000
const BATCH = 1_000
/** All but those of a new database; what is no payout costs no more than before. */
const PIECES: readonly PieceName[] = [
  'create',
  'batch',
  'send',
  'life',
  'running',
  'p2p',
  'purchase',
  'get',
  'list',
  'enterprise',
]
const RUNNING = 'POST /payout, everything running: rate'
/** Twice the ratio that version 0.1 came to. */
const TO_PGBENCH_MIN = 1.4

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

/**
 * Creation of payouts, beside the same without lanes, the bare framework and PostgreSQL's own benchmark; then what each
 * piece of a payout's life costs, also as ratios to version 0.1, whose checkout `--against` names. The share of the bare POST
 * has no bound: it writes nothing, and no design that has a payout, its transfer and its answer on the disk comes near it.
 */
export async function payouts(options: CpuOptions): Promise<boolean> {
  const { lines, tpcB } = await measureContestants()
  const { lines: pieces, comparisons } = await measureCpu({ pieces: PIECES, ...options })
  const running = pieces.find(({ name }) => name === RUNNING)
  const toPgbench = running && tpcB ? running.value / tpcB : undefined
  return report('payouts', [
    ...lines,
    ...priced(pieces),
    ...gains(comparisons),
    ...(toPgbench === undefined
      ? []
      : [{ name: 'everything running, to pgbench TPC-B', value: toPgbench, unit: '', atLeast: TO_PGBENCH_MIN }]),
  ])
}

async function measureContestants(): Promise<{ lines: Line[]; tpcB: number | undefined }> {
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
    await Promise.all([bare.stop(), single.stop()])
    const rate = perSecond(at64)
    const paced: LoadResult[] = []
    for (let round = 0; round < ROUNDS; round++) paced.push(await ours(64, rate * 0.7))
    const at16 = await ours(16)
    const at256 = await ours(256)
    // The largest requests, for the memory they take.
    const batches = await fire({ ...batchRequests(CONNECTIONS, BATCH), port: PORT, connections: 4, seconds: SECONDS })
    const memory = await peakMemoryMb(service.child.pid as number)
    const tpcB = await pgbench(arena.url)
    const failed = [...at64, ...bares, ...singles, ...paced, at16, at256, batches].reduce(
      (sum, { bad }) => sum + bad,
      0,
    )
    const lines: Line[] = [
      { name: 'POST /payout, 16 connections', value: at16.perSecond, unit: 'payouts/s' },
      { name: 'POST /payout, 64 connections', value: rate, unit: 'payouts/s' },
      { name: 'POST /payout, 256 connections', value: at256.perSecond, unit: 'payouts/s' },
      { name: 'POST /payout/batch of 1,000', value: batches.perSecond * BATCH, unit: 'payouts/s' },
      { name: 'one transaction per request', value: perSecond(singles), unit: 'payouts/s' },
      { name: 'bare Fastify POST, the same body validated', value: perSecond(bares), unit: 'requests/s' },
      ...(tpcB === undefined ? [] : [{ name: 'pgbench TPC-B, 16 clients', value: tpcB, unit: 'tx/s' }]),
      { name: 'ratio to the bare POST', value: rate / perSecond(bares), unit: '' },
      { name: 'ratio to one transaction per request', value: rate / perSecond(singles), unit: '', atLeast: 5 },
      { name: 'p99 at 70 % of the rate', value: median(paced.map(({ p99Ms }) => p99Ms)), unit: 'ms', atMost: 50 },
      { name: 'requests that failed', value: failed, unit: '', atMost: 0 },
      ...(memory === undefined
        ? []
        : [{ name: 'peak memory of the API process', value: memory, unit: 'MB', atMost: 400 }]),
    ]
    return { lines, tpcB }
  } finally {
    await service.stop()
    await arena.close()
  }
}

/** PostgreSQL's own benchmark on the same server, where it is installed. */
async function pgbench(url: string): Promise<number | undefined> {
  const host = new URLSearchParams(url.split('?')[1]).get('host') ?? ''
  // Without its password it would ask for one, and wait.
  const password = decodeURIComponent(/:([^:@/]*)@/.exec(url)?.[1] ?? '')
  const run = (...args: string[]) =>
    promisify(execFile)('pgbench', ['-h', host, '-U', 'tributary', ...args, 'postgres'], {
      env: { ...process.env, PGPASSWORD: password },
      timeout: PGBENCH_MAX_MS,
    })
  try {
    await run('-i', '-q', '-s', '10')
    const { stdout } = await run('-c', '16', '-j', '2', '-T', '8')
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } catch {
    return undefined
  }
}
