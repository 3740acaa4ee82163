import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type MetricSnapshot, registerProcessMetrics, snapshotOf } from './metrics-of-processes.ts'
import { type RequestTally, registerTallies } from './request-tally.ts'

export interface Metrics {
  /** One tally per route and status; http/ adds each with its first request. */
  readonly requests: RequestTally[]
  readonly laneBatch: Histogram<'lane'>
  readonly laneWait: Histogram<'lane'>
  readonly lanesActive: Gauge
  readonly inFlight: Gauge<'environment'>
  readonly deliveries: Counter<'outcome'>
  readonly messages: Counter<'channel' | 'outcome'>
  text(): Promise<string>
  /** The values of this process, for one that adds up several. */
  snapshot(): Promise<MetricSnapshot[]>
  readonly contentType: string
}

/** Values that are read only when the metrics are scraped. */
export interface MetricSources {
  queue(): Promise<{ readonly depth: number; readonly oldest_seconds: number }>
}

/** The process's own registry, in Prometheus' text format. Event-loop delay and memory come with the defaults. */
export function createMetrics({ queue }: MetricSources): Metrics {
  const registry = new Registry()
  registerProcessMetrics(registry)
  const registers = [registry]
  const requests: RequestTally[] = []
  registerQueue(registry, queue)
  registerTallies(registry, requests)
  const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return {
    requests,
    laneBatch: new Histogram({
      name: 'tributary_lane_batch_size',
      help: 'Requests committed together in one transaction.',
      labelNames: ['lane'],
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    }),
    laneWait: new Histogram({
      name: 'tributary_lane_wait_seconds',
      help: 'How long the first request of a batch had waited for its turn.',
      labelNames: ['lane'],
      buckets: seconds,
      registers,
    }),
    lanesActive: new Gauge({ name: 'tributary_lanes_active', help: 'Lanes with requests in them.', registers }),
    inFlight: new Gauge({
      name: 'tributary_http_requests_in_flight',
      help: 'Requests received and not answered yet.',
      labelNames: ['environment'],
      registers,
    }),
    deliveries: new Counter({
      name: 'tributary_deliveries_total',
      help: 'Attempts to call a webhook: delivered, failed (and tried again) or dead (the last one failed).',
      labelNames: ['outcome'],
      registers,
    }),
    messages: new Counter({
      name: 'tributary_messages_total',
      help: 'Attempts to send an e-mail or SMS: delivered, captured, retried or failed for good.',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    text: () => registry.metrics(),
    snapshot: () => snapshotOf(registry),
    contentType: registry.contentType,
  }
}

/** The queue is read at most this often, however often the metrics are scraped. */
const QUEUE_FRESH_MS = 5_000

function registerQueue(registry: Registry, queue: MetricSources['queue']): void {
  const registers = [registry]
  let reading: Promise<void> = Promise.resolve()
  let readAt = Number.NEGATIVE_INFINITY

  /** Both gauges wait for one reading, or the second would tell what the last scrape found. */
  function read(): Promise<void> {
    if (performance.now() - readAt < QUEUE_FRESH_MS) return reading
    readAt = performance.now()
    reading = queue().then(
      (state) => {
        depth.set(state.depth)
        oldest.set(state.oldest_seconds)
      },
      // Without a database there is nothing new to say; the rest is said all the same.
      () => {},
    )
    return reading
  }

  const oldest = new Gauge({
    name: 'tributary_deliveries_oldest_due_seconds',
    help: 'How long the oldest delivery that may be sent has waited.',
    aggregator: 'max',
    registers,
    collect: read,
  })
  const depth = new Gauge({
    name: 'tributary_deliveries_queued',
    help: 'Deliveries that are not done, of webhooks that are not disabled.',
    aggregator: 'max',
    registers,
    collect: read,
  })
}
