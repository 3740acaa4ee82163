import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
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
const PAIRS = 15
const UNDER_LOAD = 64
const SHARE = 0.01
const COST_MAX = 1.03

/** A collector that takes every trace and counts the spans. */
async function openCollector() {
  let spans = 0
  const server = createServer(async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: unknown[] }[] }[] }
    for (const { scopeSpans } of sent.resourceSpans) for (const scope of scopeSpans) spans += scope.spans.length
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans: () => spans, close: () => void server.close() }
}

type Load = Omit<Parameters<typeof fire>[0], 'port' | 'connections' | 'seconds'>

const LOADS: Readonly<Record<string, Load>> = {
  'GET /enterprise': { method: 'GET', path: '/enterprise/v1/enterprise', authorization: AUTHORIZATION },
  'POST /payout': payoutRequests(CONNECTIONS),
}

/**
 * The cost of traces at 1 %, in CPU. It is not seen by tracing 1 %: turns of a second differ by a third on a shared machine, and
 * three percent would take a thousand of them. So every request is traced, in turns with none, on one connection: what a
 * traced request costs more is as much as it costs itself. A hundredth of that is what each request pays at 1 %. It is more
 * than what they pay in truth: requests that arrive together share statements, and the spans of these. All in one process,
 * because two of one program differ by a tenth for as long as they live.
 */
export async function traces(): Promise<boolean> {
  const arena = await openArena()
  const collector = await openCollector()
  try {
    const service = await arena.serve('api', PORT, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_PERCENT: '0' })
    await seed(arena.database)
    const lines: Line[] = []
    for (const [name, load] of Object.entries(LOADS))
      lines.push(...(await measure(name, service, load, collector.spans)))
    await service.stop()
    return await report('traces', lines)
  } finally {
    collector.close()
    await arena.close()
  }
}

async function seed(database: Database): Promise<void> {
  await seedConnections(database, await demoTenant(database), CONNECTIONS)
  await fund(`http://127.0.0.1:${PORT}/enterprise/v1`, AUTHORIZATION)
}

async function measure(name: string, { child }: Contestant, load: Load, spans: () => number): Promise<Line[]> {
  const pid = child.pid as number
  const traced = { ...load, tracedEvery: 1 }
  await fire({ ...traced, port: PORT, connections: UNDER_LOAD, seconds: WARM_UP_SECONDS })
  const [plain, extra]: [number[], number[]] = [[], []]
  let sent = 0
  for (let pair = 0; pair < PAIRS; pair++) {
    plain.push((await turn(pid, load, UNDER_LOAD)).cost)
    // The second of a pair finds more rows, and perhaps another machine: they take turns at that too.
    const first = pair % 2 === 0 ? load : traced
    const costs = new Map<Load, number>()
    for (const one of [first, first === load ? traced : load]) {
      const before = spans()
      const { cost, requests } = await turn(pid, one, 1)
      costs.set(one, cost)
      if (one === traced) sent = (spans() - before) / requests
    }
    extra.push((costs.get(traced) as number) - (costs.get(load) as number))
  }
  const [cost, more] = [median(plain), median(extra)]
  return [
    { name: `${name}, a request without a trace, ${UNDER_LOAD} connections`, value: cost, unit: 'µs of CPU' },
    { name: '  a traced one costs more by', value: more, unit: 'µs of CPU' },
    { name: '  and sends', value: sent, unit: 'spans', atLeast: 1 },
    { name: '  ratio with 1 % traced', value: 1 + (SHARE * more) / cost, unit: '', atMost: COST_MAX },
  ]
}

/** CPU of the process for one request, in microseconds. */
async function turn(pid: number, load: Load, connections: number): Promise<{ cost: number; requests: number }> {
  const leadIn = await fire({ ...load, port: PORT, connections, seconds: LEAD_IN_SECONDS })
  const before = cpuMicroseconds(pid)
  const { good } = await fire({ ...load, port: PORT, connections, seconds: SECONDS })
  return { cost: (cpuMicroseconds(pid) - before) / good, requests: leadIn.good + good }
}
