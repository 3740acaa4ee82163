import { NoAnswer, type SafeAnswer, type SafeClient } from '../../../platform/safe-http.ts'
import { type Span, type SpanOptions, traced } from '../../../platform/traces.ts'
import type { Endpoint } from './endpoints.ts'
import { notificationBody, notificationHeaders } from './notification.ts'
import { type AttemptResult, readRetryAfter } from './schedule.ts'
import type { Leased } from './store.ts'

const ANSWER_LOGGED_BYTES = 1_024

/** A claimed delivery, and the webhook it goes to. */
export interface Job extends Leased, Endpoint {
  /** The process's monotonic clock when `real_now` was read. */
  readonly claimedAt: number
}

/** The result of a call, and when it began by the tenant's clock. */
export type CallResult = AttemptResult & { readonly at: Date }

/** Sends the notification. Timestamps: the claim's database time plus the elapsed monotonic time. */
export async function callWebhook(client: SafeClient, job: Job): Promise<CallResult> {
  const startedAt = performance.now()
  const sinceClaimMs = startedAt - job.claimedAt
  const sentAt = new Date(job.real_now.getTime() + sinceClaimMs)
  const body = notificationBody(job.endpoint.event, job, job.endpoint.format)
  const headers = notificationHeaders(
    // A test has no event: it is sent under the id of its delivery.
    { id: job.event_id ?? job.id, body, attempt: job.attempt },
    job.credentials,
    sentAt,
  )
  const answer = await traced('webhook', spanOf(job), (span) =>
    client.post({ url: job.endpoint.url, headers: { ...headers, ...traceHeader(span) }, body }),
  ).catch((error: unknown) => {
    if (error instanceof NoAnswer) return error
    return new NoAnswer('The call failed.')
  })
  const result = resultOf(answer, Math.round(performance.now() - startedAt), sentAt.getTime())
  return { ...result, at: new Date(job.tenant_now.getTime() + sinceClaimMs) }
}

const spanOf = ({ id, event_id, resource, attempt }: Job): SpanOptions => ({
  kind: 'client',
  attributes: {
    'tributary.resource': resource,
    'tributary.event': event_id ?? undefined,
    'tributary.delivery': id,
    'tributary.attempt': attempt,
  },
})

const traceHeader = (span: Span | undefined) => (span ? { traceparent: span.traceparent } : {})

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
