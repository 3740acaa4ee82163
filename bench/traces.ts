import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '../service/src/platform/database.ts'
import { AUTHORIZATION, openArena } from './support/arena.ts'
import { cpuMicroseconds } from './support/cpu-time.ts'
import { fire, median } from './support/load.ts'
import type { Contestant } from './support/process.ts'
import { type Line, report } from './support/report.ts'
import { payoutRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections } from './support/seed.ts'

const PORTS = { off: 4798, on: 4799 }
const CONNECTIONS = 1_000
const SECONDS = 3
/** Until the compiler has done with what a process runs, which is more where it traces. */
const WARM_UP_SECONDS = 5
const PAIRS = 5
const COST_MAX = 1.03

/** A collector that takes every trace and counts the calls. */
async function openCollector() {
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    request.resume()
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, calls: () => calls, close: () => void server.close() }
}

type Load = Omit<Parameters<typeof fire>[0], 'port' | 'connections' | 'seconds'>

type Which = keyof typeof PORTS
type Costs = Readonly<Record<Which, number>>

/** CPU of the process for one request, in microseconds. */
async function costOf(contestant: Contestant, port: number, load: Load): Promise<number> {
  const pid = contestant.child.pid as number
  await fire({ ...load, port, connections: 64, seconds: WARM_UP_SECONDS })
  const before = cpuMicroseconds(pid)
  const { perSecond } = await fire({ ...load, port, connections: 64, seconds: SECONDS })
  return (cpuMicroseconds(pid) - before) / (perSecond * SECONDS)
}

const LOADS: Readonly<Record<string, Load>> = {
  'GET /enterprise': { method: 'GET', path: '/enterprise/v1/enterprise', authorization: AUTHORIZATION },
  'POST /payout': payoutRequests(CONNECTIONS),
}

/**
 * The cost of traces at 1 %, in CPU per request beside a process without them, in turns. Each pair is of new processes: two
 * of one program differ by some percent for as long as they live, by what was compiled when and where memory lies.
 */
export async function traces(): Promise<boolean> {
  const arena = await openArena()
  const collector = await openCollector()
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_PERCENT: '1' }
  try {
    const found = new Map<string, Costs[]>(Object.keys(LOADS).map((name) => [name, []]))
    for (let pair = 0; pair < PAIRS; pair++) {
      const off = await arena.serve('api', PORTS.off)
      const on = await arena.serve('api', PORTS.on, tracing)
      if (pair === 0) await seed(arena.database)
      for (const [name, costs] of found) costs.push(await measurePair({ off, on }, LOADS[name] as Load, pair))
      await Promise.all([off.stop(), on.stop()])
    }
    const lines: Line[] = [...found].flatMap(([name, costs]) => [
      { name: `${name}, traces off`, value: median(costs.map(({ off }) => off)), unit: 'µs of CPU' },
      { name: `${name}, traces at 1 %`, value: median(costs.map(({ on }) => on)), unit: 'µs of CPU' },
      {
        name: `${name}: ratio, median of the pairs`,
        value: median(costs.map(({ on, off }) => on / off)),
        unit: '',
        atMost: COST_MAX,
      },
    ])
    lines.push({ name: 'batches of spans that the collector got', value: collector.calls(), unit: '', atLeast: 1 })
    return await report('traces', lines)
  } finally {
    collector.close()
    await arena.close()
  }
}

/** The first process that is started makes the enterprise. */
async function seed(database: Database): Promise<void> {
  await seedConnections(database, await demoTenant(database), CONNECTIONS)
  await fund(`http://127.0.0.1:${PORTS.off}/enterprise/v1`, AUTHORIZATION)
}

/** The second of a pair finds more rows, and perhaps another machine: they take turns at that too. */
async function measurePair(contestants: Record<Which, Contestant>, load: Load, pair: number): Promise<Costs> {
  const costs = { off: 0, on: 0 }
  const order = pair % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)
  for (const which of order) costs[which] = await costOf(contestants[which], PORTS[which], load)
  return costs
}
