import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  DryRunOf,
  exampleId,
  Nullable,
  Reference,
  ResourceId,
  Shape,
  Text,
  Times,
  Timestamp,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { activityOf, FAILURES, failedCommits, type P2p, type P2pStatus } from './model.ts'

export const DESCRIPTION_MAX = 1_000

const failures = Object.entries(FAILURES).map(([code, reason]) => `\`${code}\` (${reason})`)

export const StatusSchema = Values<P2pStatus>('P2pStatus', 'Where the payment is.', {
  created: 'a code was sent to the source’s mobile; it waits to be committed with it',
  pending: 'committed: it cannot be canceled any more, and is processed two seconds later',
  sent: 'the amount is available at the destination. Final',
  error: `it could not be made, and nothing moved; \`activity\` has the code: ${failures.join(', ')}. Final`,
  expired: 'not committed within ten minutes, or three wrong codes. Final',
})

export const P2pCreate = Body('P2pCreate', {
  source: Reference({ description: 'The connection that sends.', examples: [exampleId('acon')] }),
  destination: Reference({
    description: 'The connection that receives; of another creator.',
    examples: [exampleId('acon', 'b')],
  }),
  amount_in_cents: Type.Integer({
    minimum: 1,
    maximum: AMOUNT_MAX,
    description: 'What goes from one to the other, in cents. It costs nothing.',
    examples: [2_500],
  }),
  description: Nullable(
    Text(DESCRIPTION_MAX, {
      description: 'What both creators read. Default: `Payment from {source name} to {destination name}`.',
      examples: ['Half of the prize'],
    }),
  ),
  user_data: Nullable(UserData),
})

export type P2pInput = Wire<typeof P2pCreate, contract.P2pCreate>

export const P2pCommit = Body('P2pCommit', {
  code: Text(255, { description: "The code that was sent to the source's mobile.", examples: ['000000'] }),
})

export const P2pUpdate = Body('P2pUpdate', { user_data: Clearable(UserData) })

export type P2pUpdateInput = Static<typeof P2pUpdate>

export const P2pSchema = Shape('P2p', {
  id: ResourceId('p2p', 'The id of the payment.'),
  source: Type.String({ description: 'The id of the connection that sends.', examples: [exampleId('acon')] }),
  destination: Type.String({
    description: 'The id of the connection that receives.',
    examples: [exampleId('acon', 'b')],
  }),
  amount_in_cents: Type.Integer({ description: 'What goes from one to the other, in cents.', examples: [2_500] }),
  description: Type.String({ description: 'What both creators read.', examples: ['Half of the prize'] }),
  status: StatusSchema,
  expires_at: Timestamp({ description: 'Ten minutes after creation; until then it can be committed.' }),
  failed_commits: Type.Integer({ description: 'Wrong codes so far; after the third it expires at once.' }),
  activity: Activity,
  user_data: Type.Optional(UserData),
  ...Times,
})

export const P2pDryRunSchema = DryRunOf(P2pSchema)

export function viewP2p(payment: P2p): Wire<typeof P2pSchema, contract.P2p> {
  return {
    id: payment.id,
    source: payment.source,
    destination: payment.destination,
    amount_in_cents: payment.amount_in_cents,
    description: payment.description,
    status: payment.status,
    expires_at: iso(payment.expires_at),
    failed_commits: failedCommits(payment),
    activity: activityOf(payment),
    ...(payment.user_data === null ? {} : { user_data: payment.user_data }),
    created_at: iso(payment.created_at),
    updated_at: iso(payment.updated_at),
  }
}
