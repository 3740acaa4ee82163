import type { Registry } from 'prom-client'

const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type RequestLabels = Readonly<Record<'environment' | 'method' | 'route' | 'status', string | number>>

/** Requests of one route, method and status: plain numbers, because prom-client's own counters cost 3 % of every request. */
export class RequestTally {
  readonly labels: RequestLabels
  readonly buckets = new Uint32Array(BUCKETS_S.length)
  count = 0
  seconds = 0

  constructor(labels: RequestLabels) {
    this.labels = labels
  }

  add(seconds: number): void {
    this.count++
    this.seconds += seconds
    const bucket = BUCKETS_S.findIndex((bound) => seconds <= bound)
    if (bucket >= 0) (this.buckets[bucket] as number)++
  }
}

/** Adds the tallies to the metrics, as a counter and a histogram by route and status. */
export function registerTallies(registry: Registry, tallies: readonly RequestTally[]): void {
  const counter = 'tributary_http_requests_total'
  const histogram = 'tributary_http_request_duration_seconds'
  const register = (name: string, help: string, type: string, values: () => object[]): void =>
    registry.registerMetric({
      name,
      get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }),
      reset: () => {},
    } as unknown as Parameters<Registry['registerMetric']>[0])

  register(counter, 'Requests answered, by route and status.', 'counter', () =>
    tallies.map(({ labels, count }) => ({ labels, value: count })),
  )
  register(histogram, 'Time from the request head to the last byte of the answer.', 'histogram', () =>
    tallies.flatMap((tally) => histogramValues(histogram, tally)),
  )
}

function histogramValues(name: string, { labels, buckets, count, seconds }: RequestTally): object[] {
  let below = 0
  const lines = BUCKETS_S.map((le, index) => {
    below += buckets[index] as number
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below }
  })
  return [
    ...lines,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
