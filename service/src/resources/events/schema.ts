import { Type } from 'typebox'
import type * as contract from '../../../../contracts/webhooks.ts'
import { Closed, OneOf, periodQuery, Shape, Text, Timestamp, UserData, type Wire } from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import { EVENTS } from './model.ts'
import { type EventRow, ORDERS } from './store.ts'

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
  type: Type.Optional(OneOf(EVENTS)),
  resource: Type.Optional(Text(64, { description: 'Events of this resource only.' })),
  created_after: periodQuery.created_after,
  created_before: periodQuery.created_before,
  page_size: periodQuery.page_size,
})

const EventSchema = Shape('Event', {
  id: Type.String({ description: 'Sent as `webhook-id`.', examples: ['evt_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  position: Type.Integer({ description: 'Counts your events from 1 without gaps.', examples: [1_042] }),
  type: OneOf(EVENTS),
  resource: Type.String({ description: 'The id of what changed.', examples: ['pay_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  timestamp: Type.Integer({ description: 'Unix seconds of the change, as webhooks say it.' }),
  user_data: UserData,
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

export const viewEvent = (row: EventRow): Wire<typeof EventSchema, contract.EventView> => ({
  id: row.id,
  position: row.position,
  type: row.type,
  resource: row.resource,
  timestamp: Math.floor(row.at.getTime() / 1_000),
  user_data: row.user_data ?? {},
  created_at: iso(row.at),
})
