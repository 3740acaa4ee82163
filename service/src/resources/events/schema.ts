import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/webhooks.ts'
import {
  Closed,
  Described,
  exampleId,
  OneOf,
  periodQuery,
  Shape,
  Text,
  Timestamp,
  UserData,
  Values,
  WALKED,
  type Wire,
} from '../../http/index.ts'
import { iso } from '../../kernel/time.ts'
import type { DescribedEvent } from './describe.ts'
import type { WebhookEvent } from './model.ts'
import { ORDERS } from './store.ts'

/** The kinds of event. Webhooks subscribe to one each. */
export const EventTypeSchema = Values<WebhookEvent>('EventType', 'The kind of event.', {
  'account_connection.update': 'an account connection changed; the creator completing Connect is one such change',
  'payout.update': 'a payout changed',
  'buyer.update': 'a buyer changed; saving or removing a card is one such change',
  'purchase.update': 'a purchase changed; an automatic refund after a fraud alert is one such change',
  'contract.update': 'a contract changed',
  'approval.update': 'somebody approved or rejected, or an approval expired or became void',
  'withdrawal.update': 'a withdrawal changed',
  'alert.update': 'an alert was raised, or cleared by itself',
})

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
  type: Type.Optional(Described(EventTypeSchema, 'Events of this kind only.')),
  event: Type.Optional(Described(EventTypeSchema, 'The same as `type`, by the name that webhooks use.')),
  resource: Type.Optional(
    Text(64, { description: 'Events of the resource with this id only.', examples: [exampleId('pay')] }),
  ),
  created_after: Type.Optional(Timestamp({ description: `Only of changes after this moment. ${WALKED}` })),
  created_before: Type.Optional(Timestamp({ description: `Only of changes before this moment. ${WALKED}` })),
  page_size: periodQuery.page_size,
})

const Value = (description: string) => Type.Unknown({ description })

const FieldChange = Shape('FieldChange', {
  before: Value('As the API showed it before; null where it was absent.'),
  after: Value('As the API showed it afterwards; null where it is absent.'),
})

export const ChangesSchema = Type.Unsafe<Record<string, Static<typeof FieldChange>>>({
  title: 'Changes',
  type: 'object',
  additionalProperties: FieldChange,
  description:
    'The fields that changed, by their name on the resource. `activity`, `rejection`, `updated_at`, signed addresses, and what the API never returns are left out: `{}` where nothing else changed. Absent from events of version 0.1 whose change is not known any more.',
  examples: [{ status: { before: 'pending', after: 'sent' } }],
})

export const SummarySchema = Type.String({
  description: 'What happened, in a sentence for people. Its words may change: programs read `changes`.',
  examples: ['Payout of $125.00 to Alice Alison was sent: available to the creator.'],
})

const EventSchema = Shape('Event', {
  id: Type.String({
    description: 'The event’s own id: the header `webhook-id`. The `id` in the body of a webhook is `resource` here.',
    examples: [exampleId('evt')],
  }),
  position: Type.Integer({ description: 'Counts your events from 1 without gaps.', examples: [1_042] }),
  type: EventTypeSchema,
  event: Described(EventTypeSchema, 'The same as `type`, by the name that webhooks use.'),
  resource: Type.String({
    description: 'The id of what changed: `id` in the body of a webhook.',
    examples: [exampleId('pay')],
  }),
  timestamp: Type.Integer({
    description: 'Unix seconds of the change, as webhooks say it.',
    examples: [1_794_705_120],
  }),
  user_data: Described(UserData, 'The `user_data` of the resource; `{}` when it has none.'),
  changes: Type.Optional(ChangesSchema),
  summary: SummarySchema,
  created_at: Timestamp({ description: 'When it changed.' }),
})

export const EventPage = Shape('EventPage', {
  data: Type.Array(EventSchema, { description: 'Oldest first, unless `order` says otherwise.' }),
  pagination: Shape(
    'EventPagination',
    {
      page_size: Type.Integer({ description: 'The most events that a page has.', examples: [10] }),
      next_after: Type.Integer({ description: 'Ask with `after` set to this for what comes next.', examples: [1_042] }),
      has_more: Type.Boolean({
        description:
          'Whether there may be more already. Narrowed by a period, a page can be short, or empty, and still have more.',
      }),
    },
    { description: 'Where to go on.' },
  ),
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
