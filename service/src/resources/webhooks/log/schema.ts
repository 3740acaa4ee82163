import { Type } from 'typebox'
import type * as contract from '../../../../../contracts/webhooks.ts'
import { Body, Closed, OneOf, periodQuery, Several, Shape, Text, Timestamp, type Wire } from '../../../http/index.ts'
import { ORDERS } from '../../../kernel/pages.ts'
import { iso } from '../../../kernel/time.ts'
import { type AttemptRow, type DeliveryRow, SHOWN, type ShownStatus } from './store.ts'

const STATUSES = Object.keys(SHOWN) as ShownStatus[]

const COST = 'Counted exactly, by reading the deliveries that this webhook still has: those of the last 30 days.'

export const DeliveryQuery = Closed({
  ...periodQuery,
  status: Several(STATUSES, `Only in this status, or in one of several. ${COST}`),
  resource: Type.Optional(Text(64, { description: `Only of this resource. ${COST}` })),
  order: Type.Optional(OneOf(ORDERS, { default: 'newest', description: 'Which comes first. Either costs the same.' })),
})

const AttemptSchema = Shape('DeliveryAttempt', {
  attempt: Type.Integer({ description: 'As in the header `webhook-attempt`.' }),
  at: Timestamp(),
  duration_ms: Type.Integer(),
  status: Type.Optional(Type.Integer({ description: 'What the receiver answered.', examples: [503] })),
  error: Type.Optional(Type.String({ description: 'Why there was no answer.' })),
  answer: Type.Optional(Type.String({ description: 'The first 1 KB of the answer.' })),
})

export const DeliverySchema = Shape('Delivery', {
  id: Type.String({ examples: ['dlv_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  event: Type.Optional(
    Type.String({
      description: 'The id of its event, sent as `webhook-id`; absent for a test.',
      examples: ['evt_01kk3v9x2qf8m6t4w0c5n7d1ha'],
    }),
  ),
  resource: Type.String({ examples: ['pay_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  status: OneOf(STATUSES, { description: '`dead`: every attempt failed.' }),
  next_attempt_at: Type.Optional(Timestamp({ description: 'When it is tried next; absent while it waits its turn.' })),
  attempts: Type.Array(AttemptSchema, { description: 'Oldest first.' }),
  created_at: Timestamp(),
})

export const DeliveryParams = Closed({ id: Type.String(), delivery_id: Type.String() })
export const RecoverBody = Body('WebhookRecover', {
  since: Timestamp({ description: 'Everything from then on that was not delivered.' }),
})
export const Recovered = Shape('WebhookRecovered', {
  queued: Type.Integer({ description: 'How many deliveries are on their way.' }),
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
    attempts: attempts.filter(({ delivery_id }) => delivery_id === row.id).map(viewAttempt),
    created_at: iso(row.created_at),
  }
}
