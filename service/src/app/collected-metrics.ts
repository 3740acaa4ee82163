import { Registry } from 'prom-client'
import {
  countsOf,
  formatMetrics,
  type MetricSnapshot,
  type MetricsFormat,
  mergeMetrics,
  registerProcessMetrics,
  snapshotOf,
} from '../platform/metrics-of-processes.ts'
import type { MemberProcess } from './member-process.ts'

/** A member that does not answer in time is told of as it was when last asked. */
const ANSWER_MS = 2_000

/** The metrics of a service of several processes. */
export interface CollectedMetrics {
  /** The text for all processes together. */
  text(format: MetricsFormat): Promise<string>
  /** Keeps what a member had counted when it was last asked. */
  keepOfEnded(member: MemberProcess): void
}

export function collectMetrics(members: () => Iterable<MemberProcess>): CollectedMetrics {
  const registry = new Registry()
  registerProcessMetrics(registry)
  const latest = new Map<MemberProcess, readonly MetricSnapshot[]>()
  let ofEnded: readonly MetricSnapshot[] = []

  async function ask(member: MemberProcess): Promise<void> {
    const late = AbortSignal.timeout(ANSWER_MS)
    const timeout = new Promise<undefined>((resolve) => late.addEventListener('abort', () => resolve(undefined)))
    const metrics = await Promise.race([member.calls.call('metrics', null), timeout]).catch(() => undefined)
    // One that has ended meanwhile is among the ended already.
    if (metrics && [...members()].includes(member)) latest.set(member, metrics)
  }

  return {
    async text(format) {
      const [own] = await Promise.all([snapshotOf(registry), ...[...members()].map(ask)])
      const ofMembers = [...latest].map(([{ name }, metrics]) => ({ process: name, metrics }))
      const all = mergeMetrics([{ process: 'supervisor', metrics: own }, ...ofMembers, { metrics: ofEnded }])
      return formatMetrics(all, format)
    },
    keepOfEnded(member) {
      const metrics = latest.get(member)
      latest.delete(member)
      if (metrics) ofEnded = mergeMetrics([{ metrics: ofEnded }, { metrics: countsOf(metrics) }])
    },
  }
}
