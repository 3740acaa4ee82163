import { Type } from 'typebox'
import { Closed, OneOf, Text, UserData } from '../../http/index.ts'
import { EVENTS } from '../events/index.ts'
import type { WebhookRow } from './store.ts'

export const WebhookCreate = Closed({
  url: Type.String({
    format: 'uri',
    maxLength: 2_048,
    description: 'Receives the notifications. HTTPS in production; http and loopback are allowed in sandbox.',
    examples: ['https://example.com/hooks/tributary'],
  }),
  event: OneOf(EVENTS, { description: 'One webhook per event.' }),
  basic_user: Type.Optional(Text(255, { description: 'User name of the Basic header sent along; never returned.' })),
  basic_secret: Type.Optional(Text(255, { description: 'Password of the Basic header sent along; never returned.' })),
  user_data: Type.Optional(UserData),
})

const fields = {
  id: Type.String({ examples: ['wh_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  url: Type.String({ examples: ['https://example.com/hooks/tributary'] }),
  event: OneOf(EVENTS),
}

export const WebhookSchema = Type.Object({ ...fields, user_data: Type.Optional(UserData) })

export const WebhookDeleted = Type.Object({ ...fields, deleted: Type.Literal(true) })

export const viewWebhook = (row: WebhookRow) => ({
  id: row.id,
  url: row.url,
  event: row.event,
  ...(row.user_data ? { user_data: row.user_data } : {}),
})
