import { Type } from 'typebox'
import type * as contract from '../../../../../contracts/webhooks.ts'
import {
  Body,
  Closed,
  exampleId,
  periodQuery,
  ResourceId,
  Several,
  Shape,
  shortOrder,
  Text,
  Timestamp,
  Values,
  type Wire,
} from '../../../http/index.ts'
import { iso } from '../../../kernel/time.ts'
import { type AttemptRow, type DeliveryRow, SHOWN, type ShownStatus } from './store.ts'

const STATUSES = Object.keys(SHOWN) as ShownStatus[]

const COST = 'Counted exactly, by reading the deliveries that this webhook still has: those of the last 30 days.'

export const DeliveryQuery = Closed({
  ...periodQuery,
  status: Several(STATUSES, `Only in this status, or in one of several. ${COST}`),
  resource: Type.Optional(Text(64, { description: `Only of this resource. ${COST}` })),
  order: shortOrder,
})

export const StatusSchema = Values<ShownStatus>('DeliveryStatus', 'Where the delivery is.', {
  queued: 'waits for its next attempt, or for an earlier event of the same resource',
  sending: 'is being sent now',
  delivered: 'the receiver answered with a 2xx status',
  dead: 'every attempt failed; it can be sent again by hand',
})

const AttemptSchema = Shape('DeliveryAttempt', {
  attempt: Type.Integer({ description: 'Counts from 1, as in the header `webhook-attempt`.', examples: [1] }),
  at: Timestamp({ description: 'When it was made.' }),
  duration_ms: Type.Integer({ description: 'How long it took, in milliseconds.', examples: [84] }),
  status: Type.Optional(Type.Integer({ description: 'The HTTP status that the receiver answered.', examples: [503] })),
  error: Type.Optional(Type.String({ description: 'Why there was no answer.' })),
  answer: Type.Optional(Type.String({ description: 'The first 1 KB of the answer.' })),
})

export const DeliverySchema = Shape('Delivery', {
  id: ResourceId('dlv', 'The id of the delivery.'),
  event: Type.Optional(
    Type.String({
      description: 'The id of its event, sent as `webhook-id`; absent for a test.',
      examples: [exampleId('evt')],
    }),
  ),
  resource: Type.String({ description: 'The id of what changed.', examples: [exampleId('pay')] }),
  status: StatusSchema,
  next_attempt_at: Type.Optional(Timestamp({ description: 'When it is tried next; absent while it waits its turn.' })),
  attempts: Type.Array(AttemptSchema, { description: 'Every attempt so far, oldest first.' }),
  created_at: Timestamp({ description: 'When it was queued.' }),
})

export const DeliveryParams = Closed({
  id: Type.String({ description: 'The id of the webhook.' }),
  delivery_id: Type.String({ description: 'The id of the delivery.' }),
})
export const RecoverBody = Body('WebhookRecover', {
  since: Timestamp({ description: 'Everything from then on that was not delivered.' }),
})
export const Recovered = Shape('WebhookRecovered', {
  queued: Type.Integer({ description: 'How many deliveries are on their way.', examples: [3] }),
})

const shownStatus = (row: DeliveryRow): ShownStatus =>
  row.status === 'due' || row.status === 'waiting' ? 'queued' : row.status

const viewAttempt = ({ attempt, at, duration_ms, status, error, answer }: AttemptRow) => ({
  attempt,
  at: iso(at),
  duration_ms,
  ...(status === null ? {} : { status }),
  ...(error === null ? {} : { error }),
  ...(answer === null ? {} : { answer }),
})

/** `attempts`: those of this delivery, oldest first. */
export function viewDelivery(
  row: DeliveryRow,
  attempts: readonly AttemptRow[],
): Wire<typeof DeliverySchema, contract.Delivery> {
  return {
    id: row.id,
    ...(row.position === 0 ? {} : { event: row.id.replace(/^dlv/, 'evt') }),
    resource: row.resource,
    status: shownStatus(row),
    ...(row.status === 'due' ? { next_attempt_at: iso(row.due_at) } : {}),
    attempts: attempts.map(viewAttempt),
    created_at: iso(row.created_at),
  }
}

/** Many deliveries, each with its attempts: a page of a thousand has ten thousand of them. */
export function viewDeliveries(rows: readonly DeliveryRow[], attempts: readonly AttemptRow[]) {
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  return rows.map((row) => viewDelivery(row, byDelivery.get(row.id) ?? []))
}
