import { Webhook } from 'standardwebhooks'
import type { Leased, NotificationDetails } from './store.ts'

/** The notification of one event, as one attempt sends it. */
export interface Notification {
  /** The same in every attempt. */
  readonly id: string
  readonly body: string
  readonly attempt: number
}

/** A test has no event. */
const TEST: NotificationDetails = { changes: {}, summary: 'A test: nothing has changed.' }

/**
 * The same bytes in every attempt: `user_data` as it was written, and everything else from the event. Only `summary` of the
 * format `full` has the names of the moment.
 */
export function notificationBody(event: string, job: Leased, format: 'full' | null): string {
  const at = job.at ?? job.created_at
  const fields = `"event":${JSON.stringify(event)},"id":${JSON.stringify(job.resource)},"timestamp":${Math.floor(at.getTime() / 1_000)},"user_data":${job.user_data ?? '{}'}`
  return format === null ? `{${fields}}` : `{${fields}${detailsJson(job.event_id === null ? TEST : job.details)}}`
}

/** None where a webhook got its format after the delivery was claimed. */
const detailsJson = (details: NotificationDetails | undefined): string =>
  details === undefined
    ? ''
    : `${details.changes === null ? '' : `,"changes":${JSON.stringify(details.changes)}`},"summary":${JSON.stringify(details.summary)}`

/** The keys that sign a webhook's calls, and its Basic header. Opened from the vault only while calls are made. */
export interface Credentials {
  readonly signers: readonly Webhook[]
  readonly authorization: string | undefined
}

export function credentialsOf(
  secrets: readonly string[],
  basicUser: string | undefined,
  basicSecret: string | undefined,
): Credentials {
  const isBasic = basicUser !== undefined || basicSecret !== undefined
  const basic = Buffer.from(`${basicUser ?? ''}:${basicSecret ?? ''}`).toString('base64')
  return {
    signers: secrets.map((secret) => new Webhook(secret)),
    authorization: isBasic ? `Basic ${basic}` : undefined,
  }
}

/** Standard Webhooks' headers; while secrets overlap, one signature of each. `sentAt` is real time. */
export function notificationHeaders(
  { id, body, attempt }: Notification,
  { signers, authorization }: Credentials,
  sentAt: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Tributary-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signers.map((signer) => signer.sign(id, sentAt, body)).join(' '),
    'webhook-attempt': String(attempt),
    ...(authorization === undefined ? {} : { authorization }),
  }
}
