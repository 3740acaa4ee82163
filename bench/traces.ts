import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AUTHORIZATION, openArena } from './support/arena.ts'
import { cpuMicroseconds } from './support/cpu-time.ts'
import { fire, median } from './support/load.ts'
import type { Contestant } from './support/process.ts'
import { type Line, report } from './support/report.ts'
import { payoutRequests } from './support/requests.ts'
import { demoTenant, fund, seedConnections } from './support/seed.ts'

const PORTS = { off: 4798, on: 4799 }
const CONNECTIONS = 1_000
const SECONDS = 2
const ROUNDS = 21
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

/** CPU of the process for one request, in microseconds. */
async function costOf(contestant: Contestant, port: number, load: Load): Promise<number> {
  const pid = contestant.child.pid as number
  const before = cpuMicroseconds(pid)
  const { perSecond } = await fire({ ...load, port, connections: 64, seconds: SECONDS })
  return (cpuMicroseconds(pid) - before) / (perSecond * SECONDS)
}

/** The cost of traces at 1 %, in CPU per request beside a process without them, in turns. */
export async function traces(): Promise<boolean> {
  const arena = await openArena()
  const collector = await openCollector()
  const off = await arena.serve('api', PORTS.off)
  const on = await arena.serve('api', PORTS.on, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_PERCENT: '1' })
  const contestants = { off, on }
  try {
    await seedConnections(arena.database, await demoTenant(arena.database), CONNECTIONS)
    await fund(`http://127.0.0.1:${PORTS.off}/enterprise/v1`, AUTHORIZATION)
    const loads: Record<string, Load> = {
      'GET /enterprise': { method: 'GET', path: '/enterprise/v1/enterprise', authorization: AUTHORIZATION },
      'POST /payout': payoutRequests(CONNECTIONS),
    }
    const lines: Line[] = []
    for (const [name, load] of Object.entries(loads)) {
      const ratios: number[] = []
      const costs = { off: [] as number[], on: [] as number[] }
      for (let round = 0; round <= ROUNDS; round++) {
        const pair = { off: 0, on: 0 }
        // The second of a pair finds more rows, and perhaps another machine: they take turns at that too.
        for (const which of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
          pair[which] = await costOf(contestants[which], PORTS[which], load)
        }
        // The first round warms both up.
        if (round === 0) continue
        costs.off.push(pair.off)
        costs.on.push(pair.on)
        ratios.push(pair.on / pair.off)
      }
      lines.push(
        { name: `${name}, traces off`, value: median(costs.off), unit: 'µs of CPU' },
        { name: `${name}, traces at 1 %`, value: median(costs.on), unit: 'µs of CPU' },
        { name: `${name}: ratio, median of the pairs`, value: median(ratios), unit: '', atMost: COST_MAX },
      )
    }
    lines.push({ name: 'batches of spans that the collector got', value: collector.calls(), unit: '', atLeast: 1 })
    return await report('traces', lines)
  } finally {
    await Promise.all([off.stop(), on.stop()])
    collector.close()
    await arena.close()
  }
}
