import { collectDefaultMetrics, Registry } from 'prom-client'

/** One metric of one process, as it crosses from there. */
export interface MetricSnapshot {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly aggregator: string
  readonly values: readonly MetricValue[]
}

interface MetricValue {
  /** The series of a histogram: its name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

export interface ProcessMetrics {
  /** The label of its memory, CPU time and event loop; without one they are left out. */
  readonly process?: string
  readonly metrics: readonly MetricSnapshot[]
}

/**
 * How often the event loop is asked whether it is late. The library's own ten milliseconds were two thirds of
 * the times that an idle API woke, and the alert waits for a quarter of a second.
 */
const EVENT_LOOP_MS = 50

/** Memory, CPU time, event loop and collector of one process. */
export function registerProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix: 'tributary_', eventLoopMonitoringPrecision: EVENT_LOOP_MS })
  // Gauges with the suffix of a counter, which Prometheus' own check refuses.
  for (const kind of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`tributary_nodejs_active_${kind}_total`)
  }
}

const ofOneProcess = ({ name }: MetricSnapshot): boolean => /^tributary_(process|nodejs)_/.test(name)

export async function snapshotOf(registry: Registry): Promise<MetricSnapshot[]> {
  const metrics = (await registry.getMetricsAsJSON()) as unknown as (MetricSnapshot & { type: string })[]
  return metrics.map(({ name, help, type, aggregator, values }) => ({ name, help, type, aggregator, values }))
}

/**
 * The metrics of several processes as those of one: counters, histograms and most gauges are added up, a gauge that every
 * process reads from the same place is taken once, and those of a process get its name as a label.
 */
export function mergeMetrics(processes: readonly ProcessMetrics[]): MetricSnapshot[] {
  const merged = new Map<string, MetricSnapshot & { readonly byLabels: Map<string, MetricValue> }>()
  for (const { process, metrics } of processes) {
    for (const metric of metrics) {
      const isOfOne = ofOneProcess(metric)
      if (isOfOne && process === undefined) continue
      const { name, help, type, aggregator } = metric
      const known = merged.get(name) ?? { name, help, type, aggregator, values: [], byLabels: new Map() }
      merged.set(name, known)
      for (const value of metric.values) {
        // JSON has no NaN: what a process could not measure yet comes as null.
        if (typeof value.value !== 'number') continue
        add(known, isOfOne ? { ...value, labels: { process: process as string, ...value.labels } } : value)
      }
    }
  }
  return [...merged.values()].map(({ byLabels, ...metric }) => ({ ...metric, values: [...byLabels.values()] }))
}

function add(
  { aggregator, byLabels }: { aggregator: string; byLabels: Map<string, MetricValue> },
  value: MetricValue,
): void {
  const key = `${value.metricName ?? ''} ${JSON.stringify(Object.entries(value.labels).sort())}`
  const before = byLabels.get(key)
  if (!before) byLabels.set(key, value)
  else {
    const both = aggregator === 'max' ? Math.max(before.value, value.value) : before.value + value.value
    byLabels.set(key, { ...value, value: both })
  }
}

/** Counts that stay true when their process has ended. A sum that fell would look like a restart of the service. */
export const countsOf = (metrics: readonly MetricSnapshot[]): MetricSnapshot[] =>
  metrics.filter((metric) => ['counter', 'histogram'].includes(metric.type) && !ofOneProcess(metric))

/** Prometheus' own text format, or OpenMetrics, in which a counter's family is named without its `_total`. */
export type MetricsFormat = 'prometheus' | 'openmetrics'

export const CONTENT_TYPES = {
  prometheus: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
} as const

/** Asked for as `Accept` says; a scraper that does not name OpenMetrics gets what every one can read. */
export const formatFor = (accept: string | undefined): MetricsFormat =>
  accept?.includes('application/openmetrics-text') ? 'openmetrics' : 'prometheus'

export function formatMetrics(
  metrics: readonly MetricSnapshot[],
  format: MetricsFormat = 'prometheus',
): Promise<string> {
  const registry = new Registry()
  if (format === 'openmetrics') registry.setContentType(CONTENT_TYPES.openmetrics as never)
  for (const metric of metrics) {
    const isFamily = format === 'openmetrics' && metric.type === 'counter'
    const shown = isFamily ? { ...metric, name: metric.name.replace(/_total$/, '') } : metric
    const registered = { name: shown.name, get: async () => shown, reset: () => {} }
    registry.registerMetric(registered as unknown as Parameters<Registry['registerMetric']>[0])
  }
  return registry.metrics()
}
