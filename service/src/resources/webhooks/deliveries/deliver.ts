import type { Claim, CourierKind, Done, Line } from '../../../platform/courier.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { Vault } from '../../../platform/vault.ts'
import { describeEventsAt, type EventSubjects } from '../../events/index.ts'
import type { WebhookKey } from '../model.ts'
import { readEndpoint } from '../store.ts'
import { type CallResult, callWebhook, type Job } from './call.ts'
import { type ClientOptions, createClients } from './clients.ts'
import { createEndpoints, openCredentials } from './endpoints.ts'
import { noteHealth } from './health.ts'
import { isSuccess, judge } from './schedule.ts'
import {
  busyWebhooksStatement,
  leaseDeliveries,
  lockCandidates,
  promoteNext,
  putBehind,
  type Recorded,
  recordAttempts,
  releaseLeases,
  renewLeases,
} from './store.ts'

export interface DeliveryDeps extends ClientOptions {
  readonly database: Database
  readonly vault: Vault
  readonly metrics: Metrics
  readonly leaseMs: number
  /** Name the resources of events, for webhooks that are told what changed. */
  readonly subjects: EventSubjects
}

export type WebhookLine = Line & WebhookKey

/** Undefined if no call was made, because the webhook was deleted or disabled after the claim. */
type Outcome = CallResult | undefined

/** Sends the deliveries that are due, each webhook apart, in the order of each resource. */
export function webhookDeliveries(deps: DeliveryDeps): CourierKind<WebhookLine, Job, Outcome> {
  const { database, vault, metrics, leaseMs } = deps
  const clients = createClients(deps)
  const endpoints = createEndpoints(database, vault)
  return {
    name: 'deliveries',
    concurrency: deps.concurrency,
    linesStatement: busyWebhooksStatement,
    keyOf: ({ webhook }) => webhook,
    claim: (line, limit) => database.transaction((tx) => claim(tx, line, limit, deps)),
    async send(line, job) {
      const current = await endpoints.current(line, job, job.claimedAt)
      if (!current) return undefined
      const { endpoint, credentials } = current
      return callWebhook(clients.of(line.webhook, endpoint.environment), { ...job, endpoint, credentials })
    },
    async record(line, done) {
      const attempts = done.flatMap(({ job, outcome }) => (outcome ? [judged(job, outcome)] : []))
      const { recorded, promoted } = await database.transaction((tx) => record(tx, line, done, attempts, vault))
      // The deliveries of one webhook, which is in one environment.
      const environment = done[0]?.job.endpoint.environment
      for (const { verdict } of recorded) {
        const outcome = verdict.status === 'due' ? 'failed' : verdict.status
        if (environment) metrics.deliveries.inc({ environment, outcome })
      }
      return promoted > 0
    },
    renew: (line, jobs) => renewLeases(database.sql, line, jobs, leaseMs),
    release: (line, jobs) => releaseLeases(database.sql, line, jobs),
    rest(line) {
      endpoints.forget(line)
      clients.rest(line.webhook)
    },
  }
}

async function claim(
  tx: Tx,
  webhook: WebhookKey,
  limit: number,
  { vault, leaseMs, subjects }: DeliveryDeps,
): Promise<Claim<Job>> {
  const [endpoint, candidates] = await Promise.all([readEndpoint(tx, webhook), lockCandidates(tx, webhook, limit)])
  // Deleted or disabled since it was found.
  if (!endpoint) return { jobs: [], more: false }
  const blocked = candidates.filter(({ blocker }) => blocker !== null)
  if (blocked.length > 0) await putBehind(tx, webhook, blocked)
  const free = candidates.filter(({ blocker }) => blocker === null).map(({ id }) => id)
  const leased = free.length === 0 ? [] : await leaseDeliveries(tx, webhook, free, leaseMs)
  const positions = endpoint.format === null ? [] : leased.map(({ position }) => position)
  const details = await describeEventsAt(tx, webhook.tenant, positions, subjects)
  const credentials = openCredentials(vault, webhook, endpoint)
  const claimedAt = performance.now()
  return {
    jobs: leased.map((row) => ({ ...row, details: details.get(row.position), endpoint, credentials, claimedAt })),
    more: candidates.length >= limit,
  }
}

type Attempt = Recorded & { readonly resource: string; readonly isTest: boolean }

function judged(job: Job, outcome: CallResult): Attempt {
  const isTest = job.event_id === null
  return {
    id: job.id,
    attempt: job.attempt,
    resource: job.resource,
    isTest,
    at: outcome.at,
    failures: isSuccess(outcome) ? job.failures : job.failures + 1,
    verdict: judge({ at: outcome.at, failures: job.failures, isTest }, outcome, Math.random()),
    result: outcome,
  }
}

async function record(
  tx: Tx,
  webhook: WebhookKey,
  done: readonly Done<Job, Outcome>[],
  attempts: readonly Attempt[],
  vault: Vault,
): Promise<{ recorded: readonly Attempt[]; promoted: number }> {
  const dropped = done.filter(({ outcome }) => outcome === undefined).map(({ job }) => job)
  if (dropped.length > 0) await releaseLeases(tx, webhook, dropped)
  if (attempts.length === 0) return { recorded: [], promoted: 0 }
  const ids = await recordAttempts(tx, webhook, attempts)
  const recorded = attempts.filter(({ id }) => ids.has(id))
  const finished = recorded.filter(({ verdict }) => verdict.status !== 'due').map(({ resource }) => resource)
  const promoted = finished.length === 0 ? 0 : await promoteNext(tx, webhook, [...new Set(finished)])
  const [first] = done
  if (first) await noteHealth(tx, webhook, first.job.endpoint, recorded, vault)
  return { recorded, promoted }
}
