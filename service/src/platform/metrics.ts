import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { FigureReader } from './figures.ts'
import {
  formatMetrics,
  type MetricSnapshot,
  type MetricsFormat,
  registerProcessMetrics,
  snapshotOf,
} from './metrics-of-processes.ts'
import { type RequestTally, registerTallies } from './request-tally.ts'
import type { Tally } from './tally.ts'

export interface Metrics {
  /** One tally per route and status; http/ adds each with its first request. */
  readonly requests: RequestTally[]
  readonly laneBatch: Histogram<'lane'>
  readonly laneWait: Histogram<'lane'>
  readonly poolWait: Histogram
  /** One count per server, which http/ adds. */
  readonly inFlight: InFlight[]
  readonly standbyLag: Gauge
  readonly problems: Counter<'environment' | 'code'>
  readonly replays: Counter<'environment'>
  readonly deliveries: Counter<'environment' | 'outcome'>
  readonly messages: Counter<'environment' | 'channel' | 'outcome'>
  readonly background: BackgroundMetrics
  text(format: MetricsFormat): Promise<string>
  /** The values of this process, for one that adds up several. */
  snapshot(): Promise<MetricSnapshot[]>
}

/** Requests of a server that are not answered yet: a plain number, because every request changes it twice. */
export interface InFlight {
  readonly environment: string
  count: number
}

/** Metrics of a worker. */
export interface BackgroundMetrics {
  readonly sweepRan: Gauge
  readonly auditRan: Gauge
  readonly auditedUntil: Gauge
  readonly bankExchanged: Gauge<'step'>
  readonly bankFailures: Counter<'step'>
}

/** Values that others keep: rows of the database, and counts of the rooms. */
export interface MetricSources {
  readonly figures?: FigureReader
  readonly tallies?: readonly Pick<Tally<never>, 'register'>[]
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The process's own registry. Event-loop delay and memory come with the defaults. */
export function createMetrics({ figures, tallies = [] }: MetricSources = {}): Metrics {
  const registry = new Registry()
  registerProcessMetrics(registry)
  const registers = [registry]
  const requests: RequestTally[] = []
  const inFlight: InFlight[] = []
  figures?.register(registry)
  for (const tally of tallies) tally.register(registry)
  registerTallies(registry, requests)
  registerInFlight(registers, inFlight)
  return {
    requests,
    inFlight,
    ...performanceMetrics(registers),
    ...outcomeMetrics(registers),
    background: backgroundMetrics(registers),
    text: async (format) => formatMetrics(await snapshotOf(registry), format),
    snapshot: () => snapshotOf(registry),
  }
}

function registerInFlight(registers: Registry[], servers: readonly InFlight[]): void {
  new Gauge({
    name: 'tributary_http_requests_in_flight',
    help: 'Requests received and not answered yet.',
    labelNames: ['environment'],
    registers,
    collect() {
      this.reset()
      for (const { environment, count } of servers) this.inc({ environment }, count)
    },
  })
}

function performanceMetrics(registers: Registry[]) {
  return {
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
      buckets: SECONDS,
      registers,
    }),
    poolWait: new Histogram({
      name: 'tributary_pool_wait_seconds',
      help: 'How long a transaction or read had waited for a connection to the database.',
      buckets: SECONDS,
      registers,
    }),
    standbyLag: new Gauge({
      name: 'tributary_standby_lag_seconds',
      help: 'How far the standby that is read is behind; -1 while it cannot be read, 0 without one.',
      aggregator: 'max',
      registers,
    }),
  }
}

function outcomeMetrics(registers: Registry[]) {
  return {
    problems: new Counter({
      name: 'tributary_http_problems_total',
      help: 'Requests answered with an error, by its code, such as insufficient_funds.',
      labelNames: ['environment', 'code'],
      registers,
    }),
    replays: new Counter({
      name: 'tributary_idempotency_replays_total',
      help: 'Requests answered with the answer to an earlier request of the same idempotency key.',
      labelNames: ['environment'],
      registers,
    }),
    deliveries: new Counter({
      name: 'tributary_deliveries_total',
      help: 'Attempts to call a webhook: delivered, failed (and tried again) or dead (the last one failed).',
      labelNames: ['environment', 'outcome'],
      registers,
    }),
    messages: new Counter({
      name: 'tributary_messages_total',
      help: 'Attempts to send an e-mail or SMS: delivered, captured, retried or failed for good.',
      labelNames: ['environment', 'channel', 'outcome'],
      registers,
    }),
  }
}

/** Moments are gauges of which the newest counts, because several workers may do the same work. */
function backgroundMetrics(registers: Registry[]): BackgroundMetrics {
  const moment = { aggregator: 'max' as const, registers }
  return {
    sweepRan: new Gauge({
      name: 'tributary_sweep_last_run_timestamp_seconds',
      help: 'When the worker last looked for rows that are due.',
      ...moment,
    }),
    auditRan: new Gauge({
      name: 'tributary_audit_last_run_timestamp_seconds',
      help: 'When the audit of the books last came to its end, whatever it found.',
      ...moment,
    }),
    auditedUntil: new Gauge({
      name: 'tributary_audit_covers_until_timestamp_seconds',
      help: 'What was booked before this moment has been audited; the time since then is the lag of the audit.',
      ...moment,
    }),
    bankExchanged: new Gauge({
      name: 'tributary_bank_exchange_last_success_timestamp_seconds',
      help: 'When a step of the file exchange with the bank last succeeded.',
      labelNames: ['step'],
      ...moment,
    }),
    bankFailures: new Counter({
      name: 'tributary_bank_exchange_failures_total',
      help: 'Steps of the file exchange with the bank that failed.',
      labelNames: ['step'],
      registers,
    }),
  }
}
