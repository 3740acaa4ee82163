import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type RequestTally, registerTallies } from './request-tally.ts'

export interface Metrics {
  /** One per route and status; http/ adds them as they come up. */
  readonly requests: RequestTally[]
  readonly laneBatch: Histogram<'lane'>
  readonly laneWait: Histogram<'lane'>
  readonly lanesActive: Gauge
  readonly inFlight: Gauge<'environment'>
  text(): Promise<string>
  readonly contentType: string
}

/** The process's own registry, in Prometheus' text format. Event-loop delay and memory come with the defaults. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'tributary_' })
  const registers = [registry]
  const requests: RequestTally[] = []
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
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
