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

const PORT = 4799
const CONNECTIONS = 1_000
/** Short turns, and many: what else the machine does lasts longer than a pair of them. */
const SECONDS = 1
/** Not counted: spans of the turn before are sent within a second, and must not be paid by a turn without any. */
const LEAD_IN_SECONDS = 1.2
/** Until the compiler has done with what a process runs. */
const WARM_UP_SECONDS = 5
const PROCESSES = 2
const PAIRS = 20
const ONE_PERCENT = 100
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

const LOADS: Readonly<Record<string, Load>> = {
  'GET /enterprise': { method: 'GET', path: '/enterprise/v1/enterprise', authorization: AUTHORIZATION },
  'POST /payout': payoutRequests(CONNECTIONS),
}

type Which = 'untraced' | 'traced'
type Costs = Readonly<Record<Which, number>>

/**
 * The cost of traces at 1 %, in CPU per request, in turns with none: of one process, to which callers send no trace and then one
 * in a hundred requests. Two processes of one program differ by a tenth and more for as long as they live, by what was compiled
 * when and where memory lies: beside that, three percent cannot be seen.
 */
export async function traces(): Promise<boolean> {
  const arena = await openArena()
  const collector = await openCollector()
  try {
    const found = new Map<string, Costs[]>(Object.keys(LOADS).map((name) => [name, []]))
    for (let nth = 0; nth < PROCESSES; nth++) {
      const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_PERCENT: '0' }
      const service = await arena.serve('api', PORT, tracing)
      if (nth === 0) await seed(arena.database)
      for (const [name, costs] of found) costs.push(...(await measure(service, LOADS[name] as Load)))
      await service.stop()
    }
    const lines: Line[] = [...found].flatMap(([name, costs]) => [
      { name: `${name}, no request traced`, value: median(costs.map(({ untraced }) => untraced)), unit: 'µs of CPU' },
      { name: `${name}, 1 % traced`, value: median(costs.map(({ traced }) => traced)), unit: 'µs of CPU' },
      {
        name: `${name}: ratio, median of the pairs`,
        value: median(costs.map(({ traced, untraced }) => traced / untraced)),
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
  await fund(`http://127.0.0.1:${PORT}/enterprise/v1`, AUTHORIZATION)
}

async function measure({ child }: Contestant, load: Load): Promise<Costs[]> {
  const orders = { untraced: load, traced: { ...load, tracedEvery: ONE_PERCENT } }
  await fire({ ...orders.traced, port: PORT, connections: 64, seconds: WARM_UP_SECONDS })
  const costs: Costs[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const cost = { untraced: 0, traced: 0 }
    // The second of a pair finds more rows, and perhaps another machine: they take turns at that too.
    const order = pair % 2 === 0 ? (['untraced', 'traced'] as const) : (['traced', 'untraced'] as const)
    for (const which of order) cost[which] = await costOf(child.pid as number, orders[which])
    costs.push(cost)
  }
  return costs
}

/** CPU of the process for one request, in microseconds. */
async function costOf(pid: number, load: Load): Promise<number> {
  await fire({ ...load, port: PORT, connections: 64, seconds: LEAD_IN_SECONDS })
  const before = cpuMicroseconds(pid)
  const { good } = await fire({ ...load, port: PORT, connections: 64, seconds: SECONDS })
  return (cpuMicroseconds(pid) - before) / good
}
