import { describe, expect, it } from 'vitest'
import type { Database, Tx } from './database.ts'
import { FigureReader, type FigureSource } from './figures.ts'
import { createLogger } from './logs.ts'
import { createMetrics } from './metrics.ts'
import { countsOf, formatFor, formatMetrics, type MetricSnapshot, mergeMetrics } from './metrics-of-processes.ts'
import { RequestTally } from './request-tally.ts'

const QUEUED = 'tributary_deliveries_queued'

const waiting = (queued: number): FigureSource => ({
  name: 'deliveries',
  families: { [QUEUED]: { type: 'gauge', help: 'Deliveries that are not done.' } },
  read: async () => [{ name: QUEUED, labels: { environment: 'sandbox' }, value: queued }],
})

/** The metrics of a process that answered some requests, as they arrive at another process. */
async function processWith(requests: number, queued: number): Promise<MetricSnapshot[]> {
  const figures = new FigureReader([waiting(queued)])
  // Every source has its own transaction; this one reads nothing.
  const database = { transaction: (work: (tx: Tx) => unknown) => work((async () => []) as unknown as Tx) }
  figures.readFrom(database as unknown as Database, createLogger('silent'))
  const metrics = createMetrics({ figures })
  const tally = new RequestTally({ environment: 'sandbox', method: 'GET', route: '/x', status: 200 })
  metrics.requests.push(tally)
  for (let nth = 0; nth < requests; nth++) tally.add(0.003)
  metrics.inFlight.push({ environment: 'sandbox', count: requests })
  metrics.laneBatch.observe({ lane: 'payouts' }, 3)
  metrics.deliveries.inc({ environment: 'sandbox', outcome: 'delivered' }, requests)
  return JSON.parse(JSON.stringify(await metrics.snapshot()))
}

const DELIVERED = 'environment="sandbox",outcome="delivered"'

const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

describe('the metrics of several processes', () => {
  it('are added up: counters, histograms and gauges of what each process has', async () => {
    const [one, two] = [await processWith(3, 7), await processWith(5, 6)]
    const merged = mergeMetrics([
      { process: 'api-1', metrics: one },
      { process: 'api-2', metrics: two },
    ])
    const text = await formatMetrics(merged)
    const labels = 'environment="sandbox",method="GET",route="/x",status="200"'
    expect(linesOf(text, 'tributary_http_requests_total')).toEqual([`tributary_http_requests_total{${labels}} 8`])
    const buckets = linesOf(text, 'tributary_http_request_duration_seconds_bucket')
    expect(buckets.filter((line) => line.endsWith(' 8'))).toHaveLength(12)
    expect(buckets.filter((line) => line.endsWith(' 0'))).toHaveLength(3)
    expect(linesOf(text, 'tributary_http_request_duration_seconds_count')[0]).toMatch(/ 8$/)
    expect(linesOf(text, 'tributary_lane_batch_size_sum')).toEqual(['tributary_lane_batch_size_sum{lane="payouts"} 6'])
    expect(linesOf(text, 'tributary_deliveries_total')).toEqual([`tributary_deliveries_total{${DELIVERED}} 8`])
    expect(linesOf(text, 'tributary_http_requests_in_flight')[0]).toMatch(/ 8$/)
  })

  it('say once what every process reads from the same place', async () => {
    const metrics = await Promise.all([processWith(1, 7), processWith(1, 6)])
    const text = await formatMetrics(
      mergeMetrics(metrics.map((one, index) => ({ process: `api-${index + 1}`, metrics: one }))),
    )
    expect(linesOf(text, QUEUED)).toEqual([`${QUEUED}{environment="sandbox"} 7`])
  })

  it('name the process whose memory and CPU time they tell', async () => {
    const merged = mergeMetrics([
      { process: 'api-1', metrics: await processWith(1, 1) },
      { process: 'worker', metrics: await processWith(1, 1) },
    ])
    const memory = linesOf(await formatMetrics(merged), 'tributary_process_resident_memory_bytes')
    expect(memory).toHaveLength(2)
    expect(memory[0]).toMatch(/^tributary_process_resident_memory_bytes\{process="api-1"\} \d+$/)
    const space = 'tributary_nodejs_heap_space_size_total_bytes'
    expect(linesOf(await formatMetrics(merged), space).every((line) => /process="(api-1|worker)"/.test(line))).toBe(
      true,
    )
  })

  it('keep the counts of a process that has ended, and nothing else of it', async () => {
    const ended = countsOf(await processWith(3, 9))
    const text = await formatMetrics(
      mergeMetrics([{ process: 'api-1', metrics: await processWith(5, 2) }, { metrics: ended }]),
    )
    expect(linesOf(text, 'tributary_http_requests_total')[0]).toMatch(/ 8$/)
    expect(linesOf(text, 'tributary_http_requests_in_flight')[0]).toMatch(/ 5$/)
    expect(linesOf(text, QUEUED)).toEqual([`${QUEUED}{environment="sandbox"} 2`])
    expect(linesOf(text, 'tributary_process_cpu_seconds_total')).toHaveLength(1)
  })

  it('are OpenMetrics for a scraper that asks for it: a counter family without its suffix, and an end', async () => {
    expect(formatFor('application/openmetrics-text; version=1.0.0,text/plain;q=0.5')).toBe('openmetrics')
    expect(formatFor('text/plain')).toBe('prometheus')
    const text = await formatMetrics(await processWith(2, 1), 'openmetrics')
    expect(text).toContain('# TYPE tributary_deliveries counter\n')
    expect(linesOf(text, 'tributary_deliveries_total')).toEqual([`tributary_deliveries_total{${DELIVERED}} 2`])
    expect(text.endsWith('\n# EOF\n')).toBe(true)
  })
})
