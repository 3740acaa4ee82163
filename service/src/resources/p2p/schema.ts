import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  DryRunOf,
  Nullable,
  OneOf,
  Reference,
  Shape,
  Text,
  Timestamp,
  UserData,
  type Wire,
} from '../../http/index.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { activityOf, failedCommits, type P2p, STATUSES } from './model.ts'

export const DESCRIPTION_MAX = 1_000

export const P2pCreate = Body('P2pCreate', {
  source: Reference({ description: 'The connection that sends.', examples: ['acon_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  destination: Reference({
    description: 'The connection that receives; of another creator.',
    examples: ['acon_01kk3v9x2qf8m6t4w0c5n7d1hb'],
  }),
  amount_in_cents: Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, examples: [2_500] }),
  description: Nullable(
    Text(DESCRIPTION_MAX, { description: 'Default: `Payment from {source name} to {destination name}`.' }),
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
  id: Type.String({ examples: ['p2p_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  source: Type.String(),
  destination: Type.String(),
  amount_in_cents: Type.Integer(),
  description: Type.String(),
  status: OneOf(STATUSES),
  expires_at: Timestamp({ description: 'Ten minutes after creation; until then it can be committed.' }),
  failed_commits: Type.Integer({ description: 'Wrong codes so far; after the third it expires at once.' }),
  activity: Activity,
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
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
