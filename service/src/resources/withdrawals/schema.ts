import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  FailureCode,
  Nullable,
  OneOf,
  ResourceId,
  Shape,
  Text,
  Times,
  UserData,
  Values,
  type Wire,
} from '../../http/index.ts'
import { failureOf } from '../../kernel/failure.ts'
import { AMOUNT_MAX } from '../../kernel/money.ts'
import { iso } from '../../kernel/time.ts'
import { ApprovalReferenceSchema } from '../approvals/index.ts'
import { FAILURES, type Withdrawal, type WithdrawalStatus } from './model.ts'

const StatusSchema = Values<WithdrawalStatus>(
  'WithdrawalStatus',
  'Where the withdrawal is. One that needs no approval passes `created`, `ready` and `pending` before it is answered.',
  {
    created: 'accepted; lasts no longer than the request, and is seen in `activity` alone',
    ready: 'the amount is reserved; it waits for `approval`, or because the bank account is new, and can be canceled',
    pending: 'waits for the next ACH batch to the bank',
    sent: 'handed to the ACH network; there in a few business days',
    error: 'failed before it was sent; the amount is given back, `failure_code` says why. Final',
    returned: 'the bank gave the amount back to the operating account, `failure_code` says why. Final',
    canceled: 'canceled in `ready`, rejected, or not approved in time; the amount is given back. Final',
  },
)

const Description = Text(1_000, {
  description: 'For your own books. Default: `Withdrawal from {enterprise}`.',
  examples: ['Surplus of October'],
})

export const WithdrawalCreate = Body('WithdrawalCreate', {
  amount_in_cents: Type.Integer({
    minimum: 1,
    maximum: AMOUNT_MAX,
    description: 'What leaves the operating account, in cents.',
    examples: [250_000],
  }),
  description: Nullable(Description),
  user_data: Nullable(UserData),
})

export type WithdrawalInput = Wire<typeof WithdrawalCreate, contract.WithdrawalCreate>

export const WithdrawalUpdate = Body('WithdrawalUpdate', {
  status: Type.Optional(
    OneOf(['canceled'], { description: 'Takes effect only in `ready`; otherwise nothing changes.' }),
  ),
  description: Clearable(Description, 'Null sets the default again.'),
  user_data: Clearable(UserData),
})

export type WithdrawalUpdateInput = Wire<typeof WithdrawalUpdate, contract.WithdrawalUpdate>

export const WithdrawalSchema = Shape('Withdrawal', {
  id: ResourceId('wdr', 'The id of the withdrawal.'),
  amount_in_cents: Type.Integer({ description: 'What leaves the operating account, in cents.', examples: [250_000] }),
  fee_in_cents: Type.Integer({ description: 'What it costs, in cents: nothing.', examples: [0] }),
  description: Type.String({ description: 'For your own books.', examples: ['Surplus of October'] }),
  status: StatusSchema,
  destination: Type.String({
    description: 'The bank account that it goes to. Until it leaves, the one that is registered now.',
    examples: ['Checking ••••6789'],
  }),
  failure_code: FailureCode('WithdrawalFailureCode', FAILURES),
  approval: Type.Optional(ApprovalReferenceSchema),
  activity: Activity,
  user_data: Type.Optional(UserData),
  ...Times,
})

/** A withdrawal, and the approval that it needed. */
export interface ShownWithdrawal {
  readonly withdrawal: Withdrawal
  readonly approval: contract.ApprovalReference | undefined
}

export function viewWithdrawal({
  withdrawal,
  approval,
}: ShownWithdrawal): Wire<typeof WithdrawalSchema, contract.Withdrawal> {
  const failure = failureOf(withdrawal)
  return {
    id: withdrawal.id,
    amount_in_cents: withdrawal.amount_in_cents,
    fee_in_cents: 0,
    description: withdrawal.description,
    status: withdrawal.status,
    destination: withdrawal.destination,
    ...(failure === undefined ? {} : { failure_code: failure }),
    ...(approval === undefined ? {} : { approval }),
    activity: withdrawal.activity as Static<typeof Activity>,
    ...(withdrawal.user_data === null ? {} : { user_data: withdrawal.user_data }),
    created_at: iso(withdrawal.created_at),
    updated_at: iso(withdrawal.updated_at),
  }
}
