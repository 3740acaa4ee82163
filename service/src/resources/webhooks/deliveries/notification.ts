import { Webhook } from 'standardwebhooks'

/** The notification of one event, as one attempt sends it. */
export interface Notification {
  /** The same in every attempt. */
  readonly id: string
  readonly body: string
  readonly attempt: number
}

/** The same bytes in every attempt: `user_data` as it was written, and everything else from the event. */
export const notificationBody = (event: string, resource: string, at: Date, userData: string | null): string =>
  `{"event":${JSON.stringify(event)},"id":${JSON.stringify(resource)},"timestamp":${Math.floor(at.getTime() / 1_000)},"user_data":${userData ?? '{}'}}`

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
