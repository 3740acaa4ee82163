import { Type } from 'typebox'
import type * as contract from '../../../../contracts/webhooks.ts'
import { Body, Nullable, OneOf, Shape, Text, Timestamp, UserData, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { EVENTS } from '../events/index.ts'
import type { WebhookRow } from './store.ts'

export const WebhookCreate = Body('WebhookCreate', {
  url: Type.String({
    format: 'uri',
    maxLength: 2_048,
    description:
      'Receives the notifications. HTTPS in production; http is allowed in sandbox, and loopback where the service runs on your own machine.',
    examples: ['https://example.com/hooks/tributary'],
  }),
  event: OneOf(EVENTS, { description: 'One webhook per event.' }),
  basic_user: Type.Optional(Text(255, { description: 'User name of the Basic header sent along; never returned.' })),
  basic_secret: Type.Optional(Text(255, { description: 'Password of the Basic header sent along; never returned.' })),
  user_data: Nullable(UserData),
})

const fields = {
  id: Type.String({ examples: ['wh_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  url: Type.String({ examples: ['https://example.com/hooks/tributary'] }),
  event: OneOf(EVENTS),
}

export const WebhookSchema = Shape('Webhook', {
  ...fields,
  user_data: Type.Optional(UserData),
  disabled_at: Type.Optional(Timestamp({ description: 'Since when it is not called; absent while it is.' })),
  disabled_because: Type.Optional(Type.String()),
})

export const SecretSchema = Shape('WebhookSecret', {
  secret: Type.String({ pattern: '^whsec_', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
  previous_secret: Type.Optional(Type.String({ description: 'Signs beside it until `previous_valid_until`.' })),
  previous_valid_until: Type.Optional(Timestamp()),
})

export const WebhookDeleted = Shape('WebhookDeleted', { ...fields, deleted: Type.Literal(true) })

export const viewWebhook = (row: WebhookRow): Wire<typeof WebhookSchema, contract.Webhook> => ({
  id: row.id,
  url: row.url,
  event: row.event,
  ...(row.user_data ? { user_data: row.user_data } : {}),
  ...(row.disabled_at ? { disabled_at: iso(row.disabled_at) } : {}),
  ...(row.disabled_because ? { disabled_because: row.disabled_because } : {}),
})
