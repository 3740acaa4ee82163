import { describe, expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'
import { countsOf, formatMetrics, type MetricSnapshot, mergeMetrics } from './metrics-of-processes.ts'
import { RequestTally } from './request-tally.ts'

/** The metrics of a process that answered some requests, as they arrive at another process. */
async function processWith(requests: number, queued: number): Promise<MetricSnapshot[]> {
  const metrics = createMetrics({ queue: async () => ({ depth: queued, oldest_seconds: queued * 2 }) })
  const tally = new RequestTally({ environment: 'sandbox', method: 'GET', route: '/x', status: 200 })
  metrics.requests.push(tally)
  for (let nth = 0; nth < requests; nth++) tally.add(0.003)
  metrics.inFlight.inc({ environment: 'sandbox' }, requests)
  metrics.laneBatch.observe({ lane: 'payouts' }, 3)
  metrics.deliveries.inc({ outcome: 'delivered' }, requests)
  return JSON.parse(JSON.stringify(await metrics.snapshot()))
}

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
    expect(linesOf(text, 'tributary_deliveries_total')).toEqual(['tributary_deliveries_total{outcome="delivered"} 8'])
    expect(linesOf(text, 'tributary_http_requests_in_flight')[0]).toMatch(/ 8$/)
  })

  it('say once what every process reads from the same place', async () => {
    const metrics = await Promise.all([processWith(1, 7), processWith(1, 6)])
    const text = await formatMetrics(
      mergeMetrics(metrics.map((one, index) => ({ process: `api-${index + 1}`, metrics: one }))),
    )
    expect(linesOf(text, 'tributary_deliveries_queued')).toEqual(['tributary_deliveries_queued 7'])
    expect(linesOf(text, 'tributary_deliveries_oldest_due_seconds')).toEqual([
      'tributary_deliveries_oldest_due_seconds 14',
    ])
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
    expect(linesOf(text, 'tributary_deliveries_queued')).toEqual(['tributary_deliveries_queued 2'])
    expect(linesOf(text, 'tributary_process_cpu_seconds_total')).toHaveLength(1)
  })
})
