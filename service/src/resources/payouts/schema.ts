import { type Static, Type } from 'typebox'
import type * as contract from '../../../../contracts/resources.ts'
import {
  Activity,
  Body,
  Clearable,
  Entries,
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
import { ApprovalReferenceSchema } from '../approvals/index.ts'
import { fullActivity } from './activity.ts'
import { FAILURES, type Payout, STATUSES, TYPES } from './model.ts'

const Description = Text(1_000, { description: 'Visible to the creator. Default: `Payment from {enterprise}`.' })
/** Beyond any plan, and early enough that a claim which follows still has a year of four digits. */
const When = (description: string) => Timestamp({ 'x-before-year': 9_999, description })
const Amount = Type.Integer({ minimum: 1, maximum: AMOUNT_MAX, examples: [12_500] })

export const PayoutCreate = Body('PayoutCreate', {
  account_connection: Reference({ description: 'Whom to pay.', examples: ['acon_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  amount_in_cents: Amount,
  description: Nullable(Description),
  date: Nullable(When('Schedules the payout; without it, or in the past, it goes at once.')),
  user_data: Nullable(UserData),
})

export type PayoutInput = Wire<typeof PayoutCreate, contract.PayoutCreate>

export const BATCH_MAX = 10_000

export const PayoutBatch = Body('PayoutBatchCreate', {
  payouts: Entries(PayoutCreate, {
    minItems: 1,
    maxItems: BATCH_MAX,
    examples: [[{ account_connection: 'acon_01kk3v9x2qf8m6t4w0c5n7d1ha', amount_in_cents: 12_500 }]],
  }),
})

export const PayoutUpdate = Body('PayoutUpdate', {
  status: Type.Optional(
    OneOf(['canceled'], { description: 'Takes effect only in `ready`; otherwise nothing changes.' }),
  ),
  description: Clearable(Description, 'Null sets the default again.'),
  date: Type.Optional(When('Reschedules; only in `ready`, and not while canceling: otherwise 409.')),
  user_data: Clearable(UserData),
})

export type PayoutUpdateInput = Wire<typeof PayoutUpdate, contract.PayoutUpdate>

export const PayoutSchema = Shape('Payout', {
  id: Type.String({ examples: ['pay_01kk3v9x2qf8m6t4w0c5n7d1ha'] }),
  account_connection: Type.String(),
  amount_in_cents: Type.Integer(),
  description: Type.String(),
  date: Timestamp(),
  type: OneOf(TYPES, {
    description:
      'How it is paid: as the connection’s `type` says. While `ready`, how it would be paid now; final from `pending` on. `unclaimed` while the creator has not activated the connection.',
  }),
  status: OneOf(STATUSES, {
    description:
      '`ready`: reserved, waits for its date, to be claimed or for `approval`, can be canceled. `pending`: on its way. `sent`: paid. `returned`: given back by the bank. `error`: failed before it was sent. The last two and `canceled` are final.',
  }),
  destination: Type.Optional(
    Type.String({
      description: 'Where it is paid. While `ready`, where it would be paid now.',
      examples: ['Checking ••••6789'],
    }),
  ),
  fee_in_cents: Type.Integer({
    description:
      'While `ready`, what is reserved: the highest it could cost. Final from `pending` on. 0 after `error` and `canceled`; kept after `returned`.',
  }),
  failure_code: Type.Optional(
    Type.String({
      description: `With \`error\`, why: ${Object.entries(FAILURES)
        .map(([code, reason]) => `\`${code}\` (${reason})`)
        .join(', ')}. With \`returned\`, the bank's return code. More may be added.`,
      examples: ['R03'],
    }),
  ),
  approval: Type.Optional(ApprovalReferenceSchema),
  activity: Activity,
  user_data: Type.Optional(UserData),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})

export const PayoutBatchSchema = Shape('PayoutBatch', { payouts: Type.Array(PayoutSchema) })

/** Payouts that failed before version 0.2 have no code. */
function failureOf({ status, activity, return_code }: Payout): { failure_code?: string } {
  if (status !== 'error' && status !== 'returned') return {}
  const code = status === 'returned' ? return_code : activity.findLast(({ type }) => type === 'error')?.code
  return code ? { failure_code: code } : {}
}

/** A payout with the approval that it needed, if it did. */
export type ShownPayout = Payout & { readonly approval?: contract.ApprovalReference }

export function viewPayout(payout: ShownPayout): Wire<typeof PayoutSchema, contract.Payout> {
  return {
    id: payout.id,
    account_connection: payout.account_connection,
    amount_in_cents: payout.amount_in_cents,
    description: payout.description,
    date: iso(payout.date),
    type: payout.type,
    status: payout.status,
    ...(payout.destination === null ? {} : { destination: payout.destination }),
    fee_in_cents: payout.fee_in_cents,
    ...failureOf(payout),
    ...(payout.approval === undefined ? {} : { approval: payout.approval }),
    activity: fullActivity(payout) as Static<typeof Activity>,
    ...(payout.user_data === null ? {} : { user_data: payout.user_data }),
    created_at: iso(payout.created_at),
    updated_at: iso(payout.updated_at),
  }
}
