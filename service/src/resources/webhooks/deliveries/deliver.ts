import type { Environment } from '../../../kernel/environment.ts'
import { iso, SECOND_MS } from '../../../kernel/time.ts'
import type { Claim, CourierKind, Done, Line } from '../../../platform/courier.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { NameLookup } from '../../../platform/name-lookup.ts'
import { createSafeClient, NoAnswer, type SafeAnswer, type SafeClient } from '../../../platform/safe-http.ts'
import type { Vault } from '../../../platform/vault.ts'
import { readContact } from '../../../tenants/index.ts'
import { queueMessages } from '../../messages/index.ts'
import { disableWebhook, type EndpointRow, findMissedSince, noteFailures, noteSuccess, readEndpoint } from '../store.ts'
import { type Credentials, credentialsOf, notificationBody, notificationHeaders } from './notification.ts'
import { type AttemptResult, disabledBecause, isSuccess, judge, readRetryAfter } from './schedule.ts'
import {
  findBusyWebhooks,
  type Leased,
  leaseDeliveries,
  lockCandidates,
  type Place,
  promoteNext,
  putBehind,
  type Recorded,
  recordAttempts,
  releaseLeases,
  renewLeases,
} from './store.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const ANSWER_BYTES_MAX = 64 * 1_024
const ANSWER_LOGGED_BYTES = 1_024
/** Kept-alive connections of a webhook that has nothing to do are closed after this. */
const IDLE_MS = 60 * SECOND_MS
/** What is known of a webhook is read again after this. */
const FRESH_MS = SECOND_MS

export interface DeliveryDeps {
  readonly database: Database
  readonly vault: Vault
  readonly metrics: Metrics
  readonly leaseMs: number
  /** Calls to one webhook at once. */
  readonly concurrency: number
  /** Each webhook's own, when absent. */
  readonly names?: NameLookup
}

export interface WebhookLine extends Line {
  readonly place: Place
}

/** A webhook as it was read, and its credentials. */
interface Endpoint {
  readonly endpoint: EndpointRow
  readonly credentials: Credentials
}

interface Job extends Leased, Endpoint {
  /** By the monotonic clock of this process, when `real_now` was read. */
  readonly claimedAt: number
}

/** What an attempt brought, and when it began by the tenant's clock; nothing when it was not made. */
type Sent = (AttemptResult & { readonly at: Date }) | undefined

/** Sends what is due, each webhook for itself, in the order of each resource. */
export function webhookDeliveries(deps: DeliveryDeps): CourierKind<WebhookLine, Job, Sent> {
  const { database, metrics, leaseMs } = deps
  const clients = createClients(deps)
  const endpoints = createEndpoints(deps)
  return {
    name: 'deliveries',
    concurrency: deps.concurrency,
    async lines() {
      const places = await findBusyWebhooks(database.sql)
      return places.map((place) => ({ key: place.webhook, place }))
    },
    claim: ({ place }, limit) => database.transaction((tx) => claim(tx, place, limit, deps)),
    async send({ key, place }, job) {
      const current = await endpoints.current(place, job)
      return current && send(clients.of(key, current.endpoint.environment), { ...job, ...current })
    },
    async record({ place }, done) {
      const attempts = done.flatMap(({ job, outcome }) => (outcome ? [judged(job, outcome)] : []))
      const { recorded, promoted } = await database.transaction((tx) => record(tx, place, done, attempts, deps))
      for (const { verdict } of recorded) {
        metrics.deliveries.inc({ outcome: verdict.status === 'due' ? 'failed' : verdict.status })
      }
      return promoted > 0
    },
    renew: ({ place }, jobs) => renewLeases(database.sql, place, jobs, leaseMs),
    release: ({ place }, jobs) => releaseLeases(database.sql, place, jobs),
    rest({ key, place }) {
      endpoints.forget(place)
      clients.rest(key)
    },
  }
}

async function claim(tx: Tx, place: Place, limit: number, { vault, leaseMs }: DeliveryDeps): Promise<Claim<Job>> {
  const [endpoint, candidates] = await Promise.all([readEndpoint(tx, place), lockCandidates(tx, place, limit)])
  // Deleted or disabled since it was found.
  if (!endpoint) return { jobs: [], more: false }
  const blocked = candidates.filter(({ blocker }) => blocker !== null)
  if (blocked.length > 0) await putBehind(tx, place, blocked)
  const free = candidates.filter(({ blocker }) => blocker === null).map(({ id }) => id)
  const leased = free.length === 0 ? [] : await leaseDeliveries(tx, place, free, leaseMs)
  const credentials = openCredentials(vault, place, endpoint)
  const claimedAt = performance.now()
  return {
    jobs: leased.map((row) => ({ ...row, endpoint, credentials, claimedAt })),
    more: candidates.length >= limit,
  }
}

function openCredentials(vault: Vault, { tenant, webhook }: Place, endpoint: EndpointRow): Credentials {
  const open = (field: string, sealed: Buffer | null): string | undefined =>
    sealed === null ? undefined : vault.open({ tenant, row: webhook, field }, sealed)
  const secrets = [endpoint.signing_secret_sealed, endpoint.previous_secret_sealed]
    .map((sealed) => open('signing_secret', sealed))
    .filter((secret) => secret !== undefined)
  return credentialsOf(
    secrets,
    open('basic_user', endpoint.basic_user_sealed),
    open('basic_secret', endpoint.basic_secret_sealed),
  )
}

async function send(client: SafeClient, job: Job): Promise<Sent> {
  const startedAt = performance.now()
  const after = startedAt - job.claimedAt
  const sentAt = new Date(job.real_now.getTime() + after)
  const body = notificationBody(job.endpoint.event, job.resource, job.at ?? job.created_at, job.user_data)
  const headers = notificationHeaders(
    // A test has no event: it bears the number of its delivery.
    { id: job.event_id ?? job.id, body, attempt: job.attempt },
    job.credentials,
    sentAt,
  )
  const answer = await client.post({ url: job.endpoint.url, headers, body }).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error
    return new NoAnswer('The call failed.')
  })
  const result = resultOf(answer, Math.round(performance.now() - startedAt), sentAt.getTime())
  return { ...result, at: new Date(job.tenant_now.getTime() + after) }
}

function resultOf(answer: SafeAnswer | NoAnswer, durationMs: number, now: number): AttemptResult {
  if (answer instanceof NoAnswer) {
    return { status: null, error: answer.message, answer: null, durationMs, retryAfterMs: null }
  }
  const text = answer.body.subarray(0, ANSWER_LOGGED_BYTES).toString('utf8').replaceAll('\0', '')
  return {
    status: answer.status,
    error: null,
    answer: text,
    durationMs,
    retryAfterMs: readRetryAfter(answer.headers['retry-after'], now),
  }
}

type Attempt = Recorded & { readonly resource: string; readonly isTest: boolean }

function judged(job: Job, outcome: NonNullable<Sent>): Attempt {
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
  place: Place,
  done: readonly Done<Job, Sent>[],
  attempts: readonly Attempt[],
  { vault }: DeliveryDeps,
): Promise<{ recorded: readonly Attempt[]; promoted: number }> {
  const dropped = done.filter(({ outcome }) => outcome === undefined).map(({ job }) => job)
  if (dropped.length > 0) await releaseLeases(tx, place, dropped)
  if (attempts.length === 0) return { recorded: [], promoted: 0 }
  const ids = await recordAttempts(tx, place, attempts)
  const recorded = attempts.filter(({ id }) => ids.has(id))
  const finished = recorded.filter(({ verdict }) => verdict.status !== 'due').map(({ resource }) => resource)
  const promoted = finished.length === 0 ? 0 : await promoteNext(tx, place, [...new Set(finished)])
  const [first] = done
  if (first) await noteHealth(tx, place, first.job.endpoint, recorded, vault)
  return { recorded, promoted }
}

/** A webhook that nobody answers for days is not called any more, and its owner is told. */
async function noteHealth(
  tx: Tx,
  place: Place,
  endpoint: EndpointRow,
  attempts: readonly Attempt[],
  vault: Vault,
): Promise<void> {
  const counted = attempts.filter(({ isTest, result }) => !isTest || result.status === 410)
  const inOrder = counted.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) return
  // Gone is the receiver's last word, also when others in the same batch were still taken.
  const isGone = counted.some(({ result }) => result.status === 410)
  if (!isGone && counted.some(({ result }) => isSuccess(result))) {
    await noteSuccess(tx, place)
    return
  }
  const failed = counted.filter(({ result }) => !isSuccess(result))
  const health = await noteFailures(tx, place, failed.length, first.at)
  if (!health) return
  const why = disabledBecause(
    health,
    counted.map(({ result }) => result),
    last.at,
  )
  if (why === undefined || !(await disableWebhook(tx, place, last.at, why))) return
  const { enterprise, email } = await readContact(tx, place.tenant)
  const missedSince = await findMissedSince(tx, place, health.failingSince)
  const { origin, pathname } = new URL(endpoint.url)
  const facts = {
    enterprise,
    webhook: place.webhook,
    event: endpoint.event,
    url: `${origin}${pathname}`,
    why,
    disabledAt: iso(last.at),
    missedSince: iso(missedSince ?? health.failingSince),
  }
  await queueMessages(tx, place.tenant, [{ kind: 'webhook_disabled', to: email ?? '', facts }], vault)
}

/** What was claimed ahead is sent as the webhook is by then: not when it is gone, and with the secrets it has now. */
function createEndpoints({ database, vault }: DeliveryDeps) {
  const known = new Map<string, { readonly at: number; readonly read: Promise<Endpoint | undefined> }>()

  async function read(place: Place): Promise<Endpoint | undefined> {
    const endpoint = await readEndpoint(database.sql, place)
    return endpoint && { endpoint, credentials: openCredentials(vault, place, endpoint) }
  }

  return {
    /** At most a second old. When it cannot be read, as it was claimed. */
    async current(place: Place, job: Job): Promise<Endpoint | undefined> {
      const now = performance.now()
      if (now - job.claimedAt <= FRESH_MS) return { endpoint: job.endpoint, credentials: job.credentials }
      let entry = known.get(place.webhook)
      if (!entry || now - entry.at > FRESH_MS) {
        entry = { at: now, read: read(place) }
        known.set(place.webhook, entry)
      }
      return entry.read.catch(() => ({ endpoint: job.endpoint, credentials: job.credentials }))
    },
    forget: ({ webhook }: Place) => void known.delete(webhook),
  }
}

/** Kept-alive connections, each webhook's its own. */
function createClients({ concurrency, names }: DeliveryDeps) {
  const clients = new Map<string, { readonly client: SafeClient; idleSince: number | undefined }>()
  return {
    of(key: string, environment: Environment): SafeClient {
      let entry = clients.get(key)
      if (!entry) {
        const client = createSafeClient({
          allowLoopback: environment === 'sandbox',
          timeoutMs: TIMEOUT_MS,
          answerBytesMax: ANSWER_BYTES_MAX,
          socketsMax: concurrency,
          ...(names ? { names } : {}),
        })
        entry = { client, idleSince: undefined }
        clients.set(key, entry)
      }
      entry.idleSince = undefined
      return entry.client
    },
    rest(key: string): void {
      const now = performance.now()
      const resting = clients.get(key)
      if (resting) resting.idleSince = now
      for (const [other, { client, idleSince }] of clients) {
        if (idleSince === undefined || now - idleSince < IDLE_MS) continue
        client.close()
        clients.delete(other)
      }
    },
  }
}
