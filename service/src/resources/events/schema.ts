import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/webhooks.ts'
import { Closed, OneOf, periodQuery, Shape, Text, Timestamp, UserData, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { DescribedEvent } from './describe.ts'
import { EVENTS } from './model.ts'
import { ORDERS } from './store.ts'

export const EventQuery = Closed({
  after: Type.Optional(
    Type.String({
      pattern: '^(\\d{1,15}|evt_[0-9a-z]{1,60})$',
      'x-form': 'the position or the id of an event',
      description:
        'Where to go on: the position or the id of the last event you have. From the first one, when absent.',
      examples: ['1041'],
    }),
  ),
  order: Type.Optional(
    OneOf(ORDERS, { default: 'oldest', description: '`newest`: the last ones first, and `after` goes on backwards.' }),
  ),
  type: Type.Optional(OneOf(EVENTS, { description: 'Events of this type only.' })),
  event: Type.Optional(OneOf(EVENTS, { description: 'The same as `type`, by the name that webhooks use.' })),
  resource: Type.Optional(Text(64, { description: 'Events of this resource only.' })),
  created_after: periodQuery.created_after,
  created_before: periodQuery.created_before,
  page_size: periodQuery.page_size,
})

const Value = (description: string) => Type.Unknown({ description })

const FieldChange = Shape('FieldChange', {
  before: Value('As the API showed it before; null where it was absent.'),
  after: Value('As the API showed it afterwards; null where it is absent.'),
})

const Changes = Type.Unsafe<Record<string, Static<typeof FieldChange>>>({
  type: 'object',
  additionalProperties: FieldChange,
  description:
    'The fields that changed, by their name on the resource. `activity`, `rejection`, `updated_at`, signed addresses, and what the API never returns are left out: `{}` where nothing else changed. Absent from events of version 0.1 whose change is not known any more.',
  examples: [{ status: { before: 'pending', after: 'sent' } }],
})

const EventSchema = Shape('Event', {
  id: Type.String({
    description: 'The event’s own id: the header `webhook-id`. The `id` in the body of a webhook is `resource` here.',
    examples: ['evt_01kk3v9x2qf8m6t4w0c5n7d1ha'],
  }),
  position: Type.Integer({ description: 'Counts your events from 1 without gaps.', examples: [1_042] }),
  type: OneOf(EVENTS, { description: 'The kind of resource that changed.' }),
  event: OneOf(EVENTS, { description: 'The same as `type`, by the name that webhooks use.' }),
  resource: Type.String({
    description: 'The id of what changed: `id` in the body of a webhook.',
    examples: ['pay_01kk3v9x2qf8m6t4w0c5n7d1ha'],
  }),
  timestamp: Type.Integer({ description: 'Unix seconds of the change, as webhooks say it.' }),
  user_data: UserData,
  changes: Type.Optional(Changes),
  summary: Type.String({
    description: 'What happened, in a sentence for people. Its words may change: programs read `changes`.',
    examples: ['Payout of $125.00 to Alice Alison was sent: available to the creator.'],
  }),
  created_at: Timestamp({ description: 'When it changed.' }),
})

export const EventPage = Shape('EventPage', {
  data: Type.Array(EventSchema),
  pagination: Shape('EventPagination', {
    page_size: Type.Integer(),
    next_after: Type.Integer({ description: 'Ask with `after` set to this for what comes next.' }),
    has_more: Type.Boolean({ description: 'Whether there is more already.' }),
  }),
})

export const viewEvent = (row: DescribedEvent): Wire<typeof EventSchema, contract.EventView> => ({
  id: row.id,
  position: row.position,
  type: row.type,
  event: row.type,
  resource: row.resource,
  timestamp: Math.floor(row.at.getTime() / 1_000),
  user_data: row.user_data ?? {},
  ...(row.changes === null ? {} : { changes: row.changes }),
  summary: row.summary,
  created_at: iso(row.at),
})
