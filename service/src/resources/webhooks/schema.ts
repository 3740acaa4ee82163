import { Type } from 'typebox'
import type * as contract from '../../../../contracts/webhooks.ts'
import {
  Body,
  Clearable,
  Described,
  HttpUrl,
  Nullable,
  ResourceId,
  Shape,
  Text,
  Timestamp,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { EventTypeSchema } from '../events/index.ts'
import type { WebhookRow } from './store.ts'

const Url = HttpUrl({
  description:
    'Receives the notifications: a URL without credentials. HTTPS in production; http is allowed in sandbox, and loopback where the service runs on your own machine.',
  examples: ['https://example.com/hooks/tributary'],
})

const BasicUser = Text(255, {
  description: 'User name of the Basic header sent along; never returned.',
  examples: ['tributary'],
})

const BasicSecret = Text(255, {
  description: 'Password of the Basic header sent along; never returned.',
  examples: ['correct horse battery staple'],
})

const Format = Values<contract.WebhookFormat>('WebhookFormat', 'What each call tells. `standard` when absent.', {
  standard: 'that something changed: four fields',
  full: 'the four fields, and `changes` and `summary` as in `GET /event`',
})

export const WebhookCreate = Body('WebhookCreate', {
  url: Url,
  event: Described(EventTypeSchema, 'What to hear of. One webhook per event: a second one is 409 `webhook_exists`.'),
  format: Type.Optional(Format),
  basic_user: Nullable(BasicUser),
  basic_secret: Nullable(BasicSecret),
  user_data: Nullable(UserData),
})

export const WebhookUpdate = Body('WebhookUpdate', {
  url: Type.Optional(
    HttpUrl({ description: 'As when it is created.', examples: ['https://example.com/hooks/tributary'] }),
  ),
  format: Type.Optional(Format),
  basic_user: Clearable(BasicUser),
  basic_secret: Clearable(BasicSecret),
  user_data: Clearable(UserData),
})

const fields = {
  id: ResourceId('wh', 'The id of the webhook.'),
  url: Type.String({ description: 'Receives the notifications.', examples: ['https://example.com/hooks/tributary'] }),
  event: EventTypeSchema,
}

export const WebhookSchema = Shape('Webhook', {
  ...fields,
  format: Type.Optional(
    Type.Literal('full', { description: 'That its calls tell what changed. Absent for the standard format.' }),
  ),
  user_data: Type.Optional(UserData),
  disabled_at: Type.Optional(Timestamp({ description: 'Since when it is not called; absent while it is.' })),
  disabled_because: Type.Optional(Type.String({ description: 'Why it is not called, for people.' })),
})

export const SecretSchema = Shape('WebhookSecret', {
  secret: Type.String({
    pattern: '^whsec_',
    description: 'Signs every notification, by Standard Webhooks. Keep it secret.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  }),
  previous_secret: Type.Optional(Type.String({ description: 'Signs beside it until `previous_valid_until`.' })),
  previous_valid_until: Type.Optional(Timestamp({ description: 'When the previous secret ends, if there is one.' })),
})

export const WebhookDeleted = Shape('WebhookDeleted', {
  ...fields,
  deleted: Type.Literal(true, { description: 'Always true: the webhook is gone.' }),
})

export const viewWebhook = (row: WebhookRow): Wire<typeof WebhookSchema, contract.Webhook> => ({
  id: row.id,
  url: row.url,
  event: row.event,
  ...(row.format ? { format: row.format } : {}),
  ...(row.user_data ? { user_data: row.user_data } : {}),
  ...(row.disabled_at ? { disabled_at: iso(row.disabled_at) } : {}),
  ...(row.disabled_because ? { disabled_because: row.disabled_because } : {}),
})
